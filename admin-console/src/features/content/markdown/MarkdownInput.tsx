import { classNames } from '@flagyard/ui/class-names'
import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useInput, ValidationError } from 'react-admin'
import { formatCount } from '../../../lib/format.ts'
import { picturesIn, usePictureUpload } from '../../uploads/usePictureUpload.ts'
import styles from './MarkdownInput.module.css'
import { LivePreview } from './Preview.tsx'
import { type Action, actions, useTextEdits } from './text-edits.ts'

interface Props {
  source: string
  label: string
  minRows?: number
  /** Maximum length in bytes or in characters; set the one that the server checks. */
  maxBytes?: number
  maxLetters?: number
  /** Also allows links to pages of the learner site in the preview. */
  ownLinks?: boolean
}

/**
 * Markdown editor with a live preview. It is a plain text area, so spell-checking, undo, screen readers and phone keyboards work natively.
 * Pasted or dropped pictures are uploaded and inserted.
 */
export function MarkdownInput({ source, label, minRows = 16, maxBytes, maxLetters, ownLinks }: Props) {
  const size = sizeWithin(maxBytes, maxLetters)
  const { field, fieldState, id } = useInput<string>({
    source,
    defaultValue: '',
    parse: (typed: string) => typed,
    validate: (typed?: string) => size.refusal(typed ?? ''),
  })
  const text: string = field.value ?? ''
  const edits = useTextEdits()
  const [side, setSide] = useState<'write' | 'preview'>('write')
  const { addPictures, uploading, failure } = usePictures(edits)
  const [hint, preview] = [useId(), useId()]
  const error = fieldState.error?.message
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        <ToggleButtonGroup
          className={styles.sides ?? ''}
          exclusive
          size="small"
          value={side}
          aria-label={`${label}: view`}
          onChange={(_, chosen) => chosen && setSide(chosen)}
        >
          <ToggleButton value="write">Write</ToggleButton>
          <ToggleButton value="preview">Preview</ToggleButton>
        </ToggleButtonGroup>
      </div>
      <div className={classNames(styles.room, side === 'write' ? styles.writing : styles.reading)}>
        <div className={styles.write}>
          <Toolbar label={label} controls={id} apply={edits.apply} onPicture={addPictures} />
          <textarea
            {...field}
            id={id}
            dir="auto"
            ref={(area) => {
              edits.field.current = area
              field.ref(area)
            }}
            value={text}
            rows={minRows}
            aria-invalid={error !== undefined}
            aria-describedby={hint}
            onKeyDown={edits.onKeyDown}
            onPaste={(event: ClipboardEvent) => addPictures(picturesIn(event.clipboardData), event)}
            onDrop={(event: DragEvent) => addPictures(picturesIn(event.dataTransfer), event)}
          />
        </div>
        <section className={styles.preview} aria-labelledby={preview}>
          <h2 id={preview} className={styles.caption}>
            Preview for learners
          </h2>
          <LivePreview text={text} ownLinks={ownLinks} />
        </section>
      </div>
      <p id={hint} className={classNames(styles.hint, error !== undefined && styles.wrong)}>
        {error === undefined ? (
          `${size.count(text)}. Markdown. Paste or drop pictures to insert them.`
        ) : (
          <ValidationError error={error} />
        )}
      </p>
      <p role="status" className={styles.hint}>
        {uploading > 0 && (uploading === 1 ? 'Uploading a picture…' : `Uploading ${uploading} pictures…`)}
      </p>
      {failure && (
        <p role="alert" className={classNames(styles.hint, styles.wrong)}>
          {failure}
        </p>
      )}
    </div>
  )
}

/** Uploads pictures, with a placeholder in the text until each is complete. */
function usePictures(edits: ReturnType<typeof useTextEdits>) {
  const { uploadPicture, uploading } = usePictureUpload()
  const [failure, setFailure] = useState<string>()
  const addPictures = (pictures: File[], event?: { preventDefault: () => void }) => {
    if (pictures.length === 0) return
    event?.preventDefault()
    setFailure(undefined)
    for (const picture of pictures) void send(picture)
  }
  const send = async (picture: File) => {
    const placeholder = `![Sending ${picture.name}, ${crypto.randomUUID().slice(0, 8)}]()`
    edits.insert(placeholder)
    try {
      edits.exchange(placeholder, await uploadPicture(picture))
    } catch (error) {
      edits.exchange(placeholder, '')
      setFailure(`${picture.name}: ${error instanceof Error ? error.message : 'Could not upload this picture.'}`)
    }
  }
  return { addPictures, uploading, failure }
}

/** Current and maximum size, in the unit that the server checks. */
function sizeWithin(maxBytes = 0, maxLetters = 0) {
  const measure = (text: string) => (maxBytes ? new TextEncoder().encode(text).length : text.length)
  const unit = maxBytes ? 'kB' : 'characters'
  const say = (size: number) => (maxBytes ? String(Math.ceil(size / 1024)) : formatCount(size))
  const max = maxBytes || maxLetters
  return {
    count: (text: string) => `${say(measure(text))} of ${say(max)} ${unit}`,
    refusal: (text: string) => (measure(text) > max ? `Too long. The maximum is ${say(max)} ${unit}.` : undefined),
  }
}

interface ToolbarProps {
  label: string
  /** ID of the text field. */
  controls: string
  apply: (action: Action) => boolean
  onPicture: (pictures: File[]) => void
}

const COMMAND = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl '

/** The toolbar is one tab stop; arrow keys move within it. */
function Toolbar({ label, controls, apply, onPicture }: ToolbarProps) {
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
      aria-label={`${label}: formatting`}
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
        aria-label={`Insert a picture into ${label}`}
        multiple
        onChange={({ target }) => {
          onPicture([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </div>
  )
}
