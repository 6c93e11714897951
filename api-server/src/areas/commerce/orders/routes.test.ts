import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeBundle, makeCourse, makeExam, makeLab } from '../../../../test/catalogue.ts'
import { watchRoundTrips } from '../../../../test/every-call/count-round-trips.ts'
import { courses, entitlements, exams, lessons, orders, outbox, refunds, vouchers } from '../../../db/schema/index.ts'
import { handlePayment } from './payment.ts'

const watched = watchRoundTrips()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const { db } = app.deps
  const aws = await makeCourse(db, 'aws')
  const azure = await makeCourse(db, 'azure', { price_amount: 50_00 })
  await makeBundle(db, 'clouds', 120_00, [aws, azure])
  await makeCourse(db, 'free', { price_amount: 0 })
  await makeCourse(db, 'hidden', { status: 'draft' })
  await makeLab(db, 'lonely')
  await makeExam(db, 'expert', { bookable: true })
  await makeExam(db, 'opens-soon')
})
afterAll(async () => {
  await app.close()
  watched.stop()
})

const buy = (
  api: Api,
  slug: string,
  changes: Partial<Parameters<Api['purchaseCourse']>[0]['purchaseCoursePayload']> = {},
) => api.purchaseCourse({ purchaseCoursePayload: { slug, quantity: 1, ...changes } })
const pay = (api: Api, id: string, outcome: 'paid' | 'declined' | 'cancelled' = 'paid') =>
  api.payDemoOrder({ id, demoPayment: { outcome } })
const vouchersOf = (id: string) => app.deps.db.select().from(vouchers).where(eq(vouchers.order_id, id))
const entitlementsOf = (id: string) => app.deps.db.select().from(entitlements).where(eq(entitlements.order_id, id))

test('a course is bought at the server’s price, paid in the demo checkout, and opens immediately', async () => {
  const ana = app.as('ana')
  const checkout = await buy(ana, 'aws')
  expect(checkout).toMatchObject({ state: 'awaiting_payment', checkout_url: `/checkout/${checkout.order_id}` })
  const order = await ana.getOrder({ id: checkout.order_id })
  expect(order).toMatchObject({ total: { amount: 100_00, currency: 'EUR' }, next: null })
  expect(order.number).toMatch(/^FY-\d{4}-\d{6}$/)

  const paid = await pay(ana, checkout.order_id)
  expect(paid).toMatchObject({ state: 'fulfilled', next: '/classroom/aws' })
  expect(await vouchersOf(order.id)).toMatchObject([{ state: 'activated', used: 1, seat: 0 }])
  expect(await entitlementsOf(order.id)).toMatchObject([{ source: 'purchase', kind: 'course' }])
  const mails = await app.deps.db
    .select()
    .from(outbox)
    .where(eq(outbox.dedupe_key, `order:${order.id}:fulfilled`))
  expect(mails).toMatchObject([{ recipient: 'ana@learners.example' }])
  expect(await ana.listMyOrders()).toHaveLength(1)
})

test('lists unpaid orders until they are paid, cancelled, or two weeks old', async () => {
  const { db } = app.deps
  const moritz = app.as('moritz')
  const titles = async () => (await moritz.listUnpaidOrders()).map(({ slug, state, pay_by }) => [slug, state, pay_by])
  const aws = await buy(moritz, 'aws', { quantity: 2 })
  const azure = await buy(moritz, 'azure')
  expect(await titles()).toEqual([
    ['azure', 'awaiting_payment', 'card'],
    ['aws', 'awaiting_payment', 'card'],
  ])
  expect(await app.as('nobody-elses').listUnpaidOrders()).toEqual([])
  await pay(moritz, azure.order_id, 'declined')
  expect(await titles()).toEqual([
    ['azure', 'failed', 'card'],
    ['aws', 'awaiting_payment', 'card'],
  ])
  // After buying and paying one seat, the older unpaid order of two is no longer listed.
  await pay(moritz, (await buy(moritz, 'aws')).order_id)
  expect(await titles()).toEqual([['azure', 'failed', 'card']])
  await db
    .update(orders)
    .set({ created_at: new Date(Date.now() - 15 * 86_400_000) })
    .where(eq(orders.id, azure.order_id))
  expect(await titles()).toEqual([])
  expect((await moritz.getOrder({ id: aws.order_id })).state).toBe('awaiting_payment')
})

test('a purchase for oneself lists no used code, but lists codes to pass on', async () => {
  const isolde = app.as('isolde')
  await pay(isolde, (await buy(isolde, 'aws')).order_id)
  expect(await isolde.listMyVouchers()).toEqual([])
  await pay(isolde, (await buy(isolde, 'azure', { quantity: 2 })).order_id)
  const [first] = await isolde.listMyVouchers()
  await isolde.activateVoucher({ activateVoucherPayload: { code: first?.code ?? '' } })
  expect((await isolde.listMyVouchers()).map(({ state }) => state).toSorted()).toEqual(['activated', 'available'])
})

