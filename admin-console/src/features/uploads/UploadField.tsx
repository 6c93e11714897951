import type { StoredFile, UploadKind } from '@flagyard/api-types'
import { classNames } from '@flagyard/ui/class-names'
import { ProgressBar } from '@flagyard/ui/ProgressBar'
import { Button } from '@mui/material'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useDataProvider, useGetIdentity } from 'react-admin'
import { useCall } from '../../crud/calls.tsx'
import { usePendingFile } from '../../crud/record/EditForm.tsx'
import { sentenceOf } from '../../lib/problem.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import { describeFile, formatBytes, kindNames } from './file-words.ts'
import { forgetHalfSent, type IncompleteUpload, listHalfSent } from './incomplete-uploads.ts'
import styles from './UploadField.module.css'

interface UploadFieldProps {
  /** Determines the accepted file types and the maximum size. */
  kind: UploadKind
  /** Label of the field: `Video`. */
  label: string
  value: StoredFile | null
  /** Called when a new file is stored, or with null when the file is removed. The surrounding form saves the reference. */
  onChange: (file: StoredFile | null) => void
  /** For an `archive`, which does not become a stored file: called with the ID of the completed upload. */
  onUploaded?: (id: string) => void
  helperText?: string
  /** Alternative text of the previewed picture. */
  alt?: string
  disabled?: boolean
}

/**
 * Resumable upload by file dialog or drop. It can be paused. After a lost connection, a reload or a new sign-in it resumes when the same
 * file is selected again. Errors are shown in the field.
 */
export function UploadField({
  kind,
  label,
  value,
  onChange,
  onUploaded,
  helperText,
  alt = '',
  disabled = false,
}: UploadFieldProps) {
  const upload = useUpload(kind, (file, id) => {
    if (file) onChange(file)
    onUploaded?.(id)
  })
  const { data: rules } = useCall('getUploadRules', {}, { staleTime: 60_000 })
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const hint = useId()
  const rule = rules?.kinds[kind]
  const isBusy = upload.state.step !== 'none' && upload.state.step !== 'failed'
  const take = (file: File | null | undefined) => file && !disabled && !isBusy && void upload.send(file)
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(!disabled && !isBusy)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files[0])
    },
  }
  return (
    <fieldset className={styles.field} aria-describedby={hint}>
      <legend className={styles.label}>{label}</legend>
      <div className={classNames(styles.drop, over && styles.over)} {...drop}>
        {value?.url && (
          <img
            className={styles.picture}
            src={value.url}
            alt={alt}
            width={value.width ?? undefined}
            height={value.height ?? undefined}
          />
        )}
        {value && <span className={styles.hint}>{describeFile(value)}</span>}
        <Progress state={upload.state} />
        {upload.incomplete.map(({ filename, url }) => (
          <span key={url} className={styles.hint}>
            The upload of {filename} is incomplete. Choose the same file again to resume it.
          </span>
        ))}
        <div className={styles.buttons}>
          {!isBusy && (
            <Button size="small" variant="outlined" disabled={disabled} onClick={() => input.current?.click()}>
              {value
                ? `Choose another ${kindNames[kind]}`
                : `Choose ${kind === 'archive' ? 'an' : 'a'} ${kindNames[kind]}`}
            </Button>
          )}
          <Steps upload={upload} />
          {value && !isBusy && (
            <Button size="small" color="error" disabled={disabled} onClick={() => onChange(null)}>
              Remove
            </Button>
          )}
        </div>
        <input
          ref={input}
          className={styles.input}
          type="file"
          tabIndex={-1}
          aria-label={label}
          accept={rule?.types.map((type) => `.${type}`).join(',')}
          disabled={disabled || isBusy}
          onChange={({ target }) => {
            take(target.files?.[0])
            target.value = ''
          }}
        />
        <span id={hint} className={styles.hint}>
          {helperText}
          {helperText && rule && ' '}
          {rule && `Or drop a file here: ${rule.types.join(', ')}, up to ${formatBytes(rule.max_bytes)}.`}
        </span>
      </div>
    </fieldset>
  )
}

