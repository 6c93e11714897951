import styles from './Shell.module.css'

const signs = ['|', '-', '/', '~', '$', '"', "'", '{', '}', '[', ']', '>', '*', '=']

interface Props {
  /** Whether the next letter is sent as with the control key. */
  control: boolean
  onControl(held: boolean): void
  onKey(data: string): void
  /** A line input has no completion by a key of its own. */
  tabLabel: string
}

/** The keys that shells need and the keyboards of phones hide. */
export function KeyRow({ control, onControl, onKey, tabLabel }: Props) {
  // The keyboard stays up: the focus is not taken from what is typed into.
  const keep = (event: { preventDefault(): void }) => event.preventDefault()
  return (
    <fieldset className={styles.keys} aria-label="Keys for the shell">
      <button type="button" onPointerDown={keep} aria-label={tabLabel} onClick={() => onKey('\t')}>
        tab
      </button>
      <button type="button" onPointerDown={keep} aria-label="Earlier line" onClick={() => onKey('\u001b[A')}>
        ↑
      </button>
      <button type="button" onPointerDown={keep} aria-label="Later line" onClick={() => onKey('\u001b[B')}>
        ↓
      </button>
      <button
        type="button"
        onPointerDown={keep}
        aria-label="Control, for the next letter"
        aria-pressed={control}
        onClick={() => onControl(!control)}
      >
        ctrl
      </button>
      {signs.map((sign) => (
        <button key={sign} type="button" onPointerDown={keep} onClick={() => onKey(sign)}>
          {sign}
        </button>
      ))}
    </fieldset>
  )
}

/** A letter as the control key sends it; anything else as it is. */
export const controlled = (data: string): string =>
  /^[a-z]$/i.test(data) ? String.fromCharCode(data.toUpperCase().charCodeAt(0) - 64) : data
