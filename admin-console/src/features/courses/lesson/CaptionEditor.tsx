import type { LessonRecord, VideoUrl } from '@flagyard/api-types'
import { Button } from '@mui/material'
import { createContext, type RefObject, useContext, useId, useState } from 'react'
import { useDataProvider, useGetIdentity } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { useFocusIfLost } from '../../../lib/useFocusIfLost.ts'
import type { ConsoleDataProvider } from '../../../providers/data-provider.ts'
import styles from '../CourseEdit.module.css'
import { type Cue, cuesOf, formatTime, vttErrorOf, withCueAt, withTimeOf } from './vtt.ts'

/** Captions as text, with a list of their times. A time seeks the video, and can be set to the current position. */
export function CaptionEditor({ at }: { at: number }) {
  const { setValue } = useFormContext()
  const { lang, file, text }: EditedCaptions = useWatch({ name: `captions.${at}` })
  const { urls } = useLessonVideo()
  const [failure, setFailure] = useState<string>()
  const patch = (fields: Partial<EditedCaptions>) => {
    for (const [name, value] of Object.entries(fields)) setValue(`captions.${at}.${name}`, value, { shouldDirty: true })
  }
  const { store, isUploading } = useCaptionUpload(setFailure)
  const url = urls?.captions.find((one) => one.lang === lang)?.url
  const open = () =>
    fetch(url ?? '')
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error())))
      .then((found) => patch({ text: found }))
      .catch(() => setFailure('Could not load the captions. Try again.'))

  const closed = useFocusIfLost<HTMLDivElement>(text === undefined)
  if (text === undefined)
    return (
      <div ref={closed} tabIndex={-1}>
        {url ? (
          <Button size="small" onClick={() => void open()}>
            Edit captions
          </Button>
        ) : (
          <p className="muted small">Save the lesson to edit these captions.</p>
        )}
        {failure && <p role="alert">{failure}</p>}
      </div>
    )
  const fault = vttErrorOf(text)
  const apply = async () => {
    const stored = await store(text, lang)
    if (stored) patch({ file: stored, text: undefined })
  }
  return (
    <>
      <Text text={text} onChange={(text) => patch({ text })} />
      {(fault ?? failure) && (
        <p role="alert" className="small">
          {fault ?? failure}
        </p>
      )}
      <div className="row">
        <Button
          size="small"
          variant="contained"
          disabled={fault !== undefined}
          loading={isUploading}
          onClick={() => void apply()}
        >
          Apply captions
        </Button>
        {file !== '' && (
          <Button size="small" onClick={() => patch({ text: undefined })}>
            Discard edits
          </Button>
        )}
      </div>
    </>
  )
}

function Text({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { player } = useLessonVideo()
  const id = useId()
  const now = () => player.current?.currentTime ?? 0
  const show = (seconds: number) => {
    if (player.current) player.current.currentTime = seconds
  }
  return (
    <>
      <label htmlFor={id} className="small">
        Captions (WebVTT)
      </label>
      <textarea
        id={id}
        dir="auto"
        className={styles.vtt}
        spellCheck
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      <div>
        <Button size="small" onClick={() => onChange(withCueAt(text, now()))}>
          Add cue at current time
        </Button>
      </div>
      <ol className={`${styles.list} ${styles.cues}`} aria-label="Cues">
        {cuesOf(text).map((cue) => (
          <CueRow
            key={cue.at}
            cue={cue}
            onShow={() => show(cue.start)}
            onTime={(edge) => onChange(withTimeOf(text, cue, edge, now()))}
          />
        ))}
      </ol>
    </>
  )
}

const CueRow = ({ cue, onShow, onTime }: { cue: Cue; onShow: () => void; onTime: (edge: 'start' | 'end') => void }) => (
  <li>
    <button
      type="button"
      className={styles.time}
      onClick={onShow}
      aria-label={`Show ${formatTime(cue.start)}: ${cue.text}`}
    >
      {formatTime(cue.start)}
    </button>
    <span>{cue.text}</span>
    <span className="row">
      <Button size="small" onClick={() => onTime('start')} aria-label={`Set start: ${cue.text}`}>
        Set start
      </Button>
      <Button size="small" onClick={() => onTime('end')} aria-label={`Set end: ${cue.text}`}>
        Set end
      </Button>
    </span>
  </li>
)

/** Uploads captions written here as a file, like uploaded ones. */
function useCaptionUpload(onFailure: (failure: string | undefined) => void) {
  const dataProvider = useDataProvider<ConsoleDataProvider>()
  const { identity } = useGetIdentity()
  const [isUploading, setIsUploading] = useState(false)
  const store = async (text: string, lang: string): Promise<string | undefined> => {
    setIsUploading(true)
    onFailure(undefined)
    try {
      const { sendUpload } = await import('../../uploads/send-upload.ts')
      const { file, refusal } = await sendUpload(dataProvider, new File([text], `${lang}.vtt`, { type: 'text/vtt' }), {
        kind: 'captions',
        owner: String(identity?.id ?? ''),
        onProgress: () => undefined,
        onSent: () => undefined,
        signal: new AbortController().signal,
      })
      if (file) return file.name
      onFailure(refusal ?? 'Could not save the captions. Try again.')
    } catch (error) {
      onFailure(error instanceof Error ? error.message : 'Could not save the captions. Try again.')
    } finally {
      setIsUploading(false)
    }
    return undefined
  }
  return { store, isUploading }
}

interface LessonVideo {
  player: RefObject<HTMLVideoElement | null>
  /** URLs of the saved video and its captions. */
  urls: VideoUrl | undefined
}

/** The lesson's video player, for the caption and chapter editors next to it. */
export const LessonVideoContext = createContext<LessonVideo | null>(null)

export function useLessonVideo(): LessonVideo {
  const video = useContext(LessonVideoContext)
  if (!video) throw new Error('useLessonVideo needs a LessonVideoContext.')
  return video
}

/** Form value of captions; `text` holds text that is not stored yet. */
export type EditedCaptions = LessonRecord['captions'][number] & { text?: string | undefined }
