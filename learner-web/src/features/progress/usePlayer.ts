import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createWatchTracker, type Interval } from './watch-tracker.ts'

/** Interval between position reports to the server. */
export const HEARTBEAT_MS = 10_000

export interface Heartbeat {
  position_seconds: number
  /** Parts played since the last heartbeat. */
  intervals: Interval[]
}

interface Options {
  startAt: number
  speed: number
  send: (heartbeat: Heartbeat, leaving: boolean) => Promise<void>
  /** Called at the end of the video, after the server has received all playback. */
  onEnded: () => void
}

/** Connects a `<video>` element: resumes at the last position, even after its URL has changed, and reports playback. */
export function usePlayer({ startAt, speed, send, onEnded }: Options) {
  const video = useRef<HTMLVideoElement>(null)
  const state = useRef({
    tracker: createWatchTracker(),
    position: startAt,
    ready: false,
    playing: false,
    changed: false,
  })
  const [shown, setShown] = useState(Math.floor(startAt))
  const latestSend = useRef(send)
  latestSend.current = send
  const latestOnEnded = useRef(onEnded)
  latestOnEnded.current = onEnded
  const queue = useRef(Promise.resolve())

  const sendHeartbeat = useCallback((leaving = false): Promise<void> => {
    const deliver = async () => {
      const playback = state.current
      const intervals = playback.tracker.takeIntervals()
      playback.changed = false
      try {
        await latestSend.current({ position_seconds: playback.position, intervals }, leaving)
      } catch {
        playback.tracker.restoreIntervals(intervals)
        playback.changed = true
      }
    }
    // Sent sequentially, because the server measures the time between two heartbeats. When the page closes, there is no time to wait.
    queue.current = leaving ? deliver() : queue.current.then(deliver)
    return queue.current
  }, [])

  useEffect(() => {
    const timer = setInterval(() => state.current.playing && void sendHeartbeat(), HEARTBEAT_MS)
    const sendWhenHidden = () =>
      document.visibilityState === 'hidden' && state.current.changed && void sendHeartbeat(true)
    const sendLast = () => state.current.changed && void sendHeartbeat(true)
    document.addEventListener('visibilitychange', sendWhenHidden)
    addEventListener('pagehide', sendLast)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', sendWhenHidden)
      removeEventListener('pagehide', sendLast)
      sendLast()
    }
  }, [sendHeartbeat])

  useEffect(() => {
    if (video.current) video.current.playbackRate = speed
  }, [speed])

  const handlers = useMemo(() => {
    const playback = state.current
    const recordPosition = () => {
      const element = video.current
      if (!element || !playback.ready) return
      if (element.seeking) return playback.tracker.interrupt()
      playback.tracker.playTo(element.currentTime)
      playback.position = element.currentTime
      setShown(Math.floor(element.currentTime))
    }
    return {
      onLoadStart: () => {
        playback.ready = false
        playback.tracker.interrupt()
      },
      onLoadedMetadata: () => {
        const element = video.current
        if (!element) return
        const atEnd = playback.position >= element.duration - 2
        if (playback.position > 0 && !atEnd) element.currentTime = playback.position
        element.playbackRate = speed
        playback.ready = true
        if (playback.playing) void element.play().catch(() => undefined)
      },
      onTimeUpdate: () => {
        recordPosition()
        if (playback.ready && playback.playing) playback.changed = true
      },
      onSeeking: () => playback.tracker.interrupt(),
      onSeeked: () => {
        recordPosition()
        playback.changed = true
      },
      onPlay: () => {
        // Records the start of playback, because the first `timeupdate` comes slightly later.
        recordPosition()
        if (!playback.playing) void sendHeartbeat()
        playback.playing = true
      },
      onPause: () => {
        if (!playback.ready) return
        recordPosition()
        playback.playing = false
        void sendHeartbeat()
      },
      onEnded: () => {
        recordPosition()
        playback.playing = false
        void sendHeartbeat().then(() => latestOnEnded.current())
      },
    }
  }, [sendHeartbeat, speed])

  const seek = useCallback((second: number) => {
    // Becomes the start position if the video is not loaded yet.
    state.current.position = second
    if (video.current) video.current.currentTime = second
  }, [])
  // After the end, the video returns to its start, which the last recorded position does not show.
  const position = useCallback(() => {
    const { ready, position: last } = state.current
    return ready && video.current ? video.current.currentTime : last
  }, [])
  return { video, handlers, /** The position in whole seconds, for rendering. */ second: shown, position, seek }
}
