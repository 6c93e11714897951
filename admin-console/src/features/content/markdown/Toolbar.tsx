import { type KeyboardEvent, useRef, useState } from 'react'
import { type Action, actions } from './edits.ts'
import styles from './MarkdownInput.module.css'

interface Props {
  label: string
  /** ID of the text field. */
  controls: string
  apply: (action: Action) => boolean
  onPicture: (pictures: File[]) => void
}

const COMMAND = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl '

/** The toolbar is one tab stop; arrow keys move within it. */
export function Toolbar({ label, controls, apply, onPicture }: Props) {
  const [current, setCurrent] = useState(0)
  const chooser = useRef<HTMLInputElement>(null)
  const last = actions.length
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + last + 1) % (last + 1)
    setCurrent(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={`${label}: how it looks`}
      aria-controls={controls}
      className={styles.toolbar}
      onKeyDown={onKeyDown}
    >
      {actions.map(({ name, sign, key, apply: action }, at) => (
        <button
          key={name}
          type="button"
          tabIndex={at === current ? 0 : -1}
          aria-label={name}
          data-sign={sign}
          title={key ? `${name} (${COMMAND}${key.toUpperCase()})` : name}
          aria-keyshortcuts={key && `Control+${key.toUpperCase()}`}
          onFocus={() => setCurrent(at)}
          onClick={() => apply(action)}
        />
      ))}
      <button
        type="button"
        tabIndex={current === last ? 0 : -1}
        onFocus={() => setCurrent(last)}
        onClick={() => chooser.current?.click()}
      >
        Picture
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label={`A picture for ${label}`}
        multiple
        onChange={({ target }) => {
          onPicture([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </div>
  )
}
