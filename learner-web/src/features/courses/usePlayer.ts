import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createWatch, type Interval } from './watched.ts'

/** So often the player tells the server where it is. */
export const HEARTBEAT_MS = 10_000

export interface Heartbeat {
  position_seconds: number
  /** What was really played since the last one. */
  intervals: Interval[]
}

interface Options {
  /** Where it stopped the last time. */
  startAt: number
  speed: number
  send: (beat: Heartbeat, leaving: boolean) => Promise<void>
  /** It played to its end, and the server has heard of all of it. */
  onEnded: () => void
}

/** Wires a `<video>`: it goes on where it stopped, also after its address changed, and tells the server what was watched. */
export function usePlayer({ startAt, speed, send, onEnded }: Options) {
  const video = useRef<HTMLVideoElement>(null)
  const state = useRef({ watch: createWatch(), position: startAt, ready: false, playing: false, moved: false })
  const [at, setAt] = useState(Math.floor(startAt))
  const sender = useRef(send)
  sender.current = send
  const ended = useRef(onEnded)
  ended.current = onEnded
  const last = useRef(Promise.resolve())

  const beat = useCallback((leaving = false): Promise<void> => {
    const deliver = async () => {
      const now = state.current
      const intervals = now.watch.take()
      now.moved = false
      try {
        await sender.current({ position_seconds: now.position, intervals }, leaving)
      } catch {
        now.watch.giveBack(intervals)
        now.moved = true
      }
    }
    // One after the other: the server measures the wall clock between two of them. Who leaves does not wait.
    last.current = leaving ? deliver() : last.current.then(deliver)
    return last.current
  }, [])

  useEffect(() => {
    const timer = setInterval(() => state.current.playing && void beat(), HEARTBEAT_MS)
    const leave = () => document.visibilityState === 'hidden' && state.current.moved && void beat(true)
    const goAway = () => state.current.moved && void beat(true)
    document.addEventListener('visibilitychange', leave)
    addEventListener('pagehide', goAway)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', leave)
      removeEventListener('pagehide', goAway)
      goAway()
    }
  }, [beat])

  useEffect(() => {
    if (video.current) video.current.playbackRate = speed
  }, [speed])

  const handlers = useMemo(() => {
    const now = state.current
    const note = () => {
      const element = video.current
      if (!element || !now.ready) return
      if (element.seeking) return now.watch.lift()
      now.watch.reach(element.currentTime)
      now.position = element.currentTime
      setAt(Math.floor(element.currentTime))
    }
    return {
      onLoadStart: () => {
        now.ready = false
        now.watch.lift()
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
        note()
        if (now.ready && now.playing) now.moved = true
      },
      onSeeking: () => now.watch.lift(),
      onSeeked: () => {
        note()
        now.moved = true
      },
      onPlay: () => {
        // Where it begins counts too: the first report of the player comes a little later.
        note()
        if (!now.playing) void beat()
        now.playing = true
      },
      onPause: () => {
        if (!now.ready) return
        note()
        now.playing = false
        void beat()
      },
      onEnded: () => {
        note()
        now.playing = false
        void beat().then(() => ended.current())
      },
    }
  }, [beat, speed])

  const seek = (seconds: number) => {
    if (video.current) video.current.currentTime = seconds
  }
  return { video, handlers, at, seek }
}
