import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { makeCourse, makeSeller } from '../../../../../test/catalogue.ts'
import { createManualQueue, type ManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import { pdfText } from '../../../../../test/fixtures/pdf-text.ts'
import { courses, orders, outbox, sellers, vouchers } from '../../../../db/schema/index.ts'

let app: TestApp
let queue: ManualQueue
beforeAll(async () => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ deps: { queue } })
  await makeCourse(app.deps.db, 'aws')
})
afterAll(() => app.close())

const billing = { company: 'Team Ltd', country: 'DE' }
let buyers = 0
async function place(quantity = 10, slug = 'aws') {
  const api = app.as(`buyer-${++buyers}`)
  const placed = await api.purchaseCourse({
    purchaseCoursePayload: { slug, quantity, billing, pay_by: 'transfer' },
  })
  return { api, placed, id: placed.order_id }
}
const finance = () => app.as('finance', { roles: ['user', 'admin'], capabilities: ['finance'] })
async function record(id: string, amount: number, received_on = '2026-11-20') {
  const { version } = await finance().listTransfers({ id })
  return finance().recordTransfer({ id, transferInput: { version, amount, received_on, reference: 'Statement 7' } })
}
const rowOf = async (id: string) => (await app.deps.db.select().from(orders).where(eq(orders.id, id)))[0]!
const vouchersOf = (id: string) => app.deps.db.select().from(vouchers).where(eq(vouchers.order_id, id))
const mailsOf = async (id: string) =>
  (
    await app.deps.db
      .select({ key: outbox.dedupe_key, subject: outbox.subject, text: outbox.text })
      .from(outbox)
      .where(sql`${outbox.dedupe_key} like ${`order:${id}:transfer:%`}`)
      .orderBy(outbox.created_at)
  ).map((mail) => ({ ...mail, key: mail.key?.replace(`order:${id}:transfer:`, '') }))
/** Moves the dates of an order into the past. */
const passDays = (id: string, days: number) =>
  app.deps.db
    .update(orders)
    .set({
      due_at: sql`due_at - make_interval(days => ${days}::int)`,
      expires_at: sql`expires_at - make_interval(days => ${days}::int)`,
      created_at: sql`created_at - make_interval(days => ${days}::int)`,
    })
    .where(eq(orders.id, id))

