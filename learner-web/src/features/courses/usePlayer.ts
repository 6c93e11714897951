import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createWatchTracker, type Interval } from './watch-tracker.ts'

/** How often the player reports its position to the server. */
export const HEARTBEAT_MS = 10_000

export interface Heartbeat {
  position_seconds: number
  /** The parts that were played since the last heartbeat. */
  intervals: Interval[]
}

interface Options {
  /** The second to resume at. */
  startAt: number
  speed: number
  send: (sendHeartbeat: Heartbeat, leaving: boolean) => Promise<void>
  /** The video has ended, and the server has received everything that was played. */
  onEnded: () => void
}

/** Connects a `<video>`: it resumes where it stopped, also after its address has changed, and reports what was played. */
export function usePlayer({ startAt, speed, send, onEnded }: Options) {
  const video = useRef<HTMLVideoElement>(null)
  const state = useRef({ watch: createWatchTracker(), position: startAt, ready: false, playing: false, changed: false })
  const [position, setPosition] = useState(Math.floor(startAt))
  const latestSend = useRef(send)
  latestSend.current = send
  const latestOnEnded = useRef(onEnded)
  latestOnEnded.current = onEnded
  const queue = useRef(Promise.resolve())

  const sendHeartbeat = useCallback((leaving = false): Promise<void> => {
    const deliver = async () => {
      const now = state.current
      const intervals = now.watch.takeIntervals()
      now.changed = false
      try {
        await latestSend.current({ position_seconds: now.position, intervals }, leaving)
      } catch {
        now.watch.restoreIntervals(intervals)
        now.changed = true
      }
    }
    // One after the other, because the server measures the time between two heartbeats. When the page closes there is no waiting.
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
    const now = state.current
    const recordPosition = () => {
      const element = video.current
      if (!element || !now.ready) return
      if (element.seeking) return now.watch.interrupt()
      now.watch.playTo(element.currentTime)
      now.position = element.currentTime
      setPosition(Math.floor(element.currentTime))
    }
    return {
      onLoadStart: () => {
        now.ready = false
        now.watch.interrupt()
      },
      onLoadedMetadata: () => {
        const element = video.current
        if (!element) return
        const atEnd = now.position >= element.duration - 2
        if (now.position > 0 && !atEnd) element.currentTime = now.position
        element.playbackRate = speed
        now.ready = true
        if (now.playing) void element.play().catch(() => undefined)
      },
      onTimeUpdate: () => {
        recordPosition()
        if (now.ready && now.playing) now.changed = true
      },
      onSeeking: () => now.watch.interrupt(),
      onSeeked: () => {
        recordPosition()
        now.changed = true
      },
      onPlay: () => {
        // Records where playing begins: the first `timeupdate` comes a little later.
        recordPosition()
        if (!now.playing) void sendHeartbeat()
        now.playing = true
      },
      onPause: () => {
        if (!now.ready) return
        recordPosition()
        now.playing = false
        void sendHeartbeat()
      },
      onEnded: () => {
        recordPosition()
        now.playing = false
        void sendHeartbeat().then(() => latestOnEnded.current())
      },
    }
  }, [sendHeartbeat, speed])

  const seek = (seconds: number) => {
    if (video.current) video.current.currentTime = seconds
  }
  return { video, handlers, position, seek }
}
