import type { VideoUrl } from '@flagyard/api-types'
import { errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ComponentType, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { formatPercent } from '../../lib/format.ts'
import * as t from '../../messages/en/progress.ts'
import styles from './Classroom.module.css'
import { type NextLesson, shouldAutoplay, useRegisterLessonPlayer } from './lesson-player.ts'
import { BelowVideo } from './player/BelowVideo.tsx'
import type { ControlsProps } from './player/PlayerControls.tsx'
import { Stage } from './player/Stage.tsx'
import { changePlayerSettings, playerSettingsAtom } from './player/settings.ts'
import { type Heartbeat, usePlayer } from './usePlayer.ts'
import type { Interval } from './watch-tracker.ts'

interface Props {
  title: string
  heading: ReactNode
  duration: number
  loadSource: () => Promise<VideoUrl>
  startAt: number
  watched: number
  intervals: readonly Interval[]
  progressNote: string
  upNext?: NextLesson | undefined
  /** Called when the first frame is loaded. */
  onLoaded?: () => void
  send: (heartbeat: Heartbeat, leaving: boolean) => Promise<void>
  /** Called at the end of the video, after all playback has been reported. */
  onEnded: () => void
}

/** Video that resumes at the last position, with custom controls, captions, chapters and a transcript. */
export function VideoPlayer(props: Props) {
  const { title, heading, duration, watched, intervals, progressNote, upNext, send, onEnded } = props
  const { source, error, broken, renewSource, onPlaying, retry } = useVideoSource(props.loadSource)
  const settings = useAtomValue(playerSettingsAtom)
  const [startAt] = useState(props.startAt)
  const player = usePlayer({ startAt, speed: settings.speed, onEnded, send })
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const [video, setVideo] = useVideoElement(player.video, settings)
  const Controls = usePlayerControls()
  const [autoPlay] = useState(shouldAutoplay(useLocation().state))
  useRegisterLessonPlayer(player, video !== null)
  const picture =
    error && !source ? (
      <Failed what={t.videoNoun} why={errorMessage(error)} onRetry={retry} />
    ) : broken ? (
      <Failed what={t.videoNoun} why={t.videoBroken} onRetry={retry} />
    ) : source ? (
      <video
        ref={setVideo}
        src={source.url}
        aria-label={title}
        // The browser's controls, until the custom ones are loaded or if they fail to load.
        controls={!Controls}
        autoPlay={autoPlay}
        playsInline
        preload="metadata"
        {...player.handlers}
        onLoadedData={props.onLoaded}
        onPlaying={onPlaying}
        onError={renewSource}
        onVolumeChange={({ currentTarget: { volume, muted } }) => changePlayerSettings({ volume, muted })}
      >
        {source.captions.map(({ lang, label, url }) => (
          <track key={url} kind="captions" src={url} srcLang={lang} label={label} />
        ))}
      </video>
    ) : (
      <Loading what={t.videoNoun} />
    )
  return (
    <>
      <Stage
        label={t.videoTitle({ title })}
        stage={setStage}
        picture={picture}
        captions={source?.captions.length !== 0}
      >
        {Controls && video && stage && source && (
          <Controls {...{ video, stage, source, duration, intervals, upNext }} onSeek={player.seek} />
        )}
      </Stage>
      <div className={styles.head}>
        {heading}
        <p className="small muted">
          {watched > 0 && `${t.watchedShare({ watched: formatPercent(watched) })} · `}
          {progressNote}
        </p>
      </div>
      {source && <BelowVideo title={title} source={source} position={player.second} />}
    </>
  )
}

/** The video element, at the volume stored in this browser. */
function useVideoElement(
  ref: { current: HTMLVideoElement | null },
  { volume, muted }: { volume: number; muted: boolean },
) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const set = useCallback(
    (element: HTMLVideoElement | null) => {
      ref.current = element
      setVideo(element)
    },
    [ref],
  )
  useEffect(() => {
    if (video) Object.assign(video, { volume, muted })
  }, [video, volume, muted])
  return [video, set] as const
}

/** Loads the controls lazily, so that the video does not wait for them. */
function usePlayerControls(): ComponentType<ControlsProps> | null {
  const [Controls, setControls] = useState<ComponentType<ControlsProps> | null>(null)
  useEffect(() => {
    import('./player/PlayerControls.tsx').then(
      ({ default: Loaded }) => setControls(() => Loaded),
      () => undefined,
    )
  }, [])
  return Controls
}

/** Time before expiry at which a new URL is fetched. */
const RENEW_AHEAD_MS = 60_000
/** Maximum number of consecutive playback errors that trigger a new URL. */
const MAX_FAILURES = 2

/**
 * URL of a video, which expires within minutes. A new one is fetched in time, but used only after the player fails with the old one, so
 * that playback is not interrupted.
 */
function useVideoSource(load: () => Promise<VideoUrl>) {
  const player = useId()
  const {
    data: latest,
    error,
    refetch,
  } = useQuery({
    // One URL per player: a shared one may expire sooner.
    queryKey: ['videoSource', player],
    queryFn: load,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data ? Math.max(10_000, Date.parse(state.data.expires_at) - Date.now() - RENEW_AHEAD_MS) : false,
    refetchIntervalInBackground: true,
  })
  const [source, setSource] = useState<VideoUrl>()
  const [broken, setBroken] = useState(false)
  const failures = useRef(0)
  useEffect(() => {
    if (latest) setSource((current) => current ?? latest)
  }, [latest])
  const renew = async () => {
    failures.current += 1
    if (failures.current > MAX_FAILURES) return setBroken(true)
    const { data } = await refetch()
    // The same URL would fail again.
    if (data && data.url !== source?.url) setSource(data)
    else setBroken(true)
  }
  return {
    source,
    error,
    /** True if new URLs also failed. */
    broken,
    renewSource: () => void renew(),
    onPlaying: () => {
      failures.current = 0
    },
    retry: () => {
      failures.current = 0
      setBroken(false)
      void renew()
    },
  }
}
