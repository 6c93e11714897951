import type { BookRow, MonthPage } from '@flagyard/api-types'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../test/app.ts'
import { payBack, type SoldOrder, sell } from '../../../../test/fixtures/random-books.ts'
import { months, orders, refunds } from '../../../db/schema/index.ts'

const RUNS = process.env.LONG ? 200 : 6
const MINUTE = 60_000

let app: TestApp
let finance: Api
let user_id: string
beforeAll(async () => {
  app = await startTestApp()
  finance = app.as('only-finance', { roles: ['user', 'admin'], capabilities: ['finance'] })
  user_id = await app.idOf('nina')
})
afterAll(() => app.close())

const YEAR = Date.parse('2026-01-01T00:00:00Z')
/** Until the end of May: five months. */
const day = fc.integer({ min: 0, max: 150 }).map((days) => new Date(YEAR + days * 86_400_000 + 3_600_000))
const rule = fc.constantFrom(
  { country: 'DE', rate: 1900, rule: 'home' as const },
  { country: 'FR', rate: 550, rule: 'oss' as const },
  { country: 'AT', rate: 0, rule: 'reverse_charge' as const },
)
const sale = fc.record({
  paid_at: day,
  total: fc.integer({ min: 0, max: 200_000 }),
  rates: fc.array(fc.record({ line: rule, share: fc.integer({ min: 0, max: 600 }) }), { maxLength: 2 }),
  provider: fc.constantFrom('stripe' as const, 'invoice' as const),
  currency: fc.constantFrom('EUR', 'USD'),
  refunds: fc.array(fc.record({ thousandths: fc.integer({ min: 1, max: 700 }), at: day }), { maxLength: 3 }),
})
/** What is recorded before each month is closed: some of it is dated into months that are closed. */
const history = fc.array(fc.array(sale, { maxLength: 6 }), { minLength: 5, maxLength: 5 })

/** Everything of one order that counts, by whole numbers alone, one refund after the other. */
interface Counted {
  month: string
  row: Omit<BookRow, 'count' | 'kind'>
  kind: BookRow['kind']
}

test(
  'a closed month equals a slow sum regardless of late transactions, and all months add up to everything',
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const { db } = app.deps
        await db.delete(months)
        await db.delete(refunds)
        await db.delete(orders)
        // So that the books begin in January.
        const all: Counted[] = []
        await record(
          [{ paid_at: new Date(YEAR + 1), total: 0, rates: [], provider: 'stripe', currency: 'EUR', refunds: [] }],
          0,
          all,
        )
        const closed: MonthPage[] = []
        for (const [at, sales] of steps.entries()) {
          await record(sales, at, all)
          const month = nameOf(at)
          const { version } = await finance.getMonth({ month })
          closed.push(await finance.closeMonth({ month, monthClosing: { version } }))
          expect(slow(closed.at(-1)!), month).toEqual(expected(all.filter((one) => one.month === month)))
        }
        for (const page of closed) expect(await finance.getMonth({ month: page.month })).toEqual(page)
        const sum = new Map<string, number[]>()
        for (const page of closed) for (const [key, values] of slow(page)) add(sum, key, values)
        expect(withoutZeros(sum)).toEqual(withoutZeros(expected(all)))
        const money = await db.execute(
          sql`select coalesce(sum(total_amount - refunded_amount), 0)::float8 as left_over from orders`,
        )
        const left = (money as unknown as { rows: { left_over: number }[] }).rows[0]!.left_over
        expect(closed.flatMap(({ totals }) => totals).reduce((total, { gross }) => total + gross, 0)).toBe(left)
      }),
      { numRuns: RUNS, ...(process.env.LONG ? {} : { seed: 20_261_124 }) },
    )
  },
  10 * MINUTE,
)

const nameOf = (at: number) => `2026-${String(at + 1).padStart(2, '0')}`

type RandomSale = typeof sale extends fc.Arbitrary<infer S> ? S : never

