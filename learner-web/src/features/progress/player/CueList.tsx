import { Button } from '@flagyard/ui/Button'
import { classNames } from '@flagyard/ui/class-names'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { formatSeconds } from '../../../lib/format.ts'
import styles from './BelowVideo.module.css'
import type { Cue } from './captions.ts'

interface Props {
  cues: Cue[]
  /** Search text in lower case; empty if there is no search. */
  words: string
  /** The current search match. */
  shown: Cue | undefined
  position: number
  onSeek: (second: number) => void
}

/** Scrollable lines of a transcript. Follows the spoken line until the user scrolls. */
export function CueList({ cues, words, shown, position, onSeek }: Props) {
  const box = useRef<HTMLOListElement>(null)
  const current = cues.findLast((cue) => cue.from <= position + 0.5)
  const inSight = words === '' ? current : shown
  const { follows, follow, onScroll } = useKeepInSight(box, inSight && cues.indexOf(inSight), words === '')
  return (
    <div className={styles.box}>
      <ol ref={box} className={styles.cues} onScroll={onScroll}>
        {cues.map((cue) => (
          <li key={cue.from} className={classNames(cue === shown && styles.found)}>
            <button type="button" aria-current={cue === current || undefined} onClick={() => onSeek(cue.from)}>
              <span className="mono muted">{formatSeconds(cue.from)}</span>
              <span>{marked(cue.text, words)}</span>
            </button>
          </li>
        ))}
      </ol>
      {!follows && (
        <Button size="small" className={styles.follow} onClick={follow}>
          Follow the video
        </Button>
      )}
    </div>
  )
}

/** Scrolls the box, not the page, to the line at this index. Stops after the user has scrolled the box. */
function useKeepInSight(box: RefObject<HTMLOListElement | null>, index: number | undefined, mayStop: boolean) {
  const [follows, setFollows] = useState(true)
  const scrolledTo = useRef<number>(null)
  useEffect(() => {
    const line = index === undefined ? null : box.current?.children[index]
    if (!box.current || !(line instanceof HTMLElement) || (mayStop && !follows)) return
    box.current.scrollTop = line.offsetTop - (box.current.clientHeight - line.offsetHeight) / 2
    scrolledTo.current = box.current.scrollTop
  }, [box, index, follows, mayStop])
  const onScroll = () => {
    const ours = Math.abs((box.current?.scrollTop ?? 0) - (scrolledTo.current ?? 0)) < 2
    if (!ours && mayStop) setFollows(false)
  }
  return { follows: follows || !mayStop, follow: () => setFollows(true), onScroll }
}

/** Highlights the search text. */
function marked(text: string, words: string): ReactNode {
  const at = words === '' ? -1 : text.toLowerCase().indexOf(words)
  if (at < 0) return text
  const end = at + words.length
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {marked(text.slice(end), words)}
    </>
  )
}