test('a company that pays by transfer gets an order with a due date and a mail with instructions', async () => {
  const { api, placed, id } = await place()
  expect(placed).toMatchObject({ state: 'awaiting_payment', checkout_url: null })
  const order = await api.getOrder({ id })
  expect(order).toMatchObject({ pay_by: 'transfer', total: { amount: 1000_00 }, next: null })
  const days = (Date.parse(order.due_at!) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(13.9)
  expect(days).toBeLessThan(14.1)
  const again = await api.purchaseCourse({
    purchaseCoursePayload: { slug: 'aws', quantity: 10, billing, pay_by: 'transfer' },
  })
  expect(again).toEqual(placed)
  const mails = await mailsOf(id)
  expect(mails.map(({ key }) => key)).toEqual(['asked'])
  expect(mails[0]!.text).toContain('€1,000.00')
  expect(mails[0]!.text).toContain(order.number)
  expect(await vouchersOf(id)).toEqual([])
})

test('mails show our bank account once a seller is configured, and ask to write to us until then', async () => {
  const before = await place(3)
  expect((await mailsOf(before.id))[0]!.text).toContain('Please write to us for the details of our bank account.')
  await makeSeller(app.deps.db, { oss_registered: false })
  const { id } = await place(4)
  await passDays(id, 14)
  await queue.run('orders.remind')
  const mails = await mailsOf(id)
  expect(mails).toHaveLength(2)
  for (const { text } of mails)
    expect(text).toContain('Our account: Flagyard Testing GmbH, IBAN DE89 3704 0044 0532 0130 00.')
  await app.deps.db.delete(sellers)
})

test('without cards, only companies can buy: by transfer, once the seller has a bank account', async () => {
  const payments = { provider: 'none' as const, createCheckout: () => Promise.reject(new Error('never asked')) }
  const cardless = await startTestApp({ deps: { payments } })
  const { db } = cardless.deps
  await makeCourse(db, 'aws')
  const buy = (changes = {}) =>
    cardless.asLearner.purchaseCourse({
      purchaseCoursePayload: { slug: 'aws', quantity: 2, billing, ...changes },
    })
  await expect(buy({ pay_by: 'transfer' })).rejects.toMatchObject({ status: 503 })
  await makeSeller(db)
  await expect(buy()).rejects.toMatchObject({ status: 422, errors: [{ field: 'pay_by' }] })
  await expect(buy({ pay_by: 'transfer', billing: { country: 'DE' } })).rejects.toMatchObject({
    errors: [{ field: 'billing.company' }],
  })
  const { order_id: id, state, checkout_url } = await buy({ pay_by: 'transfer' })
  expect([state, checkout_url]).toEqual(['awaiting_payment', null])
  const sheet = await cardless.asLearner.downloadProForma({ id })
  expect(pdfText(Buffer.from(await sheet.arrayBuffer()))).toContain('DE89370400440532013000')
  await cardless.close()
})

test('a transfer requires the company’s name and country', async () => {
  const api = app.as('private')
  const payload = { slug: 'aws', quantity: 1, pay_by: 'transfer' as const }
  await expect(api.purchaseCourse({ purchaseCoursePayload: payload })).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'billing.company' }],
  })
  const named = { ...payload, billing: { company: 'Team Ltd' } }
  await expect(api.purchaseCourse({ purchaseCoursePayload: named })).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'billing.country' }],
  })
  expect(await api.listMyOrders()).toEqual([])
})

test('the dates on a pro forma are in the seller’s time zone', async () => {
  await makeSeller(app.deps.db, { time_zone: 'Pacific/Auckland' })
  const { api, id } = await place(5)
  const days = { created_at: new Date('2026-11-20T12:30:00Z'), due_at: new Date('2026-12-04T12:30:00Z') }
  await app.deps.db.update(orders).set(days).where(eq(orders.id, id))
  const text = pdfText(Buffer.from(await (await api.downloadProForma({ id })).arrayBuffer())).replace(/\s+/g, ' ')
  for (const day of ['21 November 2026', '5 December 2026']) expect(text).toContain(day)
  for (const day of ['20 November 2026', '4 December 2026']) expect(text).not.toContain(day)
  await app.deps.db.delete(sellers)
})

test('the pro forma shows the amount with the tax of the company’s country, by mail and with the order, until it is paid', async () => {
  await makeSeller(app.deps.db, { oss_registered: true })
  const api = app.as('abroad')
  const asked = { company: 'Ügyfél Kft.', kind: 'business' as const, country: 'HU', tax_id: 'HU12892312' }
  const { order_id: id } = await api.purchaseCourse({
    purchaseCoursePayload: { slug: 'aws', quantity: 2, billing: asked, pay_by: 'transfer' },
  })
  const order = await api.getOrder({ id })
  expect(order).toMatchObject({ has_pro_forma: true, documents: [], tax_lines: [{ rule: 'reverse_charge', tax: 0 }] })
  const text = pdfText(Buffer.from(await (await api.downloadProForma({ id })).arrayBuffer())).replace(/\s+/g, ' ')
  for (const fact of [
    'Pro forma',
    order.number,
    'Ügyfél Kft.',
    'Hungary',
    'Reverse charge',
    'This is not an invoice',
    '€168.07',
  ])
    expect(text).toContain(fact)
  expect(text).toContain(`DE89370400440532013000`)
  expect(text).not.toContain('INV-')
  const [mail] = await app.deps.db
    .select()
    .from(outbox)
    .where(eq(outbox.dedupe_key, `order:${id}:transfer:asked`))
  const [attached] = mail!.attachments as { filename: string; content_type: string; content_base64: string }[]
  expect(attached).toMatchObject({
    filename: `Flagyard pro forma ${order.number}.pdf`,
    content_type: 'application/pdf',
  })
  expect(pdfText(Buffer.from(attached!.content_base64, 'base64')).replace(/\s+/g, ' ')).toBe(text)

  await expect(app.as('somebody').downloadProForma({ id })).rejects.toMatchObject({ status: 404 })
  await record(id, order.total.amount)
  const paid = await api.getOrder({ id })
  expect(paid).toMatchObject({ has_pro_forma: false, documents: [{ kind: 'invoice' }] })
  await expect(api.downloadProForma({ id })).rejects.toMatchObject({ status: 404 })
  const { order_id: atHome } = await api.purchaseCourse({
    purchaseCoursePayload: {
      slug: 'aws',
      quantity: 3,
      pay_by: 'transfer',
      billing: { ...asked, country: 'DE', tax_id: '' },
    },
  })
  expect(await api.getOrder({ id: atHome })).toMatchObject({ tax_lines: [{ country: 'DE', rate: 1900, rule: 'home' }] })
  await app.deps.db.delete(sellers)
})

