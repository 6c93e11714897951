import { Chip } from '@flagyard/ui/Chip'
import { formatMinutes } from '@flagyard/ui/format'
import { placeName } from '@flagyard/ui/time-zones'
import type { ReactNode } from 'react'
import * as t from '../../../messages/en/exam-attempts.ts'
import { SectionCard } from '../../../shell/sections.tsx'
import styles from '../Examroom.module.css'
import { myZone } from '../zoned-time.ts'

interface Check {
  name: string
  fine: boolean
  words: string
}

interface Props {
  clockOffset: number
  bookedIn: string | null
  /** Additional checks, as list items. */
  children?: ReactNode
}

/** Checks this computer: clock against the server's, time zone against the booking's, and the browser features that the exam room needs. */
export function Preflight({ clockOffset, bookedIn, children }: Props) {
  const checks = [checkClock(clockOffset), checkZone(bookedIn), checkBrowser()]
  const isReady = checks.every(({ fine }) => fine)
  return (
    <SectionCard
      title={t.computerCheck}
      aside={<Chip tone={isReady ? 'good' : 'warn'}>{isReady ? t.ready : t.checkThis}</Chip>}
    >
      <ul className={styles.checks}>
        {checks.map(({ name, fine, words }) => (
          <li key={name}>
            <div className="row between">
              <strong>{name}</strong>
              <Chip tone={fine ? 'good' : 'warn'}>{fine ? t.ok : t.checkThis}</Chip>
            </div>
            <p className="small muted">{words}</p>
          </li>
        ))}
        {children}
      </ul>
      <p className="small muted">{t.computerCheckNote}</p>
    </SectionCard>
  )
}

/** Differences up to a minute are harmless: the exam only uses the server’s clock. */
const CLOCK_TOLERANCE_MS = 60_000

function checkClock(offset: number): Check {
  const fine = Math.abs(offset) <= CLOCK_TOLERANCE_MS
  const minutes = formatMinutes(Math.round(Math.abs(offset) / 60_000))
  return {
    name: t.clock,
    fine,
    words: fine ? t.clockMatches : t.clockDiffers({ minutes, isBehind: String(offset > 0) }),
  }
}

function checkZone(booked: string | null): Check {
  const fine = booked === null || placeName(booked) === placeName(myZone())
  return {
    name: t.timeZone,
    fine,
    words: fine
      ? t.computerZone({ place: placeName(myZone()) })
      : t.otherZone({ place: placeName(myZone()), booked: placeName(booked) }),
  }
}

function checkBrowser(): Check {
  const missing = [
    !('clipboard' in navigator) && t.copyingCredentials,
    !('showModal' in HTMLDialogElement.prototype) && t.dialogs,
    !navigator.cookieEnabled && t.cookies,
  ].filter((what) => what !== false)
  return {
    name: t.browser,
    fine: missing.length === 0,
    words: missing.length === 0 ? t.browserFits : t.browserLacks({ features: missing.join(', ') }),
  }
}
