import { useEffect, useState } from 'react'
import { formatSeconds } from '../../lib/format.ts'

/** `Note at 3:12`, updated during playback. */
export function NoteAt({ position }: { position: () => number }) {
  const [second, setSecond] = useState(() => Math.floor(position()))
  useEffect(() => {
    const timer = setInterval(() => setSecond(Math.floor(position())), 250)
    return () => clearInterval(timer)
  }, [position])
  return <>Note at {formatSeconds(second)}</>
}
