import { type Operation, operations } from '@flagyard/api-types'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { courses, orders, refunds } from '../../../db/schema/index.ts'

let app: TestApp
/** An administrator with only this capability. */
let finance: Api
beforeAll(async () => {
  app = await startTestApp()
  await makeCourse(app.deps.db, 'aws')
  await makeCourse(app.deps.db, 'azure')
  finance = app.as('only-finance', { roles: ['user', 'admin'], capabilities: ['finance'] })
})
afterAll(() => app.close())

type Outcome = 'paid' | 'declined' | 'cancelled'
async function order(buyer: string, outcomes: Outcome[], changes: object = {}) {
  const purchase = { slug: 'aws', quantity: 1, ...changes }
  const { order_id: id } = await app.as(buyer).purchaseCourse({ purchaseCoursePayload: purchase })
  for (const outcome of outcomes) await app.as(buyer).payDemoOrder({ id, demoPayment: { outcome } })
  return finance.getAdminOrder({ id })
}
const list = (filter: object = {}, sort?: string) =>
  finance.listOrders({ filter: JSON.stringify(filter), ...(sort && { sort }) })
const numbers = async (filter: object, sort?: string) => (await list(filter, sort)).data.map(({ number }) => number)

test('only finance reads the whole order: buyer, seats, amounts, mails and provider events', async () => {
  const recipients = ['one@team.example', 'two@team.example']
  const billing = { company: 'Nordlicht GmbH', tax_id: 'DE123' }
  const found = await order('nina', ['paid'], { quantity: 3, recipients, billing })
  expect(found).toMatchObject({
    buyer: 'nina',
    state: 'fulfilled',
    provider: 'demo',
    company: 'Nordlicht GmbH',
    billing,
    recipients: 2,
    quantity: 3,
    seats: { available: 3, activated: 0 },
    allowed: ['refund'],
    lines: [{ kind: 'course', slug: 'aws', owned: false }],
    payment_events: [{ provider: 'demo', kind: 'paid' }],
  })
  expect(found.mails.map(({ to }) => to)).toEqual(expect.arrayContaining(recipients))
  expect(found.timeline.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['order.placed', 'payment.paid', 'order.paid', 'order.fulfilled']),
  )
  expect(found.timeline.at(-1)).toMatchObject({ kind: 'order.placed', subject: found.number })
})

test('the timeline explains why an order paid after its cancellation was delivered', async () => {
  const found = await order('olga', ['cancelled', 'paid'])
  expect(found.state).toBe('fulfilled')
  expect(found.timeline.find(({ kind }) => kind === 'order.paid')?.detail).toBe(
    'The payment came after the order was cancelled. It was still for sale, so what was bought was delivered.',
  )
  expect(found.timeline.map(({ kind }) => kind)).toContain('payment.cancelled')
})

test('the timeline explains why an order paid after it failed and went off sale is refunded', async () => {
  const { order_id: id } = await app.as('pia').purchaseCourse({ purchaseCoursePayload: { slug: 'azure', quantity: 1 } })
  await app.as('pia').payDemoOrder({ id, demoPayment: { outcome: 'declined' } })
  await app.deps.db.update(courses).set({ status: 'draft' }).where(eq(courses.slug, 'azure'))
  await app.as('pia').payDemoOrder({ id, demoPayment: { outcome: 'paid' } })
  const found = await finance.getAdminOrder({ id })
  expect(found).toMatchObject({ state: 'refunded', refunds: [{ state: 'done', amount: found.total }], allowed: [] })
  expect(found.timeline.find(({ kind }) => kind === 'order.paid')?.detail).toBe(
    'The payment came after the order had failed. It was no longer for sale, so the money goes back.',
  )
  const [refund] = await app.deps.db.select().from(refunds).where(eq(refunds.order_id, id))
  expect(found.timeline.find(({ kind }) => kind === 'refund.done')?.detail).toBe(refund?.reason)
})

test('finds orders by number, buyer, address and company, and filters them for finance', async () => {
  const paid = await order('quentin', ['paid'], { quantity: 2, billing: { company: 'Über Stein AG' } })
  const open = await order('quentin', [])
  for (const q of [paid.number, 'uber stein']) expect(await numbers({ q }), q).toEqual([paid.number])
  for (const q of ['quent', 'quentin@learners.example'])
    expect(await numbers({ q }), q).toEqual([open.number, paid.number])
  expect(await numbers({ q: 'nobody ordered this' })).toEqual([])
  const mine = { username: 'quentin' }
  expect(await numbers({ ...mine, state: 'fulfilled' })).toEqual([paid.number])
  expect(await numbers({ ...mine, state: 'awaiting_payment' })).toEqual([open.number])
  expect(await numbers({ ...mine, provider: 'demo' })).toHaveLength(2)
  expect(await numbers({ ...mine, provider: 'invoice' })).toEqual([])
  expect(await numbers(mine, '["total","ASC"]')).toEqual([open.number, paid.number])
  expect(await numbers(mine, '["paid_at","DESC"]'), 'an unpaid one comes first').toEqual([open.number, paid.number])

  const at = new Date('2026-02-10T10:00:00Z')
  await app.deps.db.update(orders).set({ paid_at: at, state: 'disputed' }).where(eq(orders.id, paid.id))
  const february = { paid_from: '2026-02-01T00:00:00Z', paid_until: '2026-03-01T00:00:00Z' }
  expect(await numbers(february)).toEqual([paid.number])
  expect(await numbers({ ...february, paid_until: at.toISOString() }), 'until is before').toEqual([])
  expect(await numbers({ disputed: true })).toEqual([paid.number])
})

test('the voucher list finds an order by id and by number, and links back to it', async () => {
  const { id, number } = await order('rosa', ['paid'], { quantity: 2 })
  const of = async (order: string) => (await finance.listVouchers({ filter: JSON.stringify({ order }) })).data
  const vouchers = await of(id)
  expect(vouchers).toHaveLength(2)
  expect(await of(number)).toEqual(vouchers)
  expect(vouchers[0]).toMatchObject({ order_id: id, order_number: number })
  expect(await finance.getVoucherBatch({ batch_id: vouchers[0]!.batch! })).toMatchObject({ order_id: id })
})

test('only finance can export the list, with the same filter', async () => {
  const { number } = await order('sven', ['paid'], { quantity: 2, billing: { company: '=Sum GmbH' } })
  const exportAsk = { filter: '{"username":"sven"}' }
  const answer = (await finance.exportList({ list: 'listOrders', exportAsk })) as Response
  const [, ...lines] = (await answer.text()).trim().split('\r\n')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(number)
  expect(lines[0], 'no formula in a spreadsheet').toContain("'=Sum GmbH")
})

test('every call about money requires finance', () => {
  const money = Object.entries<Operation>(operations).filter(
    ([, { auth, path }]) => auth === 'admin' && /^\/admin\/(orders|months|\w*voucher)|^\/vouchers/.test(path),
  )
  expect(money.length).toBeGreaterThan(15)
  for (const [name, { capabilities }] of money) expect(capabilities, name).toContain('finance')
})

test('an unknown order id is not found', async () => {
  for (const id of ['00000000-0000-4000-8000-000000000000', 'FY-2026-1'])
    await expect(finance.getAdminOrder({ id })).rejects.toMatchObject({ code: 'not_found' })
})
