import { Button, buttonClass } from '@flagyard/ui/Button'
import { Link } from '@flagyard/ui/Link'
import { openDialogsAtom } from '@flagyard/ui/open-dialogs'
import { getDefaultStore, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as t from '../../../messages/en/progress.ts'
import { AUTOPLAY_STATE, type NextLesson } from '../lesson-player.ts'
import styles from './Player.module.css'
import { playerSettingsAtom } from './settings.ts'

/** Delay before the next lesson opens automatically. */
const UP_NEXT_SECONDS = 8

interface Props {
  next: NextLesson
  ended: boolean
  stage: HTMLElement
}

/** Shown over the last frame at the end of a video: the next lesson, which opens automatically unless cancelled. */
export function UpNext({ next, ended, stage }: Props) {
  return (
    <>
      <p className="visually-hidden" role="status">
        {ended && t.upNextAnnounced({ title: next.title })}
      </p>
      {ended && <Ended next={next} stage={stage} />}
    </>
  )
}

function Ended({ next, stage }: Omit<Props, 'ended'>) {
  const card = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const { upNext } = useAtomValue(playerSettingsAtom)
  const [stopped, setStopped] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const counts = upNext && next.autoAdvances && !stopped
  const left = useCountdown(counts, () => void navigate(next.path, { state: AUTOPLAY_STATE }))
  // Moves the focus only if it was in the player, so that users elsewhere on the page are not interrupted.
  useEffect(() => {
    if (stage.contains(document.activeElement)) card.current?.querySelector('a')?.focus()
  }, [stage])
  return (
    <div ref={card} className={styles.upNext}>
      <p className={styles.upNextLabel}>{counts ? t.upNextIn({ left }) : t.upNext}</p>
      <p className={styles.upNextTitle}>{next.title}</p>
      <div className={styles.upNextActions}>
        <Link to={next.path} className={buttonClass({ variant: 'primary' })}>
          {t.openNow}
        </Link>
        {counts && <Button onClick={() => setStopped(true)}>{t.stayHere}</Button>}
      </div>
    </div>
  )
}

/** Counts down only while visible: not behind a dialog or in a background tab. */
function useCountdown(counts: boolean, onDone: () => void): number {
  const [left, setLeft] = useState(UP_NEXT_SECONDS)
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (!counts) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && getDefaultStore().get(openDialogsAtom) === 0)
        setLeft((seconds) => seconds - 1)
    }, 1000)
    return () => clearInterval(timer)
  }, [counts])
  useEffect(() => {
    if (left === 0) done()
  }, [left])
  return left
}