test('shows owned items before payment, which can still be bought as a gift', async () => {
  const owner = app.as('owner-of-aws')
  await pay(owner, (await buy(owner, 'aws')).order_id)
  await expect(buy(owner, 'aws')).rejects.toMatchObject({ status: 409, code: 'already_owned' })
  const gift = await buy(owner, 'aws', { gift: true })
  expect(await pay(owner, gift.order_id)).toMatchObject({ state: 'fulfilled', next: `/orders/${gift.order_id}/seats` })
  expect(await vouchersOf(gift.order_id)).toMatchObject([{ state: 'available', used: 0 }])
})

test('a free course skips the checkout', async () => {
  const bea = app.as('bea')
  const taken = await buy(bea, 'free')
  expect(taken).toMatchObject({ state: 'fulfilled', checkout_url: null })
  expect(await bea.getOrder({ id: taken.order_id })).toMatchObject({ next: '/classroom/free' })
  await expect(buy(bea, 'free', { quantity: 2 })).rejects.toMatchObject({ status: 422 })
})

test('a bundle deducts parts that the buyer owns from the first seat', async () => {
  const carl = app.as('carl')
  await pay(carl, (await buy(carl, 'azure')).order_id)
  const payload = { slug: 'clouds', quantity: 2 }
  const { order_id } = await carl.purchaseCourseBundle({ purchaseCourseBundlePayload: payload })
  const order = await carl.getOrder({ id: order_id })
  expect(order.total.amount).toBe(240_00 - 40_00)
  await pay(carl, order_id)
  const seats = await vouchersOf(order_id)
  expect(seats).toHaveLength(3)
  expect(seats.map(({ seat }) => seat).sort()).toEqual([0, 1, 1])
})

test('the remaining price of a bundle is explained before the checkout and by its lines', async () => {
  const hana = app.as('hana')
  const priceNow = async () => (await hana.listMyBundles()).find(({ slug }) => slug === 'clouds')
  expect(await priceNow()).toEqual({ slug: 'clouds', owned: [], price: { amount: 120_00, currency: 'EUR' } })
  await pay(hana, (await buy(hana, 'azure')).order_id)
  expect(await priceNow()).toEqual({ slug: 'clouds', owned: ['azure'], price: { amount: 80_00, currency: 'EUR' } })
  const { order_id } = await hana.purchaseCourseBundle({
    purchaseCourseBundlePayload: { slug: 'clouds', quantity: 1 },
  })
  expect(await hana.getOrder({ id: order_id })).toMatchObject({
    lines: [
      { slug: 'aws', price: { amount: 80_00 }, owned: false },
      { slug: 'azure', price: { amount: 40_00 }, owned: true },
    ],
    discount: { amount: 40_00 },
    total: { amount: 80_00 },
  })
  await pay(hana, order_id)
  expect((await priceNow())?.owned).toEqual(['aws', 'azure'])
})

test('a lab bought individually is listed with my labs, and order and mail link to its lesson', async () => {
  const { db } = app.deps
  const lab = await makeLab(db, 'taught')
  const course = await makeCourse(db, 'teaching')
  await db
    .update(lessons)
    .set({ lab_id: lab.id })
    .where(and(eq(lessons.course_id, course.id), eq(lessons.slug, 'second')))
  const ivo = app.as('ivo')
  const { order_id } = await ivo.purchaseLab({
    purchaseLabPayload: { slug: 'taught', quantity: 1 },
  })
  const place = '/classroom/teaching?section=start&lesson=second'
  expect(await pay(ivo, order_id)).toMatchObject({ next: place })
  expect(await ivo.listMyLabs()).toMatchObject([{ slug: 'taught', single: true, has_access: true }])
  const [mail] = await db
    .select()
    .from(outbox)
    .where(eq(outbox.dedupe_key, `order:${order_id}:fulfilled`))
  expect(mail?.text).toContain(place)
  expect(mail?.text).toContain('Go to the lab')
  const learner = app.as('ivos-colleague')
  await pay(learner, (await buy(learner, 'teaching')).order_id)
  expect(await learner.listMyLabs()).toMatchObject([{ slug: 'taught', single: false, has_access: true }])
})

