import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeBundle, makeCourse } from '../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { entitlements, orders, outbox, vouchers } from '../../../db/schema/index.ts'
import { handlePayment } from './payment.ts'

describeOnPostgres('orders on real Postgres', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ database: await openTestPostgres() })
    const { db } = app.deps
    await makeBundle(db, 'clouds', 150_00, [await makeCourse(db, 'aws'), await makeCourse(db, 'azure')])
    await makeCourse(db, 'free', { price_amount: 0 })
  })
  afterAll(() => app.close())

  const buy = (api: Api, slug: string, quantity = 1) =>
    api.purchaseCourse({ purchaseCoursePayload: { slug, quantity } })
  const vouchersOf = (id: string) => app.deps.db.select().from(vouchers).where(eq(vouchers.order_id, id))
  const entitlementsOf = (user: string) => app.deps.db.select().from(entitlements).where(eq(entitlements.user_id, user))

  test('the same payment twenty times concurrently creates one batch of vouchers and one entitlement', async () => {
    const ana = app.as('ana')
    const { order_id } = await buy(ana, 'aws')
    const paid = await Promise.all(
      Array.from({ length: 20 }, () => ana.payDemoOrder({ id: order_id, demoPayment: { outcome: 'paid' } })),
    )
    expect(new Set(paid.map(({ state }) => state))).toEqual(new Set(['fulfilled']))
    expect(await vouchersOf(order_id)).toHaveLength(1)
    expect(await entitlementsOf(await app.idOf('ana'))).toHaveLength(1)
    const mails = await app.deps.db.select().from(outbox).where(eq(outbox.kind, 'order'))
    expect(mails).toHaveLength(1)
  })

  test('twenty different events that an order is paid fulfil it once', async () => {
    const bea = app.as('bea')
    const { order_id } = await bea.purchaseCourseBundle({
      purchaseCourseBundlePayload: { slug: 'clouds', quantity: 5 },
    })
    const paid = { kind: 'paid' as const, order_id, amount: 750_00, currency: 'EUR' }
    await Promise.all(Array.from({ length: 20 }, () => handlePayment(app.deps, 'demo', { ...paid, id: randomUUID() })))
    expect(await vouchersOf(order_id)).toHaveLength(10)
  })

  test('paid and cancelled at the same moment ends paid and delivered', async () => {
    const cleo = app.as('cleo')
    const { order_id } = await buy(cleo, 'aws')
    const decide = (outcome: 'paid' | 'cancelled') => cleo.payDemoOrder({ id: order_id, demoPayment: { outcome } })
    await Promise.allSettled([decide('cancelled'), decide('paid'), decide('cancelled'), decide('paid')])
    expect(await cleo.getOrder({ id: order_id })).toMatchObject({ state: 'fulfilled' })
    expect(await vouchersOf(order_id)).toHaveLength(1)
  })

  test('ten clicks on buy create one order, and ten on a free course one enrolment', async () => {
    const dan = app.as('dan')
    const placed = await Promise.all(Array.from({ length: 10 }, () => buy(dan, 'aws', 3)))
    expect(new Set(placed.map(({ order_id }) => order_id)).size).toBe(1)
    const taken = await Promise.all(Array.from({ length: 10 }, () => buy(dan, 'free')))
    expect(new Set(taken.map(({ order_id }) => order_id)).size).toBe(1)
    expect(await entitlementsOf(await app.idOf('dan'))).toHaveLength(1)
  })

  test('the order numbers of a year have no gaps and no duplicates', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, at) => buy(app.as(`buyer-${at}`), 'aws')))
    const numbers = (await app.deps.db.select({ number: orders.number }).from(orders))
      .map(({ number }) => number)
      .sort()
    const year = new Date().getUTCFullYear()
    expect(numbers).toEqual(numbers.map((_, at) => `FY-${year}-${String(at + 1).padStart(6, '0')}`))
  })
})
