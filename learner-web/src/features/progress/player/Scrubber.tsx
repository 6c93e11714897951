import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useId, useState } from 'react'
import { formatSeconds } from '../../../lib/format.ts'
import * as t from '../../../messages/en/progress.ts'
import { type Interval, mergeIntervals } from '../watch-tracker.ts'
import { type Chapter, chapterAt } from './captions.ts'
import styles from './Player.module.css'

interface Props {
  video: HTMLVideoElement
  position: number
  duration: number
  chapters: readonly Chapter[]
  intervals: readonly Interval[]
  onSeek: (second: number) => void
}

export function Scrubber({ video, position, duration, chapters, intervals, onSeek }: Props) {
  const id = useId()
  const [pending, seek] = usePendingSeek(video, onSeek)
  const [hovered, setHovered] = useState<number | null>(null)
  const at = Math.min(pending ?? position, duration)
  const name = (second: number) => chapterAt(chapters, second)?.title
  const percent = (second: number) => `${duration > 0 ? (Math.min(second, duration) / duration) * 100 : 0}%`
  const watched = mergeIntervals(intervals)
  const text = watched
    .map(([from, to]) => t.partFromTo({ from: formatSeconds(from), to: formatSeconds(to) }))
    .join(', ')
  const onKeyDown = (event: KeyboardEvent) => {
    const to = targetOfKey(event.key, at, chapters)
    if (to === null) return
    event.preventDefault()
    event.stopPropagation()
    seek(Math.max(0, Math.min(duration, to)))
  }
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setHovered(Math.max(0, Math.min(1, (clientX - left) / width)) * duration)
  }
  return (
    <div className={styles.scrubber} onPointerMove={onPointerMove} onPointerLeave={() => setHovered(null)}>
      <div className={styles.line} data-drawn="track" style={{ '--at': percent(at) } as CSSProperties}>
        <i className={styles.played} data-drawn="on" />
        {watched.map(([from, to]) => (
          <i
            key={from}
            className={styles.watched}
            data-drawn="on"
            style={{ left: percent(from), width: percent(to - from) }}
          />
        ))}
        {chapters.map(
          ({ second }) =>
            second > 0 && (
              <i key={second} className={styles.chapter} data-drawn="mark" style={{ left: percent(second) }} />
            ),
        )}
      </div>
      <input
        type="range"
        min={0}
        max={Math.max(1, duration)}
        step="any"
        value={at}
        aria-label={t.position}
        aria-valuetext={[t.positionOf({ at: formatSeconds(at), duration: formatSeconds(duration) }), name(at)]
          .filter(Boolean)
          .join(', ')}
        aria-describedby={id}
        onChange={(event) => seek(event.currentTarget.valueAsNumber)}
        onKeyDown={onKeyDown}
      />
      <span id={id} className="visually-hidden">
        {text ? t.watchedParts({ parts: text }) : t.nothingWatchedYet}
      </span>
      {hovered !== null && (
        <output className={styles.tip} style={{ left: `clamp(60px, ${percent(hovered)}, calc(100% - 60px))` }}>
          {[formatSeconds(hovered), name(hovered)].filter(Boolean).join(' · ')}
        </output>
      )}
    </div>
  )
}

/** Requested position until the seek completes, so that the thumb does not jump back while it is dragged. */
function usePendingSeek(video: HTMLVideoElement, onSeek: (second: number) => void) {
  const [pending, setPending] = useState<number | null>(null)
  useEffect(() => {
    const clear = () => setPending(null)
    video.addEventListener('seeked', clear)
    return () => video.removeEventListener('seeked', clear)
  }, [video])
  const seek = (second: number) => {
    setPending(second)
    onSeek(second)
  }
  return [pending, seek] as const
}

/** Arrow keys seek by 5 seconds, Page Up and Page Down by a chapter. Home and End have the browser's default. */
function targetOfKey(key: string, at: number, chapters: readonly Chapter[]): number | null {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return at - 5
  if (key === 'ArrowRight' || key === 'ArrowUp') return at + 5
  // In its first two seconds, goes to the previous chapter instead of the start of the current one.
  if (key === 'PageDown') return chapters.findLast(({ second }) => second < at - 2)?.second ?? 0
  if (key === 'PageUp') return chapters.find(({ second }) => second > at)?.second ?? null
  return null
}
