import type { CanSchedule, MyExamDetails } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { Button } from '@flagyard/ui/Button'
import { FormError } from '@flagyard/ui/Form'
import { formatMinutes } from '@flagyard/ui/format'
import { zoneName } from '@flagyard/ui/time-zones'
import { useRef } from 'react'
import { api } from '../../../lib/api.ts'
import * as t from '../../../messages/en/exam-attempts.ts'
import { SectionCard } from '../../../shell/sections.tsx'
import styles from '../Examroom.module.css'
import { type ExamHandle, newestAttempt } from '../useExam.ts'
import { formatMoment, type PickedHour, toPayload } from '../zoned-time.ts'
import { AcceptRules } from './AcceptRules.tsx'
import { type HourChoice, HourPicker, NextFree } from './HourPicker.tsx'

interface Props {
  exam: MyExamDetails
  can: CanSchedule
  handle: ExamHandle
  choice: HourChoice
}

export function BookHour({ exam, can, handle, choice }: Props) {
  const { picked, nextFree, acceptance, pick } = choice
  const isFinal = picked !== null && isTooSoonToMove(picked.at, can, handle)
  // One key per hour, so that a retry after a lost response does not book twice.
  const key = useRef({ at: '', value: '' })

  const book = () =>
    sendHour('book', handle, choice, async (scheduleExamPayload, { at }) => {
      if (key.current.at !== at) key.current = { at, value: crypto.randomUUID() }
      try {
        await api.scheduleExam({ exam: exam.slug, scheduleExamPayload }, { idempotencyKey: key.current.value })
      } catch (failure) {
        // A rejection is final, so the next try gets a new key.
        if (failure instanceof ApiError) key.current = { at: '', value: '' }
        throw failure
      }
    })
  return (
    <SectionCard title={t.chooseYourDayAndHour}>
      <HourPicker exam={exam} can={can} choice={choice} />
      {picked && (
        <p className={styles.summary}>
          {t.pickedHour({
            time: formatMoment(picked.at, picked.time_zone),
            zone: zoneName(picked.time_zone, picked.at),
            duration: formatMinutes(can.duration_minutes),
            end: formatMoment(endOf(picked.at, can.duration_minutes), picked.time_zone),
            hasExtraTime: String(can.duration_minutes > exam.duration_minutes),
          })}
        </p>
      )}
      {isFinal && <FinalHour can={can} />}
      <AcceptRules acceptance={acceptance} isShown={Boolean(newestAttempt(exam)?.decided_at)} />
      <FormError>{handle.errorOf('book')}</FormError>
      <NextFree at={nextFree} timeZone={picked?.time_zone} onPick={pick} />
      <p className="row">
        <Button variant="primary" disabled={!picked} busy={handle.pendingName === 'book'} onClick={() => void book()}>
          {t.bookThisHour}
        </Button>
        {!isFinal && <span className="small muted">{movesText(can)}</span>}
      </p>
    </SectionCard>
  )
}

type HourPayload = Parameters<typeof api.scheduleExam>[0]['scheduleExamPayload']

/** Books the selected hour, or moves the booking to it. If the hour was taken meanwhile, the next free one is offered. */
export async function sendHour(
  name: 'book' | 'move',
  handle: ExamHandle,
  { picked, acceptance, choose }: HourChoice,
  send: (payload: HourPayload, picked: PickedHour) => Promise<unknown>,
): Promise<boolean> {
  if (!picked || !acceptance.check()) return false
  choose({ nextFree: null })
  const sendOnce = () =>
    send({ ...toPayload(picked), ...acceptance.payload }, picked).catch((failure: unknown) => {
      const next = failure instanceof ApiError ? failure.extra.next_free : null
      if (typeof next === 'string') choose({ nextFree: next })
      throw failure
    })
  return handle.change(name, sendOnce, (now) => isBookedAt(now, picked.at))
}

function isBookedAt(exam: MyExamDetails, at: string): boolean {
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
      {t.hourIsFinal({ hours: can.movable_until_hours })}
    </p>
  )
}

function movesText({ moves_left, movable_until_hours }: CanSchedule): string {
  if (moves_left === 0) return t.notMovableAfterBooking
  return t.canMove({ moves: moves_left, hours: movable_until_hours })
}
