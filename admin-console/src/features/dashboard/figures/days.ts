import type { Figures } from '@flagyard/api-types'
import { formatDay } from '../../../lib/format.ts'
import type { Span } from './labels.ts'

/** Noon of the day here: it is a day, and no instant. */
const dayOf = (day: string) => formatDay(`${day}T12:00`)

/** `1 Mar 2026 – 30 Mar 2026`. */
export const formatSpan = ({ from, until }: Span): string =>
  from === until ? dayOf(from) : `${dayOf(from)} – ${dayOf(until)}`

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Below the chart, where there is little room. */
export const formatTick = ({ from }: Span, step: Figures['step']): string =>
  (step === 'month' ? month : shortDay).format(new Date(from))

/** In the table, where the cut first week or month shows its days. */
export const formatPeriod = (period: Span, step: Figures['step']): string =>
  step === 'day' ? dayOf(period.from) : formatSpan(period)

export const stepNames = { day: 'Day', week: 'Week', month: 'Month' } as const
