import { randomUUID } from 'node:crypto'
import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp, testConfig } from '../../../../../test/app.ts'
import { makeBundle, makeCourse, makeSeller } from '../../../../../test/catalogue.ts'
import { createManualQueue, type ManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import {
  deliver,
  EVENTS_URL,
  eventsOf,
  type StripeEvent,
  sign,
  startStripeDouble,
  stripeEvent,
} from '../../../../../test/servers/stripe-double.ts'
import {
  courses,
  orders,
  outbox,
  paymentEvents,
  refunds,
  sellers,
  users,
  vouchers,
} from '../../../../db/schema/index.ts'

let app: TestApp
let stripe: Awaited<ReturnType<typeof startStripeDouble>>
let queue: ManualQueue
beforeAll(async () => {
  stripe = await startStripeDouble()
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ config: testConfig({ stripe: stripe.settings }), deps: { queue } })
  const { db } = app.deps
  await makeBundle(db, 'clouds', 120_00, [await makeCourse(db, 'aws'), await makeCourse(db, 'azure')])
})
afterAll(async () => {
  await app.close()
  stripe.close()
})
beforeEach(() => stripe.asked.splice(0))

const buy = async (api: Api, changes = {}) => {
  const { order_id: id } = await api.purchaseCourse({
    purchaseCoursePayload: { slug: 'aws', quantity: 1, ...changes },
  })
  return { id, amount: (await api.getOrder({ id })).total.amount }
}
let buyers = 0
/** An order of a new learner. */
async function place(changes = {}, currency?: string) {
  const api = app.as(`buyer-${++buyers}`)
  const order = await buy(api, changes)
  return { api, ...order, events: eventsOf({ ...order, currency }) }
}
const send = (event: StripeEvent | string, signing?: Parameters<typeof deliver>[2]) => deliver(app.app, event, signing)
const stored = async (id: string) => {
  const [row] = await app.deps.db.select().from(paymentEvents).where(eq(paymentEvents.event_id, id))
  return row
}
const rowOf = async (id: string) => {
  const [row] = await app.deps.db.select().from(orders).where(eq(orders.id, id))
  return row!
}
const stateOf = async (id: string) => (await rowOf(id)).state
const vouchersOf = (id: string) => app.deps.db.select().from(vouchers).where(eq(vouchers.order_id, id))