test('one bundle for oneself opens each of its courses', async () => {
  const dora = app.as('dora')
  const payload = { slug: 'clouds', quantity: 1 }
  const { order_id } = await dora.purchaseCourseBundle({ purchaseCourseBundlePayload: payload })
  expect(await pay(dora, order_id)).toMatchObject({ next: '/dashboard' })
  expect((await entitlementsOf(order_id)).map(({ source }) => source)).toEqual(['bundle', 'bundle'])
})

test('labs and exams are bought like courses', async () => {
  const emil = app.as('emil')
  const lab = await emil.purchaseLab({ purchaseLabPayload: { slug: 'lonely', quantity: 1 } })
  expect(await pay(emil, lab.order_id)).toMatchObject({ next: '/courses?lab=lonely', total: { amount: 20_00 } })
  const exam = await emil.purchaseExam({ purchaseExamPayload: { slug: 'expert', quantity: 1 } })
  expect(await pay(emil, exam.order_id)).toMatchObject({ next: '/examroom/expert' })
})

test('refuses to sell an exam whose booking is not open yet', async () => {
  const nia = app.as('nia')
  const payload = { slug: 'opens-soon', quantity: 1 }
  for (const changes of [{}, { gift: true }, { quantity: 5 }])
    await expect(nia.purchaseExam({ purchaseExamPayload: { ...payload, ...changes } })).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'Booking for Exam opens-soon opens soon. Until then, it is not for sale.',
    })
  expect(await nia.listMyOrders()).toEqual([])
})

test('an exam taken off sale cannot be paid, and a late payment for it is refunded', async () => {
  const { db } = app.deps
  const exam = await makeExam(db, 'withdrawn', { bookable: true })
  const otto = app.as('otto')
  const { order_id } = await otto.purchaseExam({
    purchaseExamPayload: { slug: 'withdrawn', quantity: 1 },
  })
  await db.update(exams).set({ bookable: false }).where(eq(exams.id, exam.id))
  await expect(pay(otto, order_id)).rejects.toMatchObject({ status: 409 })
  expect(await pay(otto, order_id, 'cancelled')).toMatchObject({ state: 'cancelled' })
  await handlePayment(app.deps, 'demo', {
    id: 'late',
    kind: 'paid',
    order_id,
    amount: 300_00,
    currency: 'EUR',
  })
  expect(await otto.getOrder({ id: order_id })).toMatchObject({ state: 'refunded' })
  expect(await vouchersOf(order_id)).toEqual([])
})

test('mails seats only to the named recipients', async () => {
  const fay = app.as('fay')
  const recipients = ['one@team.example', 'two@team.example']
  const { order_id } = await buy(fay, 'aws', { quantity: 3, recipients, billing: { company: 'Team Ltd' } })
  await pay(fay, order_id)
  const seats = await vouchersOf(order_id)
  expect(seats.map(({ recipient }) => recipient).sort()).toEqual(['one@team.example', 'two@team.example', null].sort())
  expect(seats.every(({ organisation, state }) => organisation === 'Team Ltd' && state === 'available')).toBe(true)
  for (const [seat, to] of recipients.entries()) {
    const [mail] = await app.deps.db
      .select()
      .from(outbox)
      .where(eq(outbox.dedupe_key, `order:${order_id}:seat:${seat}`))
    expect(mail?.recipient).toBe(to)
    expect(mail?.text).toContain(seats.find(({ recipient }) => recipient === to)?.code)
  }
  await expect(buy(fay, 'aws', { quantity: 1, recipients })).rejects.toMatchObject({ status: 422 })
})

test('refuses quantities other than whole numbers from 1 to 500, and prices from the client', async () => {
  const gus = app.as('gus')
  for (const quantity of [-1, 0, 1e9, 1.5, 501])
    await expect(buy(gus, 'aws', { quantity })).rejects.toMatchObject({ status: 422, errors: [{ field: 'quantity' }] })
  const priced = { slug: 'aws', quantity: 1, price: 1, currency: 'JPY', total_amount: 0 }
  await expect(gus.purchaseCourse({ purchaseCoursePayload: priced })).rejects.toMatchObject({ status: 422 })
  expect(await gus.listMyOrders()).toEqual([])
})

test('every accepted quantity costs the server’s price', async () => {
  const buyer = app.as('many-of-them')
  const integers = fc.oneof(fc.integer({ min: -3, max: 503 }), fc.double({ min: -2, max: 600, noNaN: true }))
  await fc.assert(
    fc.asyncProperty(integers, async (quantity) => {
      const accepted = Number.isInteger(quantity) && quantity >= 1 && quantity <= 500
      const answer = await buy(buyer, 'aws', { quantity }).catch((error: { status: number }) => error.status)
      if (typeof answer === 'number') expect([accepted, answer]).toEqual([false, 422])
      else {
        const { total } = await buyer.getOrder({ id: answer.order_id })
        expect([accepted, total]).toEqual([true, { amount: quantity * 100_00, currency: 'EUR' }])
      }
    }),
    { numRuns: 20 },
  )
})

