import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../../test/app.ts'
import { makeBundle, makeCourse, makeSeller } from '../../../../../test/catalogue.ts'
import { pdfText } from '../../../../../test/fixtures/pdf-text.ts'
import { courses, orders, outbox } from '../../../../db/schema/index.ts'
import { handlePayment } from '../payment.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await makeSeller(app.deps.db)
  const price = { price_amount: 119_00 }
  const parts = [await makeCourse(app.deps.db, 'aws', price), await makeCourse(app.deps.db, 'azure', price)]
  await makeBundle(app.deps.db, 'clouds', 200_00, parts)
  await makeCourse(app.deps.db, 'free', { price_amount: 0 })
})
afterAll(() => app.close())

type Payload = Parameters<Api['purchaseCourse']>[0]['purchaseCoursePayload']
const buy = (api: Api, changes: Partial<Payload> = {}) =>
  api.purchaseCourse({ purchaseCoursePayload: { slug: 'aws', quantity: 1, ...changes } })
const pay = (api: Api, id: string) => api.payDemoOrder({ id, demoPayment: { outcome: 'paid' } })
const austrian = { country: 'AT', kind: 'business' as const, company: 'Alpen GmbH', tax_id: 'ATU13585627' }
const fetchPdf = async (username: string, path: string) =>
  app.app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${await app.tokenOf(username)}` } })

describe('a quote', () => {
  const quote = (username: string, changes: object = {}) =>
    app.as(username).quoteOrder({ orderQuoteAsk: { kind: 'course', slug: 'aws', quantity: 1, ...changes } })

  test('shows price, discount, tax and total', async () => {
    expect(await quote('quinn')).toMatchObject({
      unit: { amount: 119_00, currency: 'EUR' },
      discount: { amount: 0 },
      net: { amount: 100_00 },
      tax: { amount: 19_00 },
      total: { amount: 119_00 },
      tax_lines: [{ country: 'DE', rate: 1900, rule: 'home' }],
      tax_included: true,
      pay_by: ['card', 'transfer'],
      owned: [],
      tax_id: 'not_given',
      country_doubted: false,
    })
    expect(await quote('quinn', { quantity: 3, billing: austrian })).toMatchObject({
      net: { amount: 300_00 },
      tax: { amount: 0 },
      total: { amount: 300_00 },
      tax_lines: [{ country: 'AT', rule: 'reverse_charge' }],
      tax_id: 'valid',
    })
    expect(await quote('quinn', { billing: { ...austrian, tax_id: 'ATU1' } })).toMatchObject({ tax_id: 'invalid' })
  })

  test('equals the later charge, also for a bundle that the buyer partly owns', async () => {
    const nell = app.as('nell')
    await pay(nell, (await buy(nell)).order_id)
    const asked = await quote('nell', { kind: 'bundle', slug: 'clouds' })
    expect(asked).toMatchObject({ owned: ['aws'], discount: { amount: 100_00 }, total: { amount: 100_00 } })
    const { order_id } = await nell.purchaseCourseBundle({
      purchaseCourseBundlePayload: { slug: 'clouds', quantity: 1 },
    })
    const { total, tax, tax_lines } = await nell.getOrder({ id: order_id })
    expect({ total, tax, tax_lines }).toEqual({ total: asked.total, tax: asked.tax, tax_lines: asked.tax_lines })
  })

  test('refuses items that are not for sale and unknown countries', async () => {
    await expect(quote('quinn', { slug: 'nothing' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(quote('quinn', { billing: { country: 'XX' } })).rejects.toMatchObject({
      errors: [{ field: 'billing.country' }],
    })
  })
})

describe('an invoice', () => {
  test('is issued with the payment and names seller, buyer, items and tax', async () => {
    const ina = app.as('ina')
    const { order_id } = await buy(ina, { quantity: 2, billing: { ...austrian, reference: 'PO 77' } })
    expect((await ina.getOrder({ id: order_id })).documents).toEqual([])
    const { documents, number } = await pay(ina, order_id)
    expect(documents).toMatchObject([
      { kind: 'invoice', number: expect.stringMatching(/^INV-\d{4}-\d{6}$/), total: { amount: 200_00 } },
    ])
    expect((await ina.listMyOrders()).find(({ id }) => id === order_id)?.documents).toEqual(documents)
    const answer = await fetchPdf('ina', `/orders/${order_id}/documents/${documents[0]!.id}`)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="Flagyard ${documents[0]!.number}.pdf"`,
    })
    const text = pdfText(answer.rawPayload).replace(/\s+/g, ' ')
    for (const fact of [documents[0]!.number, number, 'PO 77', 'Alpen GmbH', 'ATU13585627', 'Austria', '€200.00'])
      expect(text).toContain(fact)
    expect(text).toContain('Reverse charge: VAT to be accounted for by the recipient, Art. 196 Directive 2006/112/EC')
    const [mail] = await app.deps.db
      .select()
      .from(outbox)
      .where(eq(outbox.dedupe_key, `order:${order_id}:fulfilled`))
    expect(mail?.text).toContain('Your invoice is with your order')
  })

  test('is not found for other learners and orders, but support and finance can read it', async () => {
    const [owner, other] = [app.as('olga'), app.as('otis')]
    const mine = await pay(owner, (await buy(owner)).order_id)
    const theirs = await pay(other, (await buy(other)).order_id)
    const statusOf = async (username: string, path: string) => (await fetchPdf(username, path)).statusCode
    const document = mine.documents[0]!.id
    expect(await statusOf('olga', `/orders/${mine.id}/documents/${document}`)).toBe(200)
    expect(await statusOf('otis', `/orders/${mine.id}/documents/${document}`)).toBe(404)
    expect(await statusOf('otis', `/orders/${theirs.id}/documents/${document}`)).toBe(404)
    expect(await statusOf('olga', `/orders/${mine.id}/documents/${randomUUID()}`)).toBe(404)
    expect(await statusOf('olga', `/orders/${mine.id}/documents/none`)).toBe(404)
    for (const capability of ['support', 'finance', 'content'] as const) {
      const by = app.as(`with-${capability}`, { roles: ['user', 'admin'], capabilities: [capability] })
      const status = await by
        .downloadDocumentForAdmin({ id: mine.id, document_id: document })
        .then((answer) => answer.status)
        .catch((error) => error.status)
      expect(status).toBe(capability === 'content' ? 403 : 200)
    }
  })

  test('is not issued for free items', async () => {
    const fay = app.as('fay')
    const { order_id } = await fay.purchaseCourse({ purchaseCoursePayload: { slug: 'free', quantity: 1 } })
    expect(await fay.getOrder({ id: order_id })).toMatchObject({ documents: [], tax_lines: [] })
  })

  test('of a late payment is credited immediately', async () => {
    const { db } = app.deps
    await makeCourse(db, 'ends', { price_amount: 119_00 })
    const lea = app.as('lea')
    const { order_id } = await buy(lea, { slug: 'ends' })
    await lea.payDemoOrder({ id: order_id, demoPayment: { outcome: 'cancelled' } })
    await db.update(courses).set({ status: 'archived' }).where(eq(courses.slug, 'ends'))
    const paid = { kind: 'paid' as const, order_id, amount: 119_00, currency: 'EUR' }
    await handlePayment(app.deps, 'demo', { ...paid, id: randomUUID() })
    const { state, documents } = await lea.getOrder({ id: order_id })
    expect({ state, kinds: documents.map(({ kind }) => kind) }).toEqual({
      state: 'refunded',
      kinds: ['invoice', 'credit_note'],
    })
    const { rawPayload } = await fetchPdf('lea', `/orders/${order_id}/documents/${documents[1]!.id}`)
    const text = pdfText(rawPayload).replace(/\s+/g, ' ')
    expect(text).toContain('Credit note')
    expect(text).toContain(`Corrects invoice${documents[0]!.number}`)
  })
})

test('without a seller, orders have no tax and no invoice', async () => {
  const bare = await startTestApp()
  try {
    await makeCourse(bare.deps.db, 'aws', { price_amount: 119_00 })
    const { order_id } = await buy(bare.asLearner)
    expect(await pay(bare.asLearner, order_id)).toMatchObject({ tax: { amount: 0 }, tax_lines: [], documents: [] })
  } finally {
    await bare.close()
  }
})

test('the same price with a different tax is a different order', async () => {
  const uma = app.as('uma')
  const first = await buy(uma)
  await app.deps.db.update(orders).set({ tax_amount: 1 }).where(eq(orders.id, first.order_id))
  expect((await buy(uma)).order_id).not.toBe(first.order_id)
  const [newest] = await app.deps.db.select().from(orders).orderBy(desc(orders.created_at)).limit(1)
  expect(newest?.tax_amount).toBe(19_00)
})
