import type { VideoUrl } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { type ReactNode, useId, useState } from 'react'
import { formatPercent, formatSeconds } from '../../lib/format.ts'
import styles from './Classroom.module.css'
import { useOfferLessonPlayer } from './lesson-player.ts'
import { Transcript } from './Transcript.tsx'
import { type Heartbeat, usePlayer } from './usePlayer.ts'
import { useVideoSource } from './useVideoSource.ts'
import { WatchedBar } from './WatchedBar.tsx'
import type { Interval } from './watch-tracker.ts'

/** At most 2: between two heartbeats the server counts no more than twice the time that has passed. */
const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2]
/** The chosen speed also applies to the next lessons. */
let lastSpeed = 1

interface Props {
  title: string
  heading: ReactNode
  duration: number
  /** Requests an address of the video, which ends within minutes. */
  loadSource: () => Promise<VideoUrl>
  /** The second to resume at. */
  startAt: number
  watched: number
  intervals: readonly Interval[]
  /** Where the position is kept, in a few words. */
  keptWhere: string
  send: (heartbeat: Heartbeat, leaving: boolean) => Promise<void>
  /** The video has ended, and everything that was played has been sent. */
  onEnded: () => void
}

/** A video which resumes where it stopped, with captions, transcript, speeds and the parts already watched. */
export function VideoPlayer(props: Props) {
  const { title, heading, duration, watched, intervals, keptWhere, send, onEnded } = props
  const { source, error, broken, renewSource, onPlaying, retry } = useVideoSource(props.loadSource)
  const [speed, setSpeed] = useState(lastSpeed)
  const speedId = useId()
  const [transcriptOpen, setTranscriptOpen] = useState(false)
  const [startAt] = useState(props.startAt)
  const player = usePlayer({ startAt, speed, onEnded, send })
  useOfferLessonPlayer(
    { position: () => player.video.current?.currentTime ?? player.position, seek: player.seek },
    source !== undefined,
  )
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
      <WatchedBar intervals={intervals} duration={duration} />
      <div className={styles.head}>
        <div>
          {heading}
          <p className="small muted">
            {formatSeconds(player.position)} of {formatSeconds(duration)} · {formatPercent(watched)} watched ·{' '}
            {keptWhere}
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
