import { Chip } from '@flagyard/ui/Chip'
import { formatMinutes } from '@flagyard/ui/format'
import { placeName } from '@flagyard/ui/time-zones'
import type { ReactNode } from 'react'
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
      title="Is this computer ready?"
      aside={<Chip tone={isReady ? 'good' : 'warn'}>{isReady ? 'Ready' : 'Check this'}</Chip>}
    >
      <ul className={styles.checks}>
        {checks.map(({ name, fine, words }) => (
          <li key={name}>
            <div className="row between">
              <strong>{name}</strong>
              <Chip tone={fine ? 'good' : 'warn'}>{fine ? 'OK' : 'Check this'}</Chip>
            </div>
            <p className="small muted">{words}</p>
          </li>
        ))}
        {children}
      </ul>
      <p className="small muted">Open this page on the computer that you will use for the exam.</p>
    </SectionCard>
  )
}

/** Differences up to a minute are harmless: the exam only uses the server’s clock. */
const CLOCK_TOLERANCE_MS = 60_000

function checkClock(offset: number): Check {
  const fine = Math.abs(offset) <= CLOCK_TOLERANCE_MS
  const minutes = formatMinutes(Math.round(Math.abs(offset) / 60_000))
  return {
    name: 'Clock',
    fine,
    words: fine
      ? 'It matches ours. Your exam uses our clock.'
      : `It is ${minutes} ${offset > 0 ? 'behind' : 'ahead of'} ours. Your exam and this page use our clock. Set yours so that you arrive on time.`,
  }
}

function checkZone(booked: string | null): Check {
  const fine = booked === null || placeName(booked) === placeName(myZone())
  return {
    name: 'Time zone',
    fine,
    words: fine
      ? `This computer is in ${placeName(myZone())}.`
      : `This computer is in ${placeName(myZone())}, but you booked in ${placeName(booked)}. Check the local start time where you will be.`,
  }
}

function checkBrowser(): Check {
  const missing = [
    !('clipboard' in navigator) && 'copying credentials',
    !('showModal' in HTMLDialogElement.prototype) && 'dialogs',
    !navigator.cookieEnabled && 'cookies',
  ].filter((what) => what !== false)
  return {
    name: 'Browser',
    fine: missing.length === 0,
    words:
      missing.length === 0
        ? 'It supports everything that the exam room needs.'
        : `It lacks ${missing.join(', ')}. Please use a current Firefox, Chrome, Edge or Safari.`,
  }
}