/** Writes the orders and refunds, and notes in which month each has to count: its own, or the first that is open. */
async function record(sales: RandomSale[], open: number, all: Counted[]) {
  // What is dated after the last month that will be closed would count in none.
  const monthOf = (at: Date) => nameOf(Math.max(open, Math.min(at.getUTCMonth(), 4)))
  for (const { refunds: asked, rates, ...fields } of sales) {
    const lines = rates.map(({ line, share }) => ({ ...line, share }))
    const [order] = await sell(app.deps.db, { ...fields, user_id, rates: lines })
    const tax = order!.tax_lines.length
      ? order!.tax_lines
      : [{ country: null, rate: null, rule: 'none' as const, net: order!.total_amount, tax: 0 }]
    const { currency, provider } = order!
    for (const line of tax)
      all.push({
        month: monthOf(order!.paid_at!),
        kind: 'sale',
        row: { currency, provider, ...line, gross: line.net + line.tax },
      })
    await payBackAll(order!, asked, tax, monthOf, all)
  }
}

async function payBackAll(
  order: SoldOrder,
  asked: RandomSale['refunds'],
  lines: { country: string | null; rate: number | null; rule: BookRow['rule']; net: number; tax: number }[],
  monthOf: (at: Date) => string,
  all: Counted[],
) {
  let done = 0
  // Nothing is paid back before it was paid.
  const dated = asked
    .map(({ thousandths, at }) => ({ thousandths, at: new Date(Math.max(at.getTime(), order.paid_at!.getTime())) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const [nth, { thousandths, at: moment }] of dated.entries()) {
    const at = new Date(moment.getTime() + nth)
    const amount = Math.min(order.total_amount - done, Math.ceil((order.total_amount * thousandths) / 1000))
    if (amount <= 0) continue
    const before = done
    done += amount
    const share = (part: number) => round(part * done, order.total_amount) - round(part * before, order.total_amount)
    await payBack(app.deps.db, order, { amount, at, tax: lines.reduce((sum, line) => sum + share(line.tax), 0) })
    const { currency, provider } = order
    let below = 0
    for (const line of lines) {
      const upto = below + line.net + line.tax
      const gross = share(upto) - share(below)
      const tax = share(line.tax)
      below = upto
      all.push({
        month: monthOf(at),
        kind: 'refund',
        row: { currency, provider, ...line, gross, net: gross - tax, tax },
      })
    }
  }
  if (done > 0) await app.deps.db.update(orders).set({ refunded_amount: done }).where(sql`${orders.id} = ${order.id}`)
}

/** Half up, without fractions. */
const round = (dividend: number, divisor: number) =>
  Number((2n * BigInt(dividend) + BigInt(divisor)) / (2n * BigInt(divisor)))

function add(sums: Map<string, number[]>, key: string, values: number[]) {
  const before = sums.get(key) ?? values.map(() => 0)
  sums.set(
    key,
    before.map((value, at) => value + values[at]!),
  )
}

/** Gross, net and tax by currency and tax, and gross by provider. */
function expected(facts: Counted[]) {
  const sums = new Map<string, number[]>()
  for (const { kind, row } of facts) {
    const sign = kind === 'sale' ? 1 : -1
    const values = [row.gross, row.net, row.tax].map((value) => sign * value)
    add(sums, `${row.currency} ${row.country} ${row.rule} ${row.rate}`, values)
    add(sums, `${row.currency} ${row.provider}`, values)
    add(sums, row.currency, values)
  }
  return sums
}
function slow({ taxes, providers, totals }: MonthPage) {
  const sums = new Map<string, number[]>()
  for (const one of taxes)
    add(sums, `${one.currency} ${one.country} ${one.rule} ${one.rate}`, [one.gross, one.net, one.tax])
  for (const one of providers) add(sums, `${one.currency} ${one.provider}`, [one.gross, one.net, one.tax])
  for (const one of totals) add(sums, one.currency, [one.gross, one.net, one.tax])
  return sums
}
const withoutZeros = (sums: Map<string, number[]>) => new Map([...sums].filter(([, values]) => values.some(Boolean)))
