import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { makeCourse, makeSeller } from '../../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../../test/database.ts'
import { invoices, orders } from '../../../../db/schema/index.ts'
import { findOrder, insertOrder, lockOrder, type OrderRow } from '../queries.ts'
import { insertRefund } from '../refunds/queries.ts'
import { issueCreditNote, issueInvoice, numberOf } from './issue.ts'

describeOnPostgres('documents on real Postgres', () => {
  let app: TestApp
  let course: string
  beforeAll(async () => {
    app = await startTestApp({ database: await openTestPostgres() })
    await makeSeller(app.deps.db)
    course = (await makeCourse(app.deps.db, 'aws')).id
  })
  afterAll(() => app.close())

  let made = 0
  /** An order of 119.00 with its tax. */
  async function paidOrder(): Promise<OrderRow> {
    app.as('ana')
    return insertOrder(app.deps.db, {
      number: `FY-TEST-${++made}`,
      user_id: await app.idOf('ana'),
      state: 'paid',
      kind: 'course',
      target_id: course,
      slug: 'aws',
      title: 'AWS',
      lines: [{ kind: 'course', id: course, slug: 'aws', title: 'AWS', amount: 119_00, first_seat: 0 }],
      quantity: 1,
      unit_amount: 119_00,
      total_amount: 119_00,
      tax_amount: 19_00,
      tax_lines: [{ country: 'DE', rate: 1900, rule: 'home', net: 100_00, tax: 19_00 }],
      provider: 'demo',
    })
  }
  const invoice = (order: OrderRow, fails = false) =>
    app.deps.db.transaction(async (tx) => {
      const issued = await issueInvoice(tx, await lockOrder(tx, order.id))
      if (fails) throw new Error('The payment failed after all')
      return issued
    })
  const refund = (order: OrderRow, amount: number, tax: number, fails = false) =>
    app.deps.db.transaction(async (tx) => {
      const locked = await lockOrder(tx, order.id)
      const { id: refundId } = await insertRefund(tx, { order_id: order.id, amount, reason: 'A test' })
      const lines = [{ title: 'AWS', seats: 1, amount }]
      const issued = await issueCreditNote(tx, locked, { refundId, amount, tax, lines })
      if (fails) throw new Error('The refund failed after all')
      return issued
    })
  const numbersOf = async (kind: 'invoice' | 'credit_note') =>
    (await app.deps.db.select().from(invoices).where(eq(invoices.kind, kind))).map(numberOf).sort()
  const upTo = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${prefix}-${year()}-${String(at + 1).padStart(6, '0')}`)
  const year = () => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Europe/Berlin' }).format(new Date())

  test('document numbers have no gaps and no duplicates, even if every third transaction fails', async () => {
    const count = process.env.LONG ? 600 : 24
    const placed: OrderRow[] = []
    for (let at = 0; at < count; at++) placed.push(await paidOrder())
    const fails = (at: number) => at % 3 === 2
    await Promise.allSettled(placed.map((order, at) => invoice(order, fails(at))))
    const issued = placed.filter((_, at) => !fails(at))
    expect(await numbersOf('invoice')).toEqual(upTo('INV', issued.length))
    await Promise.allSettled(issued.map((order, at) => refund(order, 119_00, 19_00, fails(at))))
    expect(await numbersOf('credit_note')).toEqual(upTo('CN', issued.filter((_, at) => !fails(at)).length))
  })

  test('twenty concurrent requests for one order create one invoice', async () => {
    const order = await paidOrder()
    const issued = await Promise.all(Array.from({ length: 20 }, () => invoice(order)))
    expect(new Set(issued.map((row) => row?.id)).size).toBe(1)
  })

  test('credit notes never exceed their invoice, in total or in tax', async () => {
    const order = await paidOrder()
    await invoice(order)
    await expect(refund(order, 119_01, 19_00)).rejects.toThrow('must not exceed')
    await expect(refund(order, 50_00, 19_01)).rejects.toThrow('must not exceed')
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => refund(order, 50_00, 7_98)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const rest = await refund(order, 19_00, 3_04)
    expect(rest).toMatchObject({ tax_lines: [{ country: 'DE', rate: 1900, rule: 'home', net: 15_96, tax: 3_04 }] })
    const [sum] = await app.deps.db
      .select({
        total: sql<number>`sum(${invoices.total_amount})::int`,
        tax: sql<number>`sum(${invoices.tax_amount})::int`,
      })
      .from(invoices)
      .where(sql`${invoices.order_id} = ${order.id} and ${invoices.kind} = 'credit_note'`)
    expect(sum).toEqual({ total: 119_00, tax: 19_00 })
  })

  test('a document cannot be changed or deleted', async () => {
    const order = await paidOrder()
    const issued = (await invoice(order))!
    const { db } = app.deps
    const refused = { cause: { message: expect.stringContaining('Invoices stay as they were issued') } }
    await expect(db.update(invoices).set({ total_amount: 1 }).where(eq(invoices.id, issued.id))).rejects.toMatchObject(
      refused,
    )
    await expect(db.delete(invoices).where(eq(invoices.id, issued.id))).rejects.toMatchObject(refused)
    await db.update(orders).set({ title: 'Another' }).where(eq(orders.id, order.id))
    expect(await invoice((await findOrder(db, order.id))!)).toEqual(issued)
  })
})
