import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { createManualQueue, type ManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import { deliver, eventsOf, startStripeDouble } from '../../../../test/servers/stripe-double.ts'
import { courses, orders, paymentEvents, refunds, vouchers } from '../../../db/schema/index.ts'
import { transitions } from './transitions.ts'

let app: TestApp
let stripe: Awaited<ReturnType<typeof startStripeDouble>>
let queue: ManualQueue
beforeAll(async () => {
  stripe = await startStripeDouble()
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ config: testConfig({ stripe: stripe.settings }), deps: { queue } })
  await makeCourse(app.deps.db, 'aws')
})
afterAll(async () => {
  await app.close()
  stripe.close()
})

const QUANTITY = 2
const TOTAL = QUANTITY * 100_00
/** What Stripe may say, and what our own jobs do. An event that was chosen twice is sent twice. */
const said = fc.constantFrom(
  ...(['paid', 'pending', 'succeeded', 'failed', 'expired', 'charged', 'inquired'] as const),
  ...(['refund half', 'refund other half', 'refund too much', 'refund failed'] as const),
  ...(['disputed', 'won', 'lost', 'disputed again', 'won again', 'cheap', 'our job', 'tomorrow'] as const),
)
type Said = Parameters<typeof said.filter>[0] extends (value: infer T) => boolean ? T : never

const histories = process.env.LONG ? 10_000 : 60

test('after any sequence of Stripe events, repeated and late, an order has a valid state and the amounts add up', {
  // Ten thousand take an hour on a machine that does much else besides.
  timeout: 3 * 3_600_000,
}, async () => {
  let made = 0
  const states = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 12 }), async (history) => {
      const id = await insertOrder(++made)
      const events = eventsOf({ id, amount: TOTAL })
      const once = {
        paid: events.paid(),
        pending: events.pending(),
        succeeded: events.succeeded(),
        failed: events.failed(),
        expired: events.expired(),
        charged: events.charged(),
        inquired: events.inquired(),
        'refund half': events.refunded(TOTAL / 2, `re_a_${id}`),
        'refund other half': events.refunded(TOTAL / 2, `re_b_${id}`),
        'refund too much': events.refunded(TOTAL + 1, `re_c_${id}`),
        'refund failed': events.refundFailed(`re_a_${id}`),
        disputed: events.disputed(),
        won: events.won(),
        lost: events.lost(),
        'disputed again': events.disputed(`dp_again_${id}`),
        'won again': events.won(`dp_again_${id}`),
        cheap: eventsOf({ id, amount: 1 }).paid(),
      } satisfies Record<Exclude<Said, 'our job' | 'tomorrow'>, unknown>

      let before = await rowOf(id)
      for (const step of history) {
        if (step === 'our job') await queue.run('orders.apply_events')
        else if (step === 'tomorrow') await passOneDay(id)
        else expect(await deliver(app.app, once[step])).toBe(204)
        const after = await rowOf(id)
        assertReached(before.state, after.state)
        states.add(after.state)
        assertMoney(after)
        before = after
      }
      const isPaid = history.includes('paid') || history.includes('succeeded')
      expect(before.paid_at !== null).toBe(isPaid)
      expect(await app.deps.db.$count(vouchers, eq(vouchers.order_id, id))).toBe(isPaid ? QUANTITY : 0)
      expect(await sumOfRefunds(id)).toBe(before.refunded_amount)
      if (isPaid) expect(await countWaiting(id)).toBe(0)
    }),
    { numRuns: histories, ...(process.env.LONG ? {} : { seed: 20_261_124 }) },
  )
  // With too few histories some states would never be reached.
  expect([...states].sort()).toEqual([
    'awaiting_payment',
    'cancelled',
    'disputed',
    'failed',
    'fulfilled',
    'partially_refunded',
    'refunded',
  ])
})

const rowOf = async (id: string) => (await app.deps.db.select().from(orders).where(eq(orders.id, id)))[0]!

/** An order of one buyer of all, without the checkout before it. */
async function insertOrder(number: number): Promise<string> {
  const [course] = await app.deps.db.select().from(courses).where(eq(courses.slug, 'aws'))
  const [row] = await app.deps.db
    .insert(orders)
    .values({
      ...{ number: `H-${number}`, user_id: await app.idOf('buyer'), state: 'awaiting_payment', kind: 'course' },
      ...{ target_id: course!.id, slug: 'aws', title: course!.title, quantity: QUANTITY, gift: false },
      lines: [{ kind: 'course', id: course!.id, slug: 'aws', title: course!.title, amount: 100_00, first_seat: 0 }],
      ...{ unit_amount: 100_00, total_amount: TOTAL, provider: 'stripe', expires_at: sql`now() + interval '1 day'` },
    })
    .returning({ id: orders.id })
  return row!.id
}

async function passOneDay(id: string) {
  await app.deps.db.update(orders).set({ expires_at: sql`expires_at - interval '1 day'` }).where(eq(orders.id, id))
  await queue.run('orders.expire')
}

/** One event may take an order several steps, since it brings what waited for it. */
function assertReached(from: keyof typeof transitions, to: keyof typeof transitions) {
  const reached = new Set([from])
  for (const state of reached) for (const next of transitions[state]) reached.add(next)
  expect([...reached]).toContain(to)
}

function assertMoney({ state, refunded_amount, total_amount }: typeof orders.$inferSelect) {
  expect(refunded_amount).toBeGreaterThanOrEqual(0)
  expect(refunded_amount).toBeLessThanOrEqual(total_amount)
  if (state === 'refunded') expect(refunded_amount).toBe(total_amount)
  if (state === 'partially_refunded') expect(refunded_amount).toBeGreaterThan(0)
  if (state === 'fulfilled') expect(refunded_amount).toBe(0)
  // A paid order is fulfilled in the same transaction.
  expect(state).not.toBe('paid')
}

async function sumOfRefunds(id: string): Promise<number> {
  const [row] = await app.deps.db
    .select({ sum: sql<number>`coalesce(sum(${refunds.amount}), 0)::int` })
    .from(refunds)
    .where(eq(refunds.order_id, id))
  return row!.sum
}

const countWaiting = (id: string) =>
  app.deps.db.$count(
    paymentEvents,
    sql`${paymentEvents.payment} = ${`pi_${id}`} and ${paymentEvents.handled_at} is null`,
  )