describe('the checkout', () => {
  test('contains our lines with tax, the order id and an expiry, and is idempotent by its key', async () => {
    const api = app.as('ana')
    const bundle = { purchaseCourseBundlePayload: { slug: 'clouds', quantity: 3 } }
    const first = await api.purchaseCourseBundle(bundle)
    expect(first).toMatchObject({
      state: 'awaiting_payment',
      checkout_url: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//),
    })
    const [asked] = stripe.asked
    expect(asked).toMatchObject({
      path: '/v1/checkout/sessions',
      idempotencyKey: `order:${first.order_id}:checkout`,
      parameters: {
        mode: 'payment',
        client_reference_id: first.order_id,
        'metadata[order_id]': first.order_id,
        'payment_intent_data[metadata][order_id]': first.order_id,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][product_data][name]': '3 × Course aws',
        'line_items[0][price_data][currency]': 'eur',
        'line_items[0][price_data][unit_amount]': '18000',
        'line_items[1][price_data][unit_amount]': '18000',
        'adaptive_pricing[enabled]': 'false',
        customer_email: 'ana@learners.example',
        success_url: `${app.deps.config.publicUrl}/purchase_voucher_success?order=${first.order_id}`,
        cancel_url: `${app.deps.config.publicUrl}/purchase_voucher_cancel?order=${first.order_id}`,
      },
    })
    expect(Object.keys(asked!.parameters).filter((name) => /tax/.test(name))).toEqual([])
    const { expires_at, created_at } = await rowOf(first.order_id)
    const end = Number(asked!.parameters.expires_at) * 1000
    expect(expires_at!.getTime() - created_at.getTime()).toBe(24 * 3_600_000)
    expect(end).toBeLessThanOrEqual(expires_at!.getTime() - 30 * 60_000)
    expect(await api.purchaseCourseBundle(bundle)).toEqual(first)
    expect(new Set(stripe.asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  })

  test('an outage of Stripe is reported to the buyer without details, and a retry uses the same order', async () => {
    const api = app.as('ben')
    stripe.fail()
    await expect(buy(api)).rejects.toMatchObject({
      status: 503,
      message: 'We cannot reach our payment provider at the moment. Please try again in a few minutes.',
    })
    stripe.fail(false)
    await buy(api)
    expect(await api.listMyOrders()).toHaveLength(1)
  })
})

describe.each([
  { currency: 'JPY', price: 4_900, shown: '¥4,900', seat: 1_000, back: '¥1,000' },
  { currency: 'KWD', price: 12_340, shown: 'KWD\u00a012.340', seat: 2_500, back: 'KWD\u00a02.500' },
])('a course in $currency', ({ currency, price, shown, seat, back }) => {
  test('is bought and refunded in the minor units of its currency, and shown only in that currency', async () => {
    const { db } = app.deps
    const slug = `in-${currency.toLowerCase()}`
    await makeCourse(db, slug, { price_amount: price, price_currency: currency })
    const { api, id, amount, events } = await place({ slug }, currency.toLowerCase())
    expect(amount).toBe(price)
    expect(stripe.asked[0]?.parameters).toMatchObject({
      'line_items[0][price_data][currency]': currency.toLowerCase(),
      'line_items[0][price_data][unit_amount]': String(price),
    })
    expect(await send(events.paid())).toBe(204)
    expect(await api.getOrder({ id })).toMatchObject({ state: 'fulfilled', total: { amount: price, currency } })
    const mailed = async () =>
      JSON.stringify(
        await db
          .select()
          .from(outbox)
          .where(like(outbox.dedupe_key, `%${id}%`)),
      )
    expect(await mailed()).toContain(shown)

    const { version, preview } = await app.asAdmin.previewRefund({ id, refundChoice: { amount: seat } })
    const refundRequest = { version, preview, amount: seat, reason: 'A part was closed' }
    const { id: refundId } = await app.asAdmin.refundOrder({ id, refundRequest })
    await queue.work()
    const refund = stripe.asked.find(({ method, path }) => method === 'POST' && path === '/v1/refunds')
    expect(refund?.parameters).toMatchObject({ amount: String(seat) })
    expect(await send(events.refunded(seat, `re_${id}`, refundId))).toBe(204)
    expect(await rowOf(id)).toMatchObject({ refunded_amount: seat })
    await queue.run('orders.tell_of_refunds')
    const stored = await db
      .select()
      .from(outbox)
      .where(eq(outbox.dedupe_key, `refund:${refundId}:buyer`))
    expect(JSON.stringify(stored)).toContain(back)
  })
})

describe('an event', () => {
  test('that an order is paid fulfils it, and no details of payer or card are stored', async () => {
    const { id, api, events } = await place()
    const event = events.paid()
    expect(await send(event)).toBe(204)
    expect(await api.getOrder({ id })).toMatchObject({ state: 'fulfilled', next: '/classroom/aws' })
    expect(await rowOf(id)).toMatchObject({ provider: 'stripe', provider_payment: `pi_${id}` })
    const row = await stored(event.id)
    expect(row).toMatchObject({ outcome: 'applied', order_id: id, amount: 100_00, currency: 'EUR', livemode: false })
    expect(JSON.stringify(row)).not.toMatch(/Who Paid|who\.paid/)
    const charged = events.charged()
    expect(await send(charged)).toBe(204)
    expect(JSON.stringify(await stored(charged.id))).not.toMatch(/4242|visa/)
  })

  test('forged, changed, unsigned or malformed events are refused and not stored', async () => {
    const { id, events } = await place()
    const event = events.paid()
    const payload = JSON.stringify(event)
    const post = (body: string, headers: Record<string, string>) =>
      app.app.inject({
        method: 'POST',
        url: EVENTS_URL,
        payload: body,
        headers: { 'content-type': 'application/json', ...headers },
      })
    expect(await send(event, { secret: 'whsec_of_somebody_else' })).toBe(400)
    const changed = await post(payload.replace('10000', '1'), { 'stripe-signature': sign(payload) })
    // Different bytes with the same meaning are a different body.
    const spaced = await post(payload.replace('":', '": '), { 'stripe-signature': sign(payload) })
    const unsigned = await post(payload, {})
    const torn = await post('{"id":', { 'stripe-signature': sign('{"id":') })
    const empty = await post('{}', { 'stripe-signature': 't=1,v1=' })
    for (const { statusCode } of [changed, spaced, unsigned, torn, empty]) expect(statusCode).toBe(400)
    expect(await stored(event.id)).toBeUndefined()
    expect(await stateOf(id)).toBe('awaiting_payment')
  })

  test('refuses a signature more than five minutes old or in the future', async () => {
    const { id, events } = await place()
    for (const seconds of [-310, 310, 86_400]) expect(await send(events.paid(), { seconds }), `${seconds} s`).toBe(400)
    expect(await stateOf(id)).toBe('awaiting_payment')
    for (const seconds of [-290, 290]) expect(await send(events.paid(), { seconds }), `${seconds} s`).toBe(204)
    expect(await stateOf(id)).toBe('fulfilled')
  })

  test('a live event on a server with test keys is refused and listed', async () => {
    const { id, events } = await place()
    const event = { ...events.paid(), livemode: true }
    expect(await send(event)).toBe(400)
    expect(await stateOf(id)).toBe('awaiting_payment')
    const { data } = await app.asAdmin.listPaymentEvents({ filter: JSON.stringify({ unmatched: true }) })
    expect(data.find((row) => row.id === event.id)).toMatchObject({
      outcome: 'refused',
      livemode: true,
      note: 'A live event reached a server with test keys.',
    })
  })

  test('refuses an oversized event without reading it', async () => {
    const { events } = await place()
    const event = events.paid()
    const large = { ...event, data: { object: { ...event.data.object, description: 'x'.repeat(300_000) } } }
    expect(await send(large)).toBe(413)
  })

  test('sent twice takes effect once', async () => {
    const { id, events } = await place({ quantity: 3 })
    const event = events.paid()
    for (const _ of [1, 2, 3]) expect(await send(event)).toBe(204)
    expect(await vouchersOf(id)).toHaveLength(3)
  })

  test('about an unknown charge is accepted, listed, and changes nothing', async () => {
    const foreign = eventsOf({ id: randomUUID(), amount: 5_00 }, 'pi_of_another_shop')
    const bare = stripeEvent('checkout.session.completed', {
      client_reference_id: null,
      payment_intent: null,
      amount_total: 1,
      currency: 'eur',
    })
    const sent = [foreign.disputed(), foreign.refunded(), foreign.paid(), bare]
    for (const event of sent) expect(await send(event)).toBe(204)
    const { data } = await app.asAdmin.listPaymentEvents({ filter: JSON.stringify({ unmatched: true }) })
    for (const { id } of sent) expect(data.map((row) => row.id)).toContain(id)
    const noted = stripeEvent('customer.created', { object: 'customer', email: 'who@example.org' })
    expect(await send(noted)).toBe(204)
    expect(await stored(noted.id)).toMatchObject({ outcome: 'no_effect', kind: 'noted' })
  })

  const amounts = [2 ** 31, 1e15, 1e30, -1, -(2 ** 40), 0, 1.5, 2 ** 53]
  test.each(amounts)('with the amount %d is listed without an error, with or without an order', async (amount) => {
    const { id, events } = await place()
    await send(events.paid())
    const ours = [
      events.refunded(amount, `re_${amount}`),
      events.disputed(`dp_${amount}`),
      eventsOf({ id, amount }).paid(),
    ]
    const foreign = eventsOf({ id: randomUUID(), amount }, `pi_foreign_${amount}`)
    const payout = stripeEvent('payout.paid', { id: `po_${amount}`, amount, currency: 'idr', arrival_date: 1 })
    ours[1]!.data.object.amount = amount
    const others = [foreign.paid(), foreign.refunded(), foreign.disputed(), payout]
    for (const event of [...ours, ...others]) expect(await send(event), event.type).toBe(204)
    for (const event of ours) {
      const row = await stored(event.id)
      expect([row?.outcome, row?.order_id], event.type).toEqual([expect.stringMatching(/refused|applied/), id])
    }
    expect((await rowOf(id)).refunded_amount).toBe(0)
    const { data } = await app.asAdmin.listPaymentEvents({ filter: JSON.stringify({ unmatched: true }) })
    for (const { id } of others.slice(0, 3)) expect(data.map((row) => row.id)).toContain(id)
  })

  test.each([-5_00, 2 ** 31, 1e30, 250_00])('a waiting refund of %d does not block its payment', async (amount) => {
    const { id, events } = await place()
    const early = events.refunded(amount)
    expect(await send(early)).toBe(204)
    expect(await send(events.paid())).toBe(204)
    expect(await stateOf(id)).toBe('fulfilled')
    expect((await stored(early.id))?.outcome).toMatch(/refused|unmatched/)
  })

  const weird = [
    ['an object that is null', { data: { object: null } }],
    ['an object that is a list', { data: { object: [] } }],
    ['no data', { data: undefined }],
    ['a moment that is a word', { created: 'x' }],
    ['a moment beyond all calendars', { created: 1e18 }],
    ['a type that is a number', { type: 5 }],
    ['an id with a NUL', { id: 'evt_\0' }],
    ...['client_reference_id', 'payment_intent', 'amount_total', 'currency'].flatMap((field) =>
      [{}, [], true, '\0', '\ud800'].map((value) => [`${field} ${JSON.stringify(value)}`, { field, value }] as const),
    ),
  ] as const
  test.each(weird)('with %s is answered 400 or listed, never 5xx', async (_, change) => {
    const { events } = await place()
    const event = events.paid()
    const { field, value, ...rest } = change as { field?: string; value?: unknown }
    if (field) event.data.object[field] = value
    expect([204, 400]).toContain(await send(JSON.stringify({ ...event, ...rest })))
  })

  test('an empty list is answered 400', async () => {
    expect(await send('[]')).toBe(400)
  })

  test('with the wrong amount or currency opens nothing, and is listed', async () => {
    const { id, events } = await place()
    const cheap = eventsOf({ id, amount: 1 }).paid()
    const yen = events.paid()
    yen.data.object.currency = 'jpy'
    for (const event of [cheap, yen]) {
      expect(await send(event)).toBe(204)
      expect(await stored(event.id)).toMatchObject({ outcome: 'refused' })
    }
    expect(await stateOf(id)).toBe('awaiting_payment')
    expect(await vouchersOf(id)).toEqual([])
  })

  test('that arrives before our row exists waits, and is applied later', async () => {
    const { id, api, events } = await place()
    // The state before the purchase was committed.
    const row = await rowOf(id)
    await app.deps.db.delete(orders).where(eq(orders.id, id))
    const event = events.paid()
    expect(await send(event)).toBe(204)
    expect(await stored(event.id)).toMatchObject({ outcome: 'waiting', handled_at: null })
    await queue.run('orders.apply_events')
    expect(await stored(event.id)).toMatchObject({ outcome: 'waiting' })
    await app.deps.db.insert(orders).values(row)
    for (const _ of [1, 2]) await queue.run('orders.apply_events')
    expect(await api.getOrder({ id })).toMatchObject({ state: 'fulfilled' })
    expect(await vouchersOf(id)).toHaveLength(1)
    expect(await stored(event.id)).toMatchObject({ outcome: 'applied', note: '' })
  })

  test('during a database outage is answered 5xx, so that Stripe resends it', async () => {
    const { id, events } = await place()
    const event = events.paid()
    await app.deps.db.execute(sql`alter table payment_events rename to payment_events_away`)
    try {
      expect(await send(event)).toBeGreaterThanOrEqual(500)
    } finally {
      await app.deps.db.execute(sql`alter table payment_events_away rename to payment_events`)
    }
    expect(await stateOf(id)).toBe('awaiting_payment')
    expect(await send(event)).toBe(204)
    expect(await stateOf(id)).toBe('fulfilled')
  })
})

describe('evidence for a consumer’s country', () => {
  const evidenceOf = async (id: string) => (await app.asAdmin.getAdminOrder({ id })).tax_evidence
  beforeAll(async () => {
    await makeSeller(app.deps.db)
  })
  afterAll(async () => {
    await app.deps.db.delete(sellers)
  })
  const buyer = async (country: string | null, changes = {}) => {
    const name = `consumer-${++buyers}`
    const id = await app.idOf(
      await app
        .as(name)
        .getMe()
        .then(() => name),
    )
    await app.deps.db.update(users).set({ country }).where(eq(users.id, id))
    const order = await buy(app.as(name), changes)
    return { ...order, row: await rowOf(order.id) }
  }
  const us = { kind: 'private', country: 'US' }

  test('defaults to the profile’s country, or else the seller’s', async () => {
    const spanish = await buyer('ES')
    expect(spanish.row.tax_lines).toMatchObject([{ country: 'ES', rate: 2100, rule: 'oss' }])
    expect(spanish.row.billing).toEqual({ country: 'ES' })
    expect((await buyer(null)).row.tax_lines).toMatchObject([{ country: 'DE', rule: 'home' }])
  })

  test('a named country without VAT is untaxed only if the profile agrees', async () => {
    const charged = async (profile: string | null) => (await buyer(profile, { billing: us })).row.tax_lines[0]
    expect(await charged('US')).toMatchObject({ country: 'US', rule: 'outside', tax: 0 })
    expect(await charged('ES')).toMatchObject({ country: 'ES', rule: 'oss' })
    expect(await charged('CH')).toMatchObject({ country: 'DE', rule: 'home' })
    expect(await charged(null)).toMatchObject({ country: 'DE', rule: 'home' })
    const quote = {
      kind: 'course' as const,
      slug: 'aws',
      quantity: 1,
      billing: { kind: 'private' as const, country: 'US' },
    }
    expect(await app.as(`consumer-${buyers}`).quoteOrder({ orderQuoteAsk: quote })).toMatchObject({
      country_doubted: true,
      tax_lines: [{ country: 'DE' }],
    })
  })

  test('the countries of the payment are stored, and a contradiction raises an alarm instead of losing the sale', async () => {
    const agreeing = await buyer('ES')
    const same = eventsOf({ ...agreeing, country: 'ES' })
    await send(same.paid())
    await send(same.chargedByCard('ES'))
    expect(await evidenceOf(agreeing.id)).toEqual({
      country: 'ES',
      billing: null,
      profile: 'ES',
      payment: ['ES'],
      agrees: true,
    })
    const leaving = await buyer('US', { billing: us })
    const from = eventsOf({ ...leaving, country: 'US' })
    // The charge may arrive first.
    await send(from.chargedByCard('DE'))
    await send(from.paid())
    expect(await stateOf(leaving.id)).toBe('fulfilled')
    expect(await evidenceOf(leaving.id)).toMatchObject({ country: 'US', payment: ['DE', 'US'], agrees: false })
    const rule = app.deps.extensions.alarmRules.find(({ kind }) => kind === 'tax_evidence')
    const found = await rule!.find(app.deps.db, {} as never)
    expect(found.map(({ subject }) => subject)).toEqual([leaving.row.number])
  })
})

test('a slow bank payment keeps the order open, and its final result counts', async () => {
  const { id, events } = await place()
  await send(events.pending())
  expect((await rowOf(id)).expires_at!.getTime()).toBeGreaterThan(Date.now() + 14 * 86_400_000)
  expect(await stateOf(id)).toBe('awaiting_payment')
  await send(events.failed())
  expect(await stateOf(id)).toBe('failed')
  await send(events.succeeded())
  expect(await stateOf(id)).toBe('fulfilled')
  await send(events.expired())
  await send(events.pending())
  expect(await stateOf(id)).toBe('fulfilled')
})

test('a payment after cancellation fulfils the order, or is refunded if the item is no longer for sale', async () => {
  const late = await place()
  await send(late.events.expired())
  expect(await stateOf(late.id)).toBe('cancelled')
  await send(late.events.paid())
  expect(await stateOf(late.id)).toBe('fulfilled')
  expect(await vouchersOf(late.id)).toHaveLength(1)

  const course = await makeCourse(app.deps.db, 'going')
  const gone = await place({ slug: 'going' })
  await send(gone.events.expired())
  await app.deps.db.update(courses).set({ status: 'archived' }).where(eq(courses.id, course.id))
  await send(gone.events.paid())
  expect(await stateOf(gone.id)).toBe('refunded')
  expect(await vouchersOf(gone.id)).toEqual([])
  expect(await app.deps.db.select().from(refunds).where(eq(refunds.order_id, gone.id))).toMatchObject([
    { amount: 100_00, state: 'asked' },
  ])
})

test('a refund or dispute that arrives before its payment waits for it', async () => {
  const refunded = await place({ quantity: 2 })
  await send(refunded.events.refunded(50_00))
  expect(await stateOf(refunded.id)).toBe('awaiting_payment')
  await send(refunded.events.paid())
  expect(await rowOf(refunded.id)).toMatchObject({ state: 'partially_refunded', refunded_amount: 50_00 })

  const disputed = await place()
  await send(disputed.events.disputed())
  await send(disputed.events.paid())
  expect(await rowOf(disputed.id)).toMatchObject({ state: 'disputed', state_before_dispute: 'fulfilled' })
})

test('refunds made in Stripe’s dashboard count once each, and never exceed the amount paid', async () => {
  const { id, events } = await place({ quantity: 2 })
  await send(events.paid())
  const half = events.refunded(100_00, 're_one')
  for (const event of [half, half, events.refunded(100_00, 're_one')]) await send(event)
  expect(await rowOf(id)).toMatchObject({ state: 'partially_refunded', refunded_amount: 100_00 })
  const tooMuch = events.refunded(150_00, 're_two')
  await send(tooMuch)
  expect(await stored(tooMuch.id)).toMatchObject({ outcome: 'refused' })
  await send(events.refunded(100_00, 're_three'))
  expect(await rowOf(id)).toMatchObject({ state: 'refunded', refunded_amount: 200_00 })
})

test('a dispute is opened, won or lost in any order, and a bank inquiry changes nothing', async () => {
  const won = await place()
  await send(won.events.paid())
  await send(won.events.inquired())
  expect(await stateOf(won.id)).toBe('fulfilled')
  await send(won.events.disputed())
  expect(await stateOf(won.id)).toBe('disputed')
  await send(won.events.won())
  expect(await stateOf(won.id)).toBe('fulfilled')

  const early = await place()
  await send(early.events.paid())
  await send(early.events.won())
  await send(early.events.disputed())
  expect(await stateOf(early.id)).toBe('fulfilled')

  const lost = await place()
  await send(lost.events.paid())
  await send(lost.events.lost())
  await send(lost.events.disputed())
  expect(await rowOf(lost.id)).toMatchObject({ state: 'refunded', refunded_amount: 100_00 })
})

test('a second payment for one order opens nothing more and is listed for finance', async () => {
  const { id, events } = await place()
  await send(events.paid())
  const twice = eventsOf({ id, amount: 100_00 }, 'pi_second').paid()
  await send(twice)
  expect(await stored(twice.id)).toMatchObject({
    outcome: 'refused',
    note: 'This order was paid twice. Refund €100.00.',
  })
  expect(await vouchersOf(id)).toHaveLength(1)
})

test('an unpaid order is cancelled once after a day, and a paid one is not', async () => {
  const open = await place()
  const paid = await place()
  await send(paid.events.paid())
  await app.deps.db.update(orders).set({ expires_at: sql`now() - interval '1 second'` })
  for (const _ of [1, 2]) await queue.run('orders.expire')
  const { state, version } = await rowOf(open.id)
  expect(state).toBe('cancelled')
  await queue.run('orders.expire')
  expect((await rowOf(open.id)).version).toBe(version)
  expect(await stateOf(paid.id)).toBe('fulfilled')
})

test('without Stripe keys the webhook does not exist', async () => {
  const other = await startTestApp()
  expect(await deliver(other.app, stripeEvent('checkout.session.completed', {}))).toBe(404)
  await other.close()
})