/** Upload progress, also as text for screen readers. */
function Progress({ state }: { state: UploadStep }) {
  if (state.step === 'none') return null
  if (state.step === 'failed')
    return (
      <span className={styles.failed} role="alert">
        {state.why}
      </span>
    )
  const { file, sent, step } = state
  const share = file.size === 0 ? 100 : (sent / file.size) * 100
  const words = {
    sending: `${formatBytes(sent)} of ${formatBytes(file.size)} uploaded`,
    paused: `Paused at ${formatBytes(sent)} of ${formatBytes(file.size)}`,
    checking: 'Upload complete. Checking the file…',
  }[step]
  return (
    <div className={styles.progress}>
      <ProgressBar value={step === 'checking' ? 100 : Math.min(99, share)} label={`Sending ${file.name}`} />
      <span className={styles.hint} role="status">
        {file.name}: {words}
      </span>
    </div>
  )
}

function Steps({ upload: { state, send, pause, cancel } }: { upload: ReturnType<typeof useUpload> }) {
  if (state.step === 'failed' && state.file) {
    const { file } = state
    return (
      <Button size="small" onClick={() => void send(file)}>
        Retry
      </Button>
    )
  }
  if (state.step !== 'sending' && state.step !== 'paused') return null
  return (
    <>
      {state.step === 'sending' ? (
        <Button size="small" onClick={pause}>
          Pause
        </Button>
      ) : (
        <Button size="small" onClick={() => void send(state.file)}>
          Resume
        </Button>
      )}
      <Button size="small" color="error" onClick={() => void cancel()}>
        Cancel
      </Button>
    </>
  )
}

type UploadStep =
  | { step: 'none' }
  | { step: 'sending' | 'paused' | 'checking'; file: File; sent: number }
  /** `file` is set if a retry makes sense; it resumes the upload. */
  | { step: 'failed'; why: string; file?: File }

/** State of one upload, with functions to send, pause, resume and cancel it. */
function useUpload(kind: UploadKind, onReady: (file: StoredFile | null, id: string) => void) {
  const dataProvider = useDataProvider<ConsoleDataProvider>()
  const { identity } = useGetIdentity()
  const owner = String(identity?.id ?? '')
  const [state, setState] = useState<UploadStep>({ step: 'none' })
  const [incomplete, setHalfSent] = useState<IncompleteUpload[]>([])
  const running = useRef<AbortController>(undefined)
  usePendingFile(state.step === 'sending' || state.step === 'checking')
  useEffect(() => setHalfSent(listHalfSent(owner, kind)), [owner, kind])
  useEffect(() => () => running.current?.abort(), [])

  const send = async (file: File) => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setHalfSent([])
    setState({ step: 'sending', file, sent: 0 })
    try {
      const { sendUpload } = await import('./send-upload.ts')
      const {
        id,
        file: stored,
        state,
        refusal,
      } = await sendUpload(dataProvider, file, {
        kind,
        owner,
        onProgress: (sent) => !stop.signal.aborted && setState({ step: 'sending', file, sent }),
        onSent: () => setState({ step: 'checking', file, sent: file.size }),
        signal: stop.signal,
      })
      if (state === 'refused') return setState({ step: 'failed', why: refusal ?? 'This file was rejected.' })
      setState({ step: 'none' })
      onReady(stored, id)
    } catch (error) {
      if (stop.signal.aborted) return
      const why = error instanceof Error ? error.message : sentenceOf(error)
      setState({ step: 'failed', why, file })
    }
  }
  return {
    state,
    /** Incomplete uploads of earlier pages. They resume when the same file is selected again. */
    incomplete,
    send,
    pause() {
      running.current?.abort()
      setState((now) => (now.step === 'sending' ? { ...now, step: 'paused' } : now))
    },
    /** Cancels the upload and deletes what was sent. */
    async cancel() {
      running.current?.abort()
      setState({ step: 'none' })
      for (const { url } of listHalfSent(owner, kind)) {
        forgetHalfSent(url)
        await dataProvider.call('deleteUpload', { id: url.split('/').at(-1) ?? '' }).catch(() => undefined)
      }
      setHalfSent([])
    },
  }
}
