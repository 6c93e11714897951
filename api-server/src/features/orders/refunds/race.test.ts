import { TERMS_VERSION } from '@flagyard/api-types/orders/terms'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { createManualQueue } from '../../../../test/manual-queue.ts'
import { deliver, eventsOf, startStripeDouble } from '../../../../test/stripe-double.ts'
import { disputes, entitlements, orders, outbox, refunds, vouchers } from '../../../db/schema/index.ts'
import { tellOfRefunds } from './tell.ts'

describeOnPostgres('refunds and disputes that race', () => {
  let app: TestApp
  let stripe: Awaited<ReturnType<typeof startStripeDouble>>
  beforeAll(async () => {
    stripe = await startStripeDouble()
    const queue = createManualQueue(() => app.deps)
    const database = await openTestPostgres()
    app = await startTestApp({ database, config: testConfig({ stripe: stripe.settings }), deps: { queue } })
    await makeCourse(app.deps.db, 'aws')
    for (let at = 0; at < SEATS; at++) await app.idOf(`user-${at}`)
  })
  afterAll(async () => {
    await app.close()
    stripe.close()
  })
  const SEATS = 10

  let made = 0
  async function buy() {
    const slug = `course-${++made}`
    await makeCourse(app.deps.db, slug)
    const api = app.as('buyer')
    const { order_id: id } = await api.purchaseCourse({
      purchaseCoursePayload: { terms: TERMS_VERSION, slug, quantity: SEATS },
    })
    const events = eventsOf({ id, amount: SEATS * 100_00 })
    await deliver(app.app, events.paid())
    const seats = await app.deps.db.select().from(vouchers).where(eq(vouchers.order_id, id)).orderBy(vouchers.seat)
    return { id, events, seats, slug }
  }
  const rowOf = async (id: string) => (await app.deps.db.select().from(orders).where(eq(orders.id, id)))[0]!
  const refundsOf = (id: string) => app.deps.db.select().from(refunds).where(eq(refunds.order_id, id))
  const openOf = (id: string) =>
    app.deps.db
      .select()
      .from(entitlements)
      .where(
        and(
          isNull(entitlements.revoked_at),
          isNull(entitlements.suspended_at),
          sql`${entitlements.voucher_id} in (select v.id from vouchers v where v.order_id = ${id})`,
        ),
      )
  const activateAll = (seats: { code: string }[]) =>
    seats.map(({ code }, at) => app.as(`user-${at}`).activateVoucher({ activateVoucherPayload: { code } }))
  async function refund(id: string, chosen?: string[]) {
    const refundChoice = chosen ? { vouchers: chosen } : {}
    const { version, preview } = await app.asAdmin.previewRefund({ id, refundChoice })
    return app.asAdmin.refundOrder({ id, refundRequest: { version, preview, reason: 'They asked', ...refundChoice } })
  }

  test('ten clicks on one refund are one refund', async () => {
    const { id, seats } = await buy()
    const chosen = [seats[0]!.id]
    const { version, preview } = await app.asAdmin.previewRefund({ id, refundChoice: { vouchers: chosen } })
    const refundRequest = { version, preview, reason: 'They asked', vouchers: chosen }
    const clicks = await Promise.allSettled(
      Array.from({ length: 10 }, () => app.asAdmin.refundOrder({ id, refundRequest })),
    )
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of clicks) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
    expect(await refundsOf(id)).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ refunded_amount: 100_00 })
  })

  test('ten people who refund a seat each at once: none is lost, and money adds up', async () => {
    const { id, seats } = await buy()
    let left = seats.map((seat) => seat.id)
    for (let tries = 0; tries < 40 && left.length > 0; tries++) {
      const done = await Promise.allSettled(left.map((seat) => refund(id, [seat])))
      left = left.filter((_, at) => done[at]!.status === 'rejected')
    }
    const rows = await refundsOf(id)
    expect(rows).toHaveLength(SEATS)
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(SEATS * 100_00)
    expect(await rowOf(id)).toMatchObject({ state: 'refunded', refunded_amount: SEATS * 100_00 })
  })

  test('a refund of everything while all seats are used: nobody keeps what it opened', async () => {
    const { id, seats } = await buy()
    const whole = async () => {
      for (let tries = 0; tries < 50; tries++) {
        try {
          return await refund(id)
        } catch (error) {
          expect(error).toMatchObject({ code: 'stale_version' })
        }
      }
      throw new Error('It was never refunded')
    }
    const [refunded] = await Promise.allSettled([whole(), ...activateAll(seats)])
    expect(refunded).toMatchObject({ status: 'fulfilled' })
    expect(await openOf(id)).toEqual([])
    const late = await Promise.allSettled(activateAll(seats))
    expect(late.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(SEATS)
    expect(await openOf(id)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ state: 'refunded' })
  })

  test('a dispute that opens while all seats are used leaves none of them open, and won they all are', async () => {
    const { id, seats, events } = await buy()
    const opened = events.disputed()
    const send = async () => {
      // Where somebody kept coming in between, the provider sends it again.
      for (let tries = 0; tries < 20; tries++) if ((await deliver(app.app, opened)) === 204) return
      throw new Error('It was never taken')
    }
    await Promise.allSettled([...activateAll(seats), send()])
    expect(await openOf(id)).toEqual([])
    const used = await app.deps.db.$count(
      vouchers,
      and(eq(vouchers.order_id, id), sql`${vouchers.state} = 'activated'`),
    )
    await deliver(app.app, events.won())
    expect(await openOf(id)).toHaveLength(used)
    await Promise.all(activateAll(seats))
    expect(await openOf(id)).toHaveLength(SEATS)
  })

  test('one dispute told, won and lost twenty times at once is one dispute with one ending, and money counts once', async () => {
    const { id, events } = await buy()
    const told = [events.disputed(), events.won(), events.lost()]
    const sent = Array.from({ length: 20 }, (_, at) => told[at % 3]!)
    await Promise.all(sent.map((event) => deliver(app.app, event)))
    const [dispute, ...others] = await app.deps.db.select().from(disputes).where(eq(disputes.order_id, id))
    expect(others).toEqual([])
    const order = await rowOf(id)
    expect([dispute!.state, order.state, order.refunded_amount]).toEqual(
      dispute!.state === 'lost' ? ['lost', 'refunded', SEATS * 100_00] : ['won', 'fulfilled', 0],
    )
  })

  test('five jobs that tell of a refund write each mail once', async () => {
    const { id, seats } = await buy()
    await Promise.all(activateAll(seats))
    const { id: refundId } = await refund(id)
    await Promise.all(Array.from({ length: 5 }, () => tellOfRefunds(app.deps)))
    const mails = await app.deps.db
      .select()
      .from(outbox)
      .where(sql`${outbox.dedupe_key} like ${`refund:${refundId}:%`}`)
    expect(mails).toHaveLength(SEATS + 1)
  })
})