test('partial transfers are counted, and the last one delivers the vouchers once', async () => {
  const { api, id } = await place()
  expect(await record(id, 400_00)).toMatchObject({
    state: 'awaiting_payment',
    received: { amount: 400_00 },
    open: { amount: 600_00 },
  })
  expect(await vouchersOf(id)).toEqual([])
  expect(await record(id, 600_00)).toMatchObject({ state: 'fulfilled', open: { amount: 0 } })
  expect(await vouchersOf(id)).toHaveLength(10)
  expect(await api.getOrder({ id })).toMatchObject({ state: 'fulfilled', next: `/orders/${id}/seats` })
  await expect(record(id, 1)).rejects.toMatchObject({ status: 409 })
  expect(await vouchersOf(id)).toHaveLength(10)
})

test('refuses more than the missing amount, a future date and a stale page, and changes nothing', async () => {
  const { id } = await place()
  await expect(record(id, 1000_01)).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'amount', message: '€1,000.00 is missing. Record that amount, and send the rest back' }],
  })
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  await expect(record(id, 1, tomorrow)).rejects.toMatchObject({ status: 422, errors: [{ field: 'received_on' }] })
  const { version } = await finance().listTransfers({ id })
  const transferInput = { version: version - 1, amount: 1, received_on: '2026-11-20', reference: 'x' }
  await expect(finance().recordTransfer({ id, transferInput })).rejects.toMatchObject({ code: 'stale_version' })
  expect(await finance().listTransfers({ id })).toMatchObject({ received: { amount: 0 }, transfers: [] })
})

test('a wrong entry is undone once by a counter-entry with a reason, and both stay visible', async () => {
  const { id } = await place()
  const { version, transfers } = await record(id, 300_00)
  const wrong = transfers[0]!
  const undo = { id, transfer_id: wrong.id, transferUndo: { version, reason: 'It was for another order' } }
  const undone = await finance().undoTransfer(undo)
  expect(undone).toMatchObject({
    received: { amount: 0 },
    open: { amount: 1000_00 },
    transfers: [
      { id: wrong.id, amount: 300_00, undone: true, by: 'finance' },
      { amount: -300_00, undoes: wrong.id, reason: 'It was for another order' },
    ],
  })
  const again = { ...undo, transferUndo: { version: undone.version, reason: 'Again' } }
  await expect(finance().undoTransfer(again)).rejects.toMatchObject({ status: 409 })
  const counter = { ...again, transfer_id: undone.transfers[1]!.id }
  await expect(finance().undoTransfer(counter)).rejects.toMatchObject({ status: 404 })
  const paid = await record(id, 1000_00)
  const late = {
    id,
    transfer_id: paid.transfers.at(-1)!.id,
    transferUndo: { version: paid.version, reason: 'Too late' },
  }
  await expect(finance().undoTransfer(late)).rejects.toMatchObject({
    status: 409,
    message: 'This order is paid and delivered. Refund it instead.',
  })
})

