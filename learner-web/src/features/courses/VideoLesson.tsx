import type { LessonProgress } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { type ReactNode, useId, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatPercent, formatSeconds } from '../../lib/format.ts'
import styles from './Classroom.module.css'
import type { LessonRef } from './lesson-ref.ts'
import { Transcript } from './Transcript.tsx'
import { useSaveLessonProgress } from './useClassroom.ts'
import { usePlayer } from './usePlayer.ts'
import { useVideoSource } from './useVideoSource.ts'
import { WatchedBar } from './WatchedBar.tsx'

/** At most 2: between two heartbeats the server counts no more than twice the time that has passed. */
const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2]
/** The chosen speed also applies to the next lessons. */
let lastSpeed = 1

interface Props {
  slug: string
  lesson: LessonRef
  title: string
  heading: ReactNode
  duration: number
  progress: LessonProgress | undefined
  /** The video has ended; `watched` is the share that the server has counted. */
  onEnded: (watched: number) => void
}

/** The video of a lesson, which resumes where it stopped, with captions, transcript, speeds and the parts already watched. */
export function VideoLesson({ slug, lesson, title, heading, duration, progress, onEnded }: Props) {
  const { source, error, broken, renewSource, onPlaying, retry } = useVideoSource({ slug, ...lesson })
  const saveProgress = useSaveLessonProgress(slug)
  const [speed, setSpeed] = useState(lastSpeed)
  const speedId = useId()
  const [transcriptOpen, setTranscriptOpen] = useState(false)
  const watched = useRef(progress?.watched ?? 0)
  const [startAt] = useState(progress?.position_seconds ?? 0)
  const player = usePlayer({
    startAt,
    speed,
    onEnded: () => onEnded(watched.current),
    send: async (heartbeat, keepalive) => {
      const row = await api.updateLastSeen({ slug, updateLastSeenPayload: { ...lesson, ...heartbeat } }, { keepalive })
      watched.current = row.watched
      saveProgress(row)
    },
  })
  const changeSpeed = (value: number) => {
    lastSpeed = value
    setSpeed(value)
  }
  return (
    <>
      <div className={styles.stage}>
        {error && !source ? (
          <Failed what="the video" why={errorMessage(error)} onRetry={retry} />
        ) : broken ? (
          <Failed
            what="the video"
            why="Your connection may be slow or down. We have saved your place."
            onRetry={retry}
          />
        ) : source ? (
          <video
            ref={player.video}
            className={styles.video}
            src={source.url}
            aria-label={title}
            controls
            playsInline
            preload="metadata"
            {...player.handlers}
            onPlaying={onPlaying}
            onError={renewSource}
          >
            {source.captions.map(({ lang, label, url }, index) => (
              <track key={url} kind="captions" src={url} srcLang={lang} label={label} default={index === 0} />
            ))}
          </video>
        ) : (
          <Loading what="the video" />
        )}
      </div>
      <WatchedBar intervals={progress?.intervals ?? []} duration={duration} />
      <div className={styles.head}>
        <div>
          {heading}
          <p className="small muted">
            {formatSeconds(player.position)} of {formatSeconds(duration)} · {formatPercent(progress?.watched ?? 0)}{' '}
            watched · resumes here on any device
          </p>
        </div>
        <div className={styles.tools}>
          {source && source.captions.length > 0 && (
            <Button aria-expanded={transcriptOpen} onClick={() => setTranscriptOpen(!transcriptOpen)}>
              Transcript
            </Button>
          )}
          <span className={styles.speed}>
            <label htmlFor={speedId}>Speed</label>
            <select id={speedId} value={speed} onChange={(event) => changeSpeed(Number(event.currentTarget.value))}>
              {SPEEDS.map((value) => (
                <option key={value} value={value}>
                  {value}×
                </option>
              ))}
            </select>
          </span>
        </div>
      </div>
      {transcriptOpen && source && <Transcript source={source} position={player.position} onSeek={player.seek} />}
    </>
  )
}
