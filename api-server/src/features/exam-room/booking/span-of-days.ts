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

/** The moments between which days of a zone lie, the first and the last included; null where they have no end. */
export const spanOfDays = ({ from, until, time_zone }: Days): OpenSpan => ({
  from: from === undefined ? null : startOf(Temporal.PlainDate.from(from), time_zone),
  until: until === undefined ? null : startOf(Temporal.PlainDate.from(until).add({ days: 1 }), time_zone),
})

/** When a day begins. Where clocks change at midnight that is not at 0:00. */
export function startOf(date: Temporal.PlainDate, time_zone: string): Date {
  const [first] = hoursOfDay(date, time_zone).hours
  if (!first) throw new Error(`There are no hours on ${date} in ${time_zone}`)
  return first.at
}
