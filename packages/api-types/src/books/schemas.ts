import { z } from 'zod'
import { count, currency, time } from '../contract/fields.ts'

/** In minor units; less than nothing where more was paid back than was sold. */
const amount = z.int()

/** What was sold or paid back by one provider at one tax rate. */
export const bookRow = z.object({
  kind: z.enum(['sale', 'refund']),
  currency,
  provider: z.string(),
  /** Whose tax; null where no seller was known yet. */
  country: z.string().nullable(),
  /** In basis points. */
  rate: z.int().nullable(),
  /** Why this tax; `none` where no seller was known yet. */
  rule: z.enum(['home', 'oss', 'reverse_charge', 'outside', 'none']),
  /** Orders or refunds; one with several rates counts at its first. */
  count,
  gross: amount,
  net: amount,
  tax: amount,
})
export type BookRow = z.output<typeof bookRow>
const openItems = z.object({ currency, count, amount })
/** All else is a sum of these. */
export const monthFigures = z.object({
  rows: z.array(bookRow),
  /** Vouchers that were paid and not used by the month’s end, at the price of their seat. */
  unredeemed: z.array(openItems),
  /** Orders by transfer that were not paid by the month’s end. */
  transfers: z.array(openItems),
  /** Refunds that the provider had not confirmed: they count in the month in which it does. */
  refunds_asked: z.array(openItems),
})
export type MonthFigures = z.output<typeof monthFigures>

const sums = { sold: amount, refunded: amount, gross: amount, net: amount, tax: amount }
const monthColumns = {
  /** `2026-10`, in UTC. */
  month: z.string(),
  starts_at: time,
  /** The start of the next. */
  ends_at: time,
  /** `ready`: it is over, and those before it are closed. */
  state: z.enum(['running', 'waiting', 'ready', 'closed']),
  closed_at: time.nullable(),
  closed_by: z.string().nullable(),
}
export const month = z.object(monthColumns)
export type Month = z.output<typeof month>
export const monthPage = z.object({
  ...monthColumns,
  /** Grows with whatever is counted in it. */
  version: z.int(),
  totals: z.array(z.object({ currency, orders: count, refunds: count, ...sums })),
  taxes: z.array(
    z.object({ ...bookRow.pick({ currency: true, country: true, rate: true, rule: true }).shape, ...sums }),
  ),
  providers: z.array(z.object({ currency, provider: z.string(), orders: count, refunds: count, ...sums })),
  ...monthFigures.omit({ rows: true }).shape,
  /** What the caller can do with it now. */
  allowed: z.array(z.enum(['close'])),
})
export type MonthPage = z.output<typeof monthPage>
export const monthClosing = z.strictObject({ version: z.int() })
