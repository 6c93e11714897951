import type { Figures } from '@flagyard/api-types'
import { formatDay } from '../../../lib/format.ts'
import type { Span } from './labels.ts'

/** Noon local time: a date has no time zone. */
const dayOf = (day: string) => formatDay(`${day}T12:00`)

/** `1 Mar 2026 – 30 Mar 2026`. */
export const formatSpan = ({ from, until }: Span): string =>
  from === until ? dayOf(from) : `${dayOf(from)} – ${dayOf(until)}`

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Short label for the axis. */
export const formatTick = ({ from }: Span, step: Figures['step']): string =>
  (step === 'month' ? month : shortDay).format(new Date(from))

/** Label for the table. A partial first week or month shows its dates. */
export const formatPeriod = (period: Span, step: Figures['step']): string =>
  step === 'day' ? dayOf(period.from) : formatSpan(period)

export const stepNames = { day: 'Day', week: 'Week', month: 'Month' } as const
