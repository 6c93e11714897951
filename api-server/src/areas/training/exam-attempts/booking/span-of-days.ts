import { Temporal } from 'temporal-polyfill'
import { hoursOfDay } from './slot.ts'

export interface OpenSpan {
  from: Date | null
  until: Date | null
}

interface Days {
  from?: string | undefined
  until?: string | undefined
  time_zone: string
}

/** Start of the first day and end of the last, in the time zone; null for an open end. */
export const spanOfDays = ({ from, until, time_zone }: Days): OpenSpan => ({
  from: from === undefined ? null : startOf(Temporal.PlainDate.from(from), time_zone),
  until: until === undefined ? null : startOf(Temporal.PlainDate.from(until).add({ days: 1 }), time_zone),
})

/** Start of a local day. In zones that change clocks at midnight, the day starts at 01:00. */
export function startOf(date: Temporal.PlainDate, time_zone: string): Date {
  const [first] = hoursOfDay(date, time_zone).hours
  if (!first) throw new Error(`There are no hours on ${date} in ${time_zone}`)
  return first.at
}
