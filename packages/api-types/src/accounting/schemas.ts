import { z } from 'zod'
import { count, currency, time } from '../contract/fields.ts'

/** In minor units; negative if refunds exceed sales. */
const amount = z.int()

/** Sales or refunds of one provider at one tax rate. */
export const bookRow = z.object({
  kind: z.enum(['sale', 'refund']),
  currency,
  provider: z.string(),
  /** Country that receives the tax; null if no seller was configured yet. */
  country: z.string().nullable(),
  /** In basis points. */
  rate: z.int().nullable(),
  /** Tax rule; `none` if no seller was configured yet. */
  rule: z.enum(['home', 'oss', 'reverse_charge', 'outside', 'none']),
  /** Number of orders or refunds; one with several rates is counted at its first. */
  count,
  gross: amount,
  net: amount,
  tax: amount,
})
export type BookRow = z.output<typeof bookRow>
const openItems = z.object({ currency, count, amount })
/** All other figures are sums of these. */
export const monthFigures = z.object({
  rows: z.array(bookRow),
  /** Paid vouchers not redeemed by the end of the month, at seat price. */
  unredeemed: z.array(openItems),
  /** Bank transfer orders not paid by the end of the month. */
  transfers: z.array(openItems),
  /** Refunds not yet confirmed by the provider. They count in the month in which they are confirmed. */
  refunds_asked: z.array(openItems),
})
export type MonthFigures = z.output<typeof monthFigures>

const sums = { sold: amount, refunded: amount, gross: amount, net: amount, tax: amount }
const monthColumns = {
  /** `2026-10`, in UTC. */
  month: z.string(),
  starts_at: time,
  /** Start of the next month. */
  ends_at: time,
  /** `ready`: the month is over and all earlier months are closed. */
  state: z.enum(['running', 'waiting', 'ready', 'closed']),
  closed_at: time.nullable(),
  closed_by: z.string().nullable(),
}
export const month = z.object(monthColumns)
export type Month = z.output<typeof month>
export const monthPage = z.object({
  ...monthColumns,
  /** Increases whenever an item is added to the month. */
  version: z.int(),
  totals: z.array(z.object({ currency, orders: count, refunds: count, ...sums })),
  taxes: z.array(
    z.object({ ...bookRow.pick({ currency: true, country: true, rate: true, rule: true }).shape, ...sums }),
  ),
  providers: z.array(z.object({ currency, provider: z.string(), orders: count, refunds: count, ...sums })),
  ...monthFigures.omit({ rows: true }).shape,
  allowed: z.array(z.enum(['close'])),
})
export type MonthPage = z.output<typeof monthPage>
export const monthClosing = z.strictObject({ version: z.int() })
