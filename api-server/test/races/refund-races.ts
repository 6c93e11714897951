import { and, eq, isNull, sql } from 'drizzle-orm'
import { lockAccountNoKey } from '../../src/areas/platform/auth/queries.ts'
import type { Tx } from '../../src/db/open.ts'
import { deployments, entitlements, labs, orders, refunds, vouchers } from '../../src/db/schema/index.ts'
import { startTestApp, testConfig } from '../app.ts'
import { makeCourse, makeLab } from '../catalogue.ts'
import { openTestPostgres } from '../database.ts'
import { createManualQueue } from '../fixtures/manual-queue.ts'
import { deliver, eventsOf, type StripeEvent, startStripeDouble } from '../servers/stripe-double.ts'
import { hold, holdTable, untilWaiting } from './lock-barrier.ts'

/** Seats of an order, and the accounts that can use one each: `user-0` and so on. */
export const SEATS = 10

/** Server on real Postgres with a Stripe double, and actions that are interrupted by other actions. */
export async function startRefundRaces() {
  const stripe = await startStripeDouble()
  const queue = createManualQueue(() => app.deps)
  const app = await startTestApp({
    database: await openTestPostgres(),
    config: testConfig({ stripe: stripe.settings }),
    deps: { queue },
  })
  const { db } = app.deps
  for (let at = 0; at < SEATS; at++) await app.idOf(`user-${at}`)
  const send = (event: StripeEvent) => deliver(app.app, event)

  let made = 0
  async function buy() {
    const slug = `course-${++made}`
    await makeCourse(db, slug)
    const { order_id: id } = await app.as('buyer').purchaseCourse({
      purchaseCoursePayload: { slug, quantity: SEATS },
    })
    const events = eventsOf({ id, amount: SEATS * 100_00 })
    await send(events.paid())
    const seats = await db.select().from(vouchers).where(eq(vouchers.order_id, id)).orderBy(vouchers.seat)
    return { id, events, seats, slug }
  }

  async function buyLab() {
    const slug = `lab-${++made}`
    await makeLab(db, slug)
    const [lab] = await db.select().from(labs).where(eq(labs.slug, slug))
    const { order_id: id } = await app.as('buyer').purchaseLab({
      purchaseLabPayload: { slug, quantity: 1 },
    })
    const events = eventsOf({ id, amount: (await app.as('buyer').getOrder({ id })).total.amount })
    await send(events.paid())
    return { id, events, user_id: await app.idOf('buyer'), lab_id: lab!.id }
  }

  /** Changes something under the lock of a user's account and calls `start` before the commit. */
  async function whileHolding<T>(user_id: string, change: (tx: Tx) => Promise<unknown>, start: () => Promise<T>) {
    const release = await hold(db, async (tx) => {
      await lockAccountNoKey(tx, user_id)
      await change(tx)
    })
    const started = Promise.allSettled([start()])
    await untilWaiting(db, 1)
    await release()
    const [outcome] = await started
    return outcome
  }

  return {
    app,
    db,
    buy,
    deliver: send,
    whileHolding,
    rowOf: async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!,
    refundsOf: (id: string) => db.select().from(refunds).where(eq(refunds.order_id, id)),
    /** Active entitlements from the seats of an order. */
    openOf: (id: string) =>
      db
        .select()
        .from(entitlements)
        .where(
          and(
            isNull(entitlements.revoked_at),
            isNull(entitlements.suspended_at),
            sql`${entitlements.voucher_id} in (select v.id from vouchers v where v.order_id = ${id})`,
          ),
        ),
    activateAll: (seats: { code: string }[]) =>
      seats.map(({ code }, at) => app.as(`user-${at}`).activateVoucher({ activateVoucherPayload: { code } })),
    /** Refunds these seats, or the whole order. */
    async refund(id: string, chosen?: string[]) {
      const refundChoice = chosen ? { vouchers: chosen } : {}
      const { version, preview } = await app.asAdmin.previewRefund({ id, refundChoice })
      const refundRequest = { version, preview, reason: 'They asked', ...refundChoice }
      return app.asAdmin.refundOrder({ id, refundRequest })
    },

    /** Uses the first seat and calls `start` before that is done. */
    async whileUsed<T>(seats: { code: string }[], start: () => Promise<T>) {
      const release = await holdTable(db, entitlements)
      const using = app.as('user-0').activateVoucher({ activateVoucherPayload: { code: seats[0]!.code } })
      await untilWaiting(db, 1)
      const started = Promise.allSettled([start()])
      await untilWaiting(db, 2)
      await release()
      await using
      const [outcome] = await started
      return outcome
    },

    /** Deploys a bought lab and calls `start` before that is done. */
    async whileDeploying<T>(start: (bought: Awaited<ReturnType<typeof buyLab>>) => Promise<T>) {
      const bought = await buyLab()
      const { user_id, lab_id } = bought
      const queued = { cloud: 'aws', module_version: '1', duration_seconds: 60, state: 'queued' } as const
      const outcome = await whileHolding(
        user_id,
        (tx) => tx.insert(deployments).values({ user_id, lab_id, ...queued }),
        () => start(bought),
      )
      const [lab] = await db.select().from(deployments).where(eq(deployments.lab_id, lab_id))
      return { outcome, id: bought.id, lab }
    },

    async close() {
      await app.close()
      stripe.close()
    },
  }
}
