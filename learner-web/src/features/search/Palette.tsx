import { Dialog } from '@flagyard/ui/Dialog'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import styles from './Palette.module.css'
import { type Choice, usePalette } from './usePalette.ts'

/** One box for where to go and what to hand in: the arrows walk what was found, Enter takes it, Escape closes. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  useLayoutEffect(() => input.current?.focus(), [])
  const { groups, said } = usePalette(typed)
  const choices = groups.flatMap((group) => group.choices)
  const current = Math.min(at, choices.length - 1)
  const take = async (choice: Choice | undefined) => {
    if (!choice) return
    if (typeof choice.take !== 'string') return choice.take(onClose)
    onClose()
    void navigate(choice.take)
  }
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') void take(choices[current])
    // The browser's own Escape would empty a search field first.
    else if (event.key === 'Escape') onClose()
    else if (step !== undefined && choices.length > 0) setAt((current + step + choices.length) % choices.length)
    else return
    event.preventDefault()
  }
  return (
    <Dialog open alignTop title="Go to, or hand in a flag" onClose={onClose}>
      <input
        ref={input}
        type="search"
        className={styles.input}
        role="combobox"
        aria-label="Go to, or hand in a flag"
        aria-expanded={choices.length > 0}
        aria-controls="choices"
        aria-autocomplete="list"
        aria-activedescendant={choices.length > 0 ? `choice-${current}` : undefined}
        placeholder="A course, a lesson, a page, FLAG{…}"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={500}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={walk}
      />
      <Choices groups={groups} current={choices[current]} onTake={(choice) => void take(choice)} />
      <p className={styles.said} role="status">
        {said}
      </p>
    </Dialog>
  )
}

interface ChoicesProps {
  groups: { label: string; choices: Choice[] }[]
  current: Choice | undefined
  onTake: (choice: Choice) => void
}

function Choices({ groups, current, onTake }: ChoicesProps) {
  const all = groups.flatMap(({ choices }) => choices)
  return (
    <div id="choices" role="listbox" aria-label="Found" className={styles.list}>
      {groups.map(({ label, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own.
        <div key={label} role="group" aria-label={label}>
          <p className={styles.label} aria-hidden="true">
            {label}
          </p>
          {choices.map((choice) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the combobox, which keeps the focus.
            // biome-ignore lint/a11y/useFocusableInteractive: as above.
            <div
              key={choice.key}
              id={`choice-${all.indexOf(choice)}`}
              ref={(element) => {
                if (choice === current) element?.scrollIntoView({ block: 'nearest' })
              }}
              role="option"
              aria-selected={choice === current}
              className={styles.option}
              onClick={() => onTake(choice)}
            >
              <span>{choice.title}</span>
              {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