test('refuses items that are not for sale', async () => {
  await expect(buy(app.as('hal'), 'hidden')).rejects.toMatchObject({ status: 404 })
  await expect(buy(app.as('hal'), 'nowhere')).rejects.toMatchObject({ status: 404 })
})

describe('the demo checkout', () => {
  test('a declined payment can be tried again, and a cancelled order opens nothing', async () => {
    const ida = app.as('ida')
    const { order_id } = await buy(ida, 'aws')
    expect(await pay(ida, order_id, 'declined')).toMatchObject({ state: 'failed' })
    expect(await vouchersOf(order_id)).toEqual([])
    expect(await pay(ida, order_id)).toMatchObject({ state: 'fulfilled' })
    await expect(pay(ida, order_id, 'cancelled')).rejects.toMatchObject({ status: 409 })

    const second = await buy(ida, 'azure')
    expect(await pay(ida, second.order_id, 'cancelled')).toMatchObject({ state: 'cancelled', next: null })
    expect((await buy(ida, 'azure')).order_id).not.toBe(second.order_id)
  })

  test('refunds a late payment for an item that is no longer for sale', async () => {
    const jan = app.as('jan')
    const course = await makeCourse(app.deps.db, 'going')
    const { order_id } = await buy(jan, 'going')
    await pay(jan, order_id, 'cancelled')
    await app.deps.db.update(courses).set({ status: 'archived' }).where(eq(courses.id, course.id))
    expect(await pay(jan, order_id)).toMatchObject({ state: 'refunded' })
    expect(await vouchersOf(order_id)).toEqual([])
    expect(await app.deps.db.select().from(refunds).where(eq(refunds.order_id, order_id))).toMatchObject([
      { amount: 100_00 },
    ])
  })

  test('an order of another learner is not found', async () => {
    const { order_id } = await buy(app.as('kim'), 'aws')
    await expect(app.as('lea').getOrder({ id: order_id })).rejects.toMatchObject({ status: 404 })
    await expect(pay(app.as('lea'), order_id)).rejects.toMatchObject({ status: 404 })
    await expect(app.as('lea').getOrder({ id: 'nonsense' })).rejects.toMatchObject({ status: 404 })
  })

  test('outside the demo, orders cannot be paid by a button, and nothing is sold without a payment provider', async () => {
    const payments = { provider: 'none' as const, createCheckout: () => Promise.reject(new Error('never asked')) }
    const real = await startTestApp({ deps: { payments } })
    await makeCourse(real.deps.db, 'aws')
    await expect(buy(real.asLearner, 'aws')).rejects.toMatchObject({ status: 503 })
    await expect(pay(real.asLearner, randomUUID())).rejects.toMatchObject({ status: 404 })
    await real.close()
  })
})

test('the same purchase sent twice creates one order, with or without an Idempotency-Key', async () => {
  const mia = app.as('mia')
  const [first, second] = await Promise.all([buy(mia, 'aws'), buy(mia, 'aws')])
  expect(second.order_id).toBe(first.order_id)
  const payload = { purchaseCoursePayload: { slug: 'free', quantity: 1 } }
  const idempotencyKey = randomUUID()
  const third = await mia.purchaseCourse(payload, { idempotencyKey })
  const fourth = await mia.purchaseCourse(payload, { idempotencyKey })
  expect(fourth).toEqual(third)
  expect(
    await app.deps.db
      .select()
      .from(orders)
      .where(eq(orders.user_id, await app.idOf('mia'))),
  ).toHaveLength(2)
})

test('listing many orders takes as many queries as listing one', async () => {
  const { db } = app.deps
  const zoe = app.as('zoe')
  for (const slug of ['corridor', 'cellar']) await makeLab(db, slug, { price_amount: 50_00 })
  const buyLab = async (slug: string) => {
    const { order_id } = await zoe.purchaseLab({
      purchaseLabPayload: { slug, quantity: 1, gift: false },
    })
    return pay(zoe, order_id)
  }
  await buyLab('corridor')
  const count = async () => {
    let mine = 0
    const { statements } = await watched.count(async () => {
      mine = (await zoe.listMyOrders()).length
    })
    return [mine, statements]
  }
  await zoe.listMyOrders() // the account's own first call writes when it was last seen
  const [one, asked] = await count()
  await buyLab('cellar')
  const course = await buy(zoe, 'aws')
  await pay(zoe, course.order_id)
  expect(await count()).toEqual([one! + 2, asked])
  expect(asked).toBeGreaterThan(1)
})
