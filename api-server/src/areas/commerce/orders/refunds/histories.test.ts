import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../../../../../test/app.ts'
import { makeCourse, makeSeller } from '../../../../../test/catalogue.ts'
import { createManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import { deliver, eventsOf, startStripeDouble } from '../../../../../test/servers/stripe-double.ts'
import { courseProgress, invoices, orders, rateLimits, refunds, vouchers } from '../../../../db/schema/index.ts'
import { findAccess } from '../../../catalogue/entitlements/service.ts'
import { canTransition } from '../transitions.ts'

let app: TestApp
let stripe: Awaited<ReturnType<typeof startStripeDouble>>
beforeAll(async () => {
  stripe = await startStripeDouble()
  const queue = createManualQueue(() => app.deps)
  app = await startTestApp({ config: testConfig({ stripe: stripe.settings }), deps: { queue } })
  await makeSeller(app.deps.db)
})
afterAll(async () => {
  await app.close()
  stripe.close()
})

const SEATS = 3
const PRICE = 33_34
const TOTAL = SEATS * PRICE
const TAX = 15_97
const GOODWILL = 20_01

const seat = fc.nat(SEATS - 1)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ does: 'pay' as const }) },
  { weight: 1, arbitrary: fc.constant({ does: 'cancel' as const }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('activate' as const), seat }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('expire' as const), seat }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('finish' as const), seat }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('refund' as const), seat }) },
  { weight: 1, arbitrary: fc.constant({ does: 'refund all' as const }) },
  { weight: 1, arbitrary: fc.constant({ does: 'goodwill' as const }) },
  { weight: 3, arbitrary: fc.constant({ does: 'dispute' as const }) },
  { weight: 2, arbitrary: fc.constant({ does: 'win' as const }) },
  { weight: 1, arbitrary: fc.constant({ does: 'lose' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Expected {
  order: string
  /** What the order goes back to when the bank decides for us. */
  before: string
  left: number
  vouchers: string[]
  access: boolean[]
}

/**
 * The slow reference: tells from the whole history anew what becomes of an order, its vouchers, its access and its money, without a ledger.
 * All seats cost the same, so each brings back its part of what is left, and the first of them what rounding leaves.
 */
function recompute(history: Step[]): Expected & { allows: (next: Step) => boolean } {
  let order = 'awaiting_payment'
  let before = ''
  let left = TOTAL
  const seats = Array.from({ length: SEATS }, () => ({
    ...{ isIssued: false, isExpired: false, isUsed: false, isFinished: false, isTaken: false },
    /** Closed by the open dispute. */
    waits: false,
  }))
  const isRefundable = () => order === 'fulfilled' || order === 'partially_refunded'
  const open = () => seats.filter(({ isTaken }) => !isTaken)
  const allows = (next: Step): boolean => {
    const one = 'seat' in next ? seats[next.seat]! : undefined
    switch (next.does) {
      case 'pay':
        return order === 'awaiting_payment' || order === 'cancelled'
      case 'cancel':
        return order === 'awaiting_payment'
      case 'activate':
        return !!one && one.isIssued && !one.isUsed && !one.isExpired && !one.isTaken && !one.waits
      case 'expire':
        return !!one && one.isIssued && !one.isUsed && !one.isTaken
      case 'finish':
        return !!one?.isUsed
      case 'refund':
        return isRefundable() && !one!.isTaken
      case 'refund all':
        return isRefundable()
      case 'goodwill':
        return isRefundable() && left > GOODWILL
      case 'dispute':
        return isRefundable()
      default:
        return order === 'disputed'
    }
  }
  const takeAll = () => {
    for (const one of seats) Object.assign(one, { isTaken: true, waits: false })
    order = 'refunded'
    left = 0
  }
  for (const next of history) {
    const one = 'seat' in next ? seats[next.seat]! : undefined
    if (next.does === 'pay') {
      order = 'fulfilled'
      for (const each of seats) each.isIssued = true
    } else if (next.does === 'cancel') order = 'cancelled'
    else if (next.does === 'activate') one!.isUsed = true
    else if (next.does === 'expire') one!.isExpired = true
    else if (next.does === 'finish') one!.isFinished = true
    else if (next.does === 'refund') {
      const place = open().indexOf(one!)
      left -= Math.floor(left / open().length) + (place < left % open().length ? 1 : 0)
      one!.isTaken = true
      order = open().length === 0 ? 'refunded' : 'partially_refunded'
    } else if (next.does === 'goodwill') {
      left -= GOODWILL
      order = 'partially_refunded'
    } else if (next.does === 'dispute') {
      before = order
      order = 'disputed'
      for (const each of open()) each.waits = !each.isUsed || !each.isFinished
    } else if (next.does === 'win') {
      order = before
      for (const each of seats) each.waits = false
    } else takeAll()
  }
  return {
    order,
    before,
    left,
    vouchers: seats.map(({ isIssued, isTaken, isUsed, waits, isExpired }) =>
      !isIssued
        ? 'none'
        : isTaken
          ? 'revoked'
          : isUsed
            ? 'activated'
            : waits
              ? 'suspended'
              : isExpired
                ? 'expired'
                : 'available',
    ),
    access: seats.map(({ isUsed, isTaken, waits }) => isUsed && !isTaken && !waits),
    allows,
  }
}

const histories = process.env.LONG ? 3000 : 12

/** The steps of a voucher that DOMAIN knows. */
const steps: Record<string, string[]> = {
  none: ['available'],
  available: ['activated', 'expired', 'suspended', 'revoked'],
  activated: ['revoked'],
  expired: ['suspended', 'revoked'],
  suspended: ['available', 'expired', 'revoked'],
  revoked: [],
}

test('after any history of purchases, uses, refunds and disputes, access matches a model and the amounts add up', {
  timeout: 3_600_000,
}, async () => {
  let made = 0
  const done = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (asked) => {
      // These learners try more codes than people may.
      await app.deps.db.delete(rateLimits)
      const order = await place(++made)
      const history: Step[] = []
      let before = await readAll(order)
      // Without a payment most of it would be refused.
      for (const next of [{ does: 'pay' as const }, ...asked]) {
        const allowed = recompute(history).allows(next)
        expect(await order.act(next), JSON.stringify([history, next])).toBe(allowed)
        if (allowed) history.push(next)
        if (allowed) done.add(next.does)
        const after = await readAll(order)
        const expected = recompute(history)
        const { order: state, vouchers: states, access } = expected
        expect({ state, states, access }, JSON.stringify(history)).toEqual({
          state: after.row.state,
          states: after.states,
          access: after.access,
        })
        if (before.row.state !== after.row.state && next.does !== 'pay')
          expect(canTransition(before.row.state, after.row.state)).toBe(true)
        for (const [index, to] of after.states.entries()) {
          const from = before.states[index]!
          if (from !== to) expect(steps[from]).toContain(to)
        }
        assertMoney(after, expected.left)
        before = after
      }
    }),
    { numRuns: histories, ...(process.env.LONG ? {} : { seed: 20_261_124 }) },
  )
  // A step that was refused in every history would show nothing. Nothing is cancelled once it is paid.
  expect([...done].sort()).toEqual([
    'activate',
    'dispute',
    'expire',
    'finish',
    'goodwill',
    'lose',
    'pay',
    'refund',
    'refund all',
    'win',
  ])
})

type Placed = Awaited<ReturnType<typeof place>>

/** An order with a course of its own, so that the same learners can use it; and what can be done with it. */
async function place(number: number) {
  const { db } = app.deps
  const slug = `history-${number}`
  const course = await makeCourse(db, slug)
  const line = { kind: 'course' as const, id: course.id, slug, title: slug, amount: PRICE, first_seat: 0 as const }
  const [row] = await db
    .insert(orders)
    .values({
      ...{ number: `H-${number}`, user_id: await app.idOf('buyer'), state: 'awaiting_payment', kind: 'course' },
      ...{ target_id: course.id, slug, title: slug, quantity: SEATS, gift: false, lines: [line] },
      ...{ unit_amount: PRICE, total_amount: TOTAL, tax_amount: TAX, provider: 'stripe' },
      tax_lines: [{ country: 'DE', rate: 1900, rule: 'home', net: TOTAL - TAX, tax: TAX }],
    })
    .returning({ id: orders.id })
  const { id } = row!
  const events = eventsOf({ id, amount: TOTAL })
  let disputed = 0
  const codeOf = async (at: number) => (await vouchersOf(id))[at]
  const stateOf = async () => (await rowOf(id)).state
  /** Whether the event changed the order. */
  const tell = async (event: Parameters<typeof deliver>[1]) => {
    const from = await stateOf()
    expect(await deliver(app.app, event)).toBe(204)
    return (await stateOf()) !== from
  }
  async function refund(refundChoice: { vouchers?: string[]; amount?: number }) {
    const { version, preview } = await app.asAdmin.previewRefund({ id, refundChoice })
    await app.asAdmin.refundOrder({ id, refundRequest: { version, preview, reason: 'A test', ...refundChoice } })
    return true
  }
  const refuse = (error: { status?: number }) => {
    if (error.status === 409 || error.status === 422) return false
    throw error
  }

  async function act(next: Step): Promise<boolean> {
    const voucher = 'seat' in next ? await codeOf(next.seat) : undefined
    switch (next.does) {
      case 'pay':
        return tell(events.paid())
      case 'cancel':
        return tell(events.expired())
      case 'activate': {
        if (!voucher) return false
        const used = voucher.used
        const api = app.as(`learner-${next.seat}`)
        await api.activateVoucher({ activateVoucherPayload: { code: voucher.code } }).catch(refuse)
        return (await codeOf(next.seat))!.used > used
      }
      case 'expire':
        if (!voucher || voucher.used > 0 || voucher.state === 'revoked') return false
        await db
          .update(vouchers)
          .set({ expires_at: new Date(0) })
          .where(eq(vouchers.id, voucher.id))
        return true
      case 'finish': {
        if (!voucher?.used) return false
        const done = { user_id: await app.idOf(`learner-${next.seat}`), course_id: course.id, completed_at: new Date() }
        await db
          .insert(courseProgress)
          .values(done)
          .onConflictDoUpdate({ target: [courseProgress.user_id, courseProgress.course_id], set: done })
        return true
      }
      case 'refund':
        return voucher ? refund({ vouchers: [voucher.id] }).catch(refuse) : false
      case 'refund all':
        return refund({}).catch(refuse)
      case 'goodwill':
        return refund({ amount: GOODWILL }).catch(refuse)
      case 'dispute':
        if ((await stateOf()) === 'disputed') return false
        return tell(events.disputed(`dp_${++disputed}_${id}`))
      case 'win':
        return tell(events.won(`dp_${disputed}_${id}`))
      case 'lose':
        return (await stateOf()) === 'disputed' && tell(events.lost(`dp_${disputed}_${id}`))
    }
  }
  return { id, act, course: course.id }
}

const rowOf = async (id: string) => (await app.deps.db.select().from(orders).where(eq(orders.id, id)))[0]!
const vouchersOf = (id: string) =>
  app.deps.db.select().from(vouchers).where(eq(vouchers.order_id, id)).orderBy(vouchers.seat)

async function readAll({ id, course }: Placed) {
  const issued = await vouchersOf(id)
  const access: boolean[] = []
  for (let at = 0; at < SEATS; at++)
    access.push((await findAccess(app.deps.db, await app.idOf(`learner-${at}`), { course })).granted)
  return {
    row: await rowOf(id),
    states: Array.from({ length: SEATS }, (_, at) => {
      const { state, expires_at } = issued[at] ?? { state: 'none', expires_at: null }
      return state === 'available' && expires_at ? 'expired' : state
    }),
    access,
    refunds: await app.deps.db.select().from(refunds).where(eq(refunds.order_id, id)),
    papers: await app.deps.db.select().from(invoices).where(eq(invoices.order_id, id)),
  }
}

const sumOf = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

function assertMoney({ row, refunds, papers }: Awaited<ReturnType<typeof readAll>>, left: number) {
  expect(refunds.every(({ amount, tax_amount }) => amount > 0 && tax_amount >= 0)).toBe(true)
  expect(sumOf(refunds)).toBe(row.refunded_amount)
  expect(row.refunded_amount).toBeLessThanOrEqual(row.total_amount)
  if (row.paid_at) expect(row.total_amount - row.refunded_amount).toBe(left)
  for (const { lines, amount, tax_amount } of refunds.filter((one) => one.lines.length > 0)) {
    expect(sumOf(lines)).toBe(amount)
    expect(lines.reduce((sum, { tax }) => sum + tax, 0)).toBe(tax_amount)
  }
  // Invoices less credit notes are what was paid less what was refunded, and so is the tax in them.
  const signed = papers.map((paper) => ({ paper, sign: paper.kind === 'invoice' ? 1 : -1 }))
  const billed = signed.reduce((sum, { paper, sign }) => sum + sign * paper.total_amount, 0)
  expect(billed).toBe(row.paid_at ? row.total_amount - row.refunded_amount : 0)
  const tax = signed.reduce((sum, { paper, sign }) => sum + sign * paper.tax_amount, 0)
  const refundedTax = refunds.reduce((sum, { tax_amount }) => sum + tax_amount, 0)
  expect(tax).toBe(row.paid_at ? row.tax_amount - refundedTax : 0)
  if (row.state === 'refunded') expect([billed, tax]).toEqual([0, 0])
}