test('reminders are sent three days before, on the due date and a week after it, each once, before the order is cancelled', async () => {
  const { id } = await place()
  await record(id, 250_00)
  const remind = async () => {
    for (const _ of [1, 2]) await queue.run('orders.remind')
    return (await mailsOf(id)).map(({ key }) => key)
  }
  expect(await remind()).toEqual(['asked'])
  await passDays(id, 11)
  expect(await remind()).toEqual(['asked', 'reminder:1'])
  await passDays(id, 3)
  expect(await remind()).toEqual(['asked', 'reminder:1', 'reminder:2'])
  await passDays(id, 7)
  expect(await remind()).toEqual(['asked', 'reminder:1', 'reminder:2', 'reminder:3'])
  const last = (await mailsOf(id)).at(-1)!
  expect(last.subject).toMatch(/^Payment overdue: order FY-/)
  expect(last.text).toContain('€750.00')
  await passDays(id, 200)
  await queue.run('orders.expire')
  // Part of the payment has arrived, so finance decides.
  expect((await rowOf(id)).state).toBe('awaiting_payment')
})

test('after downtime only one reminder is sent, and none for a transfer that arrived', async () => {
  const late = await place()
  const paid = await place()
  await record(paid.id, 1000_00)
  for (const { id } of [late, paid]) await passDays(id, 22)
  await queue.run('orders.remind')
  expect((await mailsOf(late.id)).map(({ key }) => key)).toEqual(['asked', 'reminder:3'])
  expect((await mailsOf(paid.id)).map(({ key }) => key)).toEqual(['asked'])
})

test('an unpaid order is cancelled thirty days after its due date, and a later transfer still fulfils it', async () => {
  const { id } = await place()
  await passDays(id, 43)
  await queue.run('orders.expire')
  expect((await rowOf(id)).state).toBe('awaiting_payment')
  await passDays(id, 2)
  await queue.run('orders.expire')
  expect((await rowOf(id)).state).toBe('cancelled')
  expect(await record(id, 1000_00)).toMatchObject({ state: 'fulfilled' })
  expect(await vouchersOf(id)).toHaveLength(10)
})

test('refunds a late transfer for an item that is no longer for sale', async () => {
  const course = await makeCourse(app.deps.db, 'going')
  const { id } = await place(2, 'going')
  await passDays(id, 60)
  await queue.run('orders.expire')
  await app.deps.db.update(courses).set({ status: 'archived' }).where(eq(courses.id, course.id))
  expect(await record(id, 200_00)).toMatchObject({ state: 'refunded' })
  expect(await vouchersOf(id)).toEqual([])
})

test('keeps the billing details of an unpaid transfer, however old it is', async () => {
  const open = await place()
  const part = await place()
  await record(part.id, 1_00)
  for (const { id } of [open, part]) await passDays(id, 40)
  const rule = app.deps.extensions.retention.find(({ name }) => name === 'unpaid-orders')!
  await rule.prune!({ db: app.deps.db, files: app.deps.files }, { days: 30, limit: 100 })
  for (const { id } of [open, part]) expect(await rowOf(id)).toMatchObject({ state: 'awaiting_payment', billing })
})

test('an order not paid by transfer and an unknown one are not found', async () => {
  const api = app.as('card')
  const { order_id: id } = await api.purchaseCourse({
    purchaseCoursePayload: { slug: 'aws', quantity: 1 },
  })
  const transferInput = { version: 1, amount: 1, received_on: '2026-11-20', reference: 'x' }
  for (const unknown of [id, crypto.randomUUID(), 'nothing'])
    await expect(finance().recordTransfer({ id: unknown, transferInput })).rejects.toMatchObject({ status: 404 })
})
