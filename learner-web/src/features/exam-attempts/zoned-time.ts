import type { ExamDay } from '@flagyard/api-types'
import { zonedFormat } from '@flagyard/api-types/contract/time-zone'
import * as t from '../../messages/en/exam-attempts.ts'

export const myZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** `Tuesday, 3 November 2026 at 09:00`, in the given time zone. */
export function formatMoment(iso: string, timeZone: string): string {
  const day = zonedFormat(timeZone, { dateStyle: 'full' }).format(new Date(iso))
  return t.dayAndHour({ day, hour: formatHour(iso, timeZone) })
}

/** `3 Nov, 09:00`, in the given time zone. */
export function formatShort(iso: string, timeZone: string): string {
  return zonedFormat(timeZone, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(iso))
}

/** `09:00`, in the given time zone. */
export function formatHour(iso: string, timeZone: string): string {
  return zonedFormat(timeZone, { timeStyle: 'short' }).format(new Date(iso))
}

/** An hour selected in the calendar, with its time zone. */
export interface PickedHour {
  at: string
  date: string
  hour: number
  occurrence: ExamDay['hours'][number]['occurrence']
  time_zone: string
}

export const toPayload = ({ date, hour, occurrence, time_zone }: PickedHour) => ({
  date,
  hour,
  time_zone,
  ...(occurrence && { occurrence }),
})
