import type { CanSchedule, MyExamDetails } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { FormError } from '@flagyard/ui/Form'
import { countOf, formatMinutes } from '@flagyard/ui/format'
import { zoneName } from '@flagyard/ui/time-zones'
import { useRef } from 'react'
import { api } from '../../../lib/api.ts'
import styles from '../Examroom.module.css'
import { type ExamHandle, newestAttempt } from '../useExam.ts'
import { formatMoment, toPayload } from '../zoned-time.ts'
import { AcceptRules } from './AcceptRules.tsx'
import { type HourChoice, HourPicker, NextFree } from './HourPicker.tsx'

interface Props {
  exam: MyExamDetails
  can: CanSchedule
  handle: ExamHandle
  choice: HourChoice
}

export function BookHour({ exam, can, handle, choice }: Props) {
  const { picked, nextFree, acceptance, choose, pick } = choice
  const isFinal = picked !== null && isTooSoonToMove(picked.at, can, handle)
  // One key per hour, so that a retry after a lost response does not book twice.
  const key = useRef({ at: '', value: '' })

  const book = async () => {
    if (!picked || !acceptance.check()) return
    choose({ nextFree: null })
    if (key.current.at !== picked.at) key.current = { at: picked.at, value: crypto.randomUUID() }
    await handle.change(
      'book',
      async () => {
        try {
          await api.scheduleExam(
            { exam: exam.slug, scheduleExamPayload: { ...toPayload(picked), ...acceptance.payload } },
            { idempotencyKey: key.current.value },
          )
        } catch (failure) {
          // A rejection is final, so the next try gets a new key.
          if (failure instanceof ApiError) {
            key.current = { at: '', value: '' }
            choose({ nextFree: typeof failure.extra.next_free === 'string' ? failure.extra.next_free : null })
          }
          throw failure
        }
      },
      (now) => isBookedAt(now, picked.at),
    )
  }
  return (
    <Card as="section" className="stack">
      <h2 className={styles.title}>Choose your day and hour</h2>
      <HourPicker exam={exam} can={can} choice={choice} />
      {picked && (
        <p className={styles.summary}>
          <strong>{formatMoment(picked.at, picked.time_zone)}</strong> ({zoneName(picked.time_zone, picked.at)}). You
          have {formatMinutes(can.duration_minutes)}, until{' '}
          {formatMoment(endOf(picked.at, can.duration_minutes), picked.time_zone)}
          {can.duration_minutes > exam.duration_minutes && ', with your extra time'}.
        </p>
      )}
      {isFinal && <FinalHour can={can} />}
      <AcceptRules acceptance={acceptance} isShown={Boolean(newestAttempt(exam)?.decided_at)} />
      <FormError>{handle.errorOf('book')}</FormError>
      <NextFree at={nextFree} timeZone={picked?.time_zone} onTake={pick} />
      <p className="row">
        <Button variant="primary" disabled={!picked} busy={handle.pendingName === 'book'} onClick={() => void book()}>
          Book this hour
        </Button>
        {!isFinal && <span className="small muted">{movesText(can)}</span>}
      </p>
    </Card>
  )
}

export function isBookedAt(exam: MyExamDetails, at: string): boolean {
  const attempt = newestAttempt(exam)
  return attempt?.state === 'scheduled' && Date.parse(attempt.scheduled_at ?? '') === Date.parse(at)
}

const endOf = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString()

/** True if a booking at this hour could no longer be moved or cancelled. */
export const isTooSoonToMove = (at: string, can: CanSchedule, { clockOffset }: Pick<ExamHandle, 'clockOffset'>) =>
  can.moves_left > 0 && Date.parse(at) - can.movable_until_hours * 3_600_000 <= Date.now() + clockOffset

/** Warns before a booking that cannot be changed. */
export function FinalHour({ can }: { can: CanSchedule }) {
  return (
    <p role="status" className={styles.final}>
      <strong>This hour is final.</strong> It begins in less than {countOf(can.movable_until_hours, 'hour')}, so once
      you book it, you can neither move nor cancel it.
    </p>
  )
}

function movesText({ moves_left, movable_until_hours }: CanSchedule): string {
  if (moves_left === 0) return 'A date that you book can no longer be moved or cancelled.'
  return `You can move or cancel it ${countOf(moves_left, 'time')}, until ${countOf(movable_until_hours, 'hour')} before.`
}
