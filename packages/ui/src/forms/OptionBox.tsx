import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import styles from './forms.module.css'

const idOf = (index: number) => `option-${index}`

interface InputProps {
  label: string
  placeholder: string
  maxLength: number
  typed: string
  onType: (typed: string) => void
  /** Number of options, and index of the highlighted one. */
  count: number
  current: number
  /** Index of the first option that still belongs to the previous input. Omit if none does. */
  staleFrom?: number | undefined
  onWalk: (to: number) => void
  onClose: () => void
}

/**
 * Search input above a list of options: arrow keys move, Enter selects, Escape closes. Focused when opened, so that no typing is lost. If Enter is
 * pressed before the results arrive, it is applied to them.
 */
export function OptionInput({
  label,
  placeholder,
  maxLength,
  typed,
  onType,
  count,
  current,
  staleFrom,
  onWalk,
  onClose,
}: InputProps) {
  const input = useRef<HTMLInputElement>(null)
  const entered = useRef<string | null>(null)
  const isStale = staleFrom !== undefined && Math.max(current, 0) >= staleFrom
  useEffect(() => {
    if (isStale || entered.current === null) return
    const wasFor = entered.current
    entered.current = null
    if (wasFor === typed) document.getElementById(idOf(current))?.click()
  }, [isStale, typed, current])
  // The surrounding dialog focuses the element with this attribute when it opens. React would focus too early and not set the attribute.
  useLayoutEffect(() => input.current?.setAttribute('autofocus', ''), [])
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') {
      if (isStale) entered.current = typed
      else document.getElementById(idOf(current))?.click()
    }
    // The browser's default Escape would clear the search field first.
    else if (event.key === 'Escape') onClose()
    else if (step !== undefined && count > 0) onWalk((current + step + count) % count)
    else return
    event.preventDefault()
  }
  return (
    <input
      ref={input}
      type="search"
      dir="auto"
      className={styles.boxInput}
      role="combobox"
      aria-label={label}
      aria-expanded={count > 0}
      aria-controls="options"
      aria-autocomplete="list"
      aria-activedescendant={count > 0 ? idOf(current) : undefined}
      placeholder={placeholder}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={maxLength}
      value={typed}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={walk}
    />
  )
}

export interface Option {
  key: string
  title: string
  detail?: string | null
  /** Excludes the option from session recordings. */
  isPrivate?: boolean
}

interface GroupsProps<T extends Option> {
  groups: {
    label: string
    /** Total number of results, as text. */
    sayTotal?: string
    options: T[]
  }[]
  current: number
  onTake: (option: T) => void
}

/** Options of an OptionInput, in groups. */
export function OptionGroups<T extends Option>({ groups, current, onTake }: GroupsProps<T>) {
  useEffect(() => {
    document.getElementById(idOf(current))?.scrollIntoView({ block: 'nearest' })
  }, [current])
  let index = -1
  return (
    <div id="options" role="listbox" aria-label="Found" className={styles.list}>
      {groups.map(({ label, sayTotal, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group of options.
        <div key={label} role="group" aria-label={sayTotal ? `${label}, ${sayTotal}` : label}>
          <p className={styles.boxLabel} aria-hidden="true">
            {sayTotal ? `${label} · ${sayTotal}` : label}
          </p>
          {options.map((option) => {
            index += 1
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox keeps the focus and handles the keys.
              // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus and names the active option.
              <div
                key={option.key}
                id={idOf(index)}
                role="option"
                aria-selected={index === current}
                className={styles.option}
                onClick={() => onTake(option)}
              >
                <span className={styles.title} data-sentry-block={option.isPrivate || undefined}>
                  {option.title}
                </span>
                {option.detail && <span className={styles.detail}>{option.detail}</span>}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
