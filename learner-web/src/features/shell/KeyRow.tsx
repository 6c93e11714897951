import styles from './Shell.module.css'

const signs = ['|', '-', '/', '~', '$', '"', "'", '{', '}', '[', ']', '>', '*', '=']

interface Props {
  /** True if the control key is held for the next letter. */
  control: boolean
  onControl(held: boolean): void
  onKey(data: string): void
  /** Accessible name of the tab key: the plain shell has no other completion key. */
  tabLabel: string
}

/** Keys that shells need and phone keyboards lack. */
export function KeyRow({ control, onControl, onKey, tabLabel }: Props) {
  // Preserves the focus, so that the on-screen keyboard stays open.
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

/** Control character of a letter; other input is unchanged. */
export const controlled = (data: string): string =>
  /^[a-z]$/i.test(data) ? String.fromCharCode(data.toUpperCase().charCodeAt(0) - 64) : data
