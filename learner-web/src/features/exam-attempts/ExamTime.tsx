import type { MyExamDetails } from '@flagyard/api-types'
import { pointsGiven, recordName } from '@flagyard/api-types/exam-attempts/attempt-record'
import { Button } from '@flagyard/ui/Button'
import { classNames } from '@flagyard/ui/class-names'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatClock } from '../../lib/format.ts'
import { useNow, useTimeWarnings } from '../../lib/useNow.ts'
import * as t from '../../messages/en/exam-attempts.ts'
import { useLetterKey } from '../../shell/LetterKeys.tsx'
import styles from './Examroom.module.css'
import type { AttemptProps } from './useExam.ts'
import { formatMoment, formatShort, myZone } from './zoned-time.ts'

/** Time left by the server’s clock. Warns at 30, 10, 5 and 1 minutes, and refetches the exam when time is up. */
export function ExamTime({ exam, attempt, handle }: AttemptProps) {
  const now = useNow() + handle.clockOffset
  const zone = attempt.time_zone ?? myZone()
  const { active_until, clock_stopped_at } = attempt
  const isPaused = clock_stopped_at !== null || active_until === null
  const reason = reasonOfStop(exam)
  const left = isPaused ? attempt.seconds_left * 1000 : Math.max(0, Date.parse(active_until) - now)
  // Shown in place, because a toast would cover the clock.
  const [warning, setWarning] = useState<{ minutes: number; endsAt: string | null }>()
  const warn = useCallback((minutes: number) => setWarning({ minutes, endsAt: active_until }), [active_until])
  useTimeWarnings(isPaused ? null : left, active_until, warn)
  useRefreshWhenOver(left === 0, handle.refresh)
  return (
    <section className={styles.timeBar} aria-label={t.yourTime}>
      <span className={classNames(styles.bigClock, left < 10 * 60_000 && !isPaused && styles.soon)} role="timer">
        {formatClock(left)}
      </span>
      <p className="small" role="status">
        {isPaused
          ? t.clockPaused({
              hasTime: String(clock_stopped_at !== null),
              time: clock_stopped_at ? formatShort(clock_stopped_at, zone) : '',
              hasReason: String(reason !== ''),
              reason,
            })
          : left === 0
            ? t.timeIsUp
            : t.leftUntil({ time: formatMoment(active_until, zone) })}
      </p>
      <SpokenTime text={t.spokenTime({ isPaused: String(isPaused), time: spokenTime(left) })} />
      <div role="alert" className={styles.warning}>
        {warning && !isPaused && left > 0 && warning.endsAt === active_until && (
          <p key={warning.minutes}>{t.minutesLeft({ minutes: warning.minutes })}</p>
        )}
      </div>
    </section>
  )
}

/** Announces the time on a key or button press, because a ticking clock is not announced by itself. */
function SpokenTime({ text }: { text: string }) {
  const [spoken, setSpoken] = useState({ text: '', times: 0 })
  const button = useRef<HTMLButtonElement>(null)
  const speak = () => setSpoken(({ times }) => ({ text, times: times + 1 }))
  useLetterKey('t', button, speak)
  return (
    <>
      <Button ref={button} size="small" variant="quiet" className={styles.speak} aria-keyshortcuts="T" onClick={speak}>
        {t.announceTime({ shortcut: (children) => <kbd className={styles.key}>{children}</kbd> })}
      </Button>
      {/* A new element each time, because screen readers do not announce an unchanged text again. */}
      <div className="visually-hidden" role="status">
        <p key={spoken.times}>{spoken.text}</p>
      </div>
    </>
  )
}

function spokenTime(left: number): string {
  const seconds = Math.floor(left / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const parts = [
    hours > 0 && t.hours({ hours }),
    (hours > 0 || minutes > 0) && t.minutes({ minutes }),
    hours === 0 && t.seconds({ seconds: seconds % 60 }),
  ]
  return parts.filter((part) => part !== false).join(', ')
}

function reasonOfStop({ ledger }: MyExamDetails): string {
  const reason = ledger.findLast(({ kind }) => kind === 'stop')?.reason
  return reason?.replace(/\.$/, '') ?? ''
}

/** The server ends an exam a few seconds after its time. */
function useRefreshWhenOver(isOver: boolean, refresh: () => Promise<unknown>): void {
  const onOver = useEffectEvent(refresh)
  useEffect(() => {
    if (isOver) void onOver()
  }, [isOver])
}

type Row = MyExamDetails['ledger'][number]

interface TimeLedgerProps {
  rows: readonly Row[]
  endsAt: string | null
  timeZone: string
}

/** All time granted, with reasons. The rows add up to the end of the exam. */
export function TimeLedger({ rows, endsAt, timeZone }: TimeLedgerProps) {
  if (rows.length === 0) return <p className="small muted">{t.noTimeRecorded}</p>
  return (
    <ol className={styles.ledger}>
      {rows.map((row, index) => (
        <li key={index}>
          <span>
            {recordName(rows, index)}
            {row.from_at && <span className="muted"> · {formatShort(row.from_at, timeZone)}</span>}
            {row.by === 'us' && <span className="muted"> · {t.byOurTeam}</span>}
            {row.reason && <span className={styles.reason}>{row.reason}</span>}
          </span>
          <span className="mono">{amountOf(row, rows.slice(0, index))}</span>
        </li>
      ))}
      {endsAt && (
        <li>
          <strong>{t.ends}</strong>
          <strong>{formatShort(endsAt, timeZone)}</strong>
        </li>
      )}
    </ol>
  )
}

/** Amount of a row: the full time for the start, otherwise the addition. */
function amountOf(row: Row, before: readonly Row[]): string {
  if (row.kind === 'start') return formatClock(row.seconds * 1000)
  if (row.kind === 'extension' || row.kind === 'incident') return `+${formatClock(row.seconds * 1000)}`
  if (row.kind === 'regrade' || row.kind === 'extra_points') return pointsGiven(row)
  if (row.kind !== 'resume' || !row.from_at) return ''
  const since = firstStopOf(before)
  return since ? `+${formatClock(Date.parse(row.from_at) - Date.parse(since))}` : ''
}

/** A paused clock may be paused again manually; the pause counts from the first time. */
function firstStopOf(before: readonly Row[]): string | null {
  const last = before.findLastIndex(({ kind }) => kind === 'resume' || kind === 'start')
  return before.slice(last + 1).find(({ kind }) => kind === 'stop')?.from_at ?? null
}
