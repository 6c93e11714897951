import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeSeller } from '../../../../test/catalogue.ts'
import { payBack, sell } from '../../../../test/fixtures/random-books.ts'
import { audit, orders, refunds, vouchers } from '../../../db/schema/index.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { purchase } from '../orders/purchase/purchase.ts'
import { listMonths } from './service.ts'

let app: TestApp
/** An administrator with only this capability. */
let finance: Api
let user_id: string
let course: { id: string }
beforeAll(async () => {
  app = await startTestApp()
  finance = app.as('only-finance', { roles: ['user', 'admin'], capabilities: ['finance'] })
  user_id = await app.idOf('nina')
  course = await makeCourse(app.deps.db, 'aws')
})
afterAll(() => app.close())

const at = (day: string) => new Date(`2026-${day}T10:00:00Z`)
const german = [{ country: 'DE', rate: 1900, rule: 'home' as const, share: 1000 }]
const french = [{ country: 'FR', rate: 2000, rule: 'oss' as const, share: 1000 }]
const close = async (month: string) => {
  const { version } = await finance.getMonth({ month })
  return finance.closeMonth({ month, monthClosing: { version } })
}
/** Transactions of the first three months of a past year. */
const states = async () => {
  const listed = (await finance.listMonths()).filter(({ month }) => month < '2026-04')
  return listed.map(({ month, state }) => `${month} ${state}`)
}
const thisMonth = new Date().toISOString().slice(0, 7)
const totalOf = async (month: string) => (await finance.getMonth({ month })).totals

test('before the first payment, the books start with the current month', async () => {
  expect(await finance.listMonths()).toMatchObject([{ month: thisMonth, state: 'running', closed_at: null }])
})

describe.each([
  ['Europe/Berlin', '2026-12-31T23:30:00Z', '2027'],
  ['America/Los_Angeles', '2027-01-01T07:30:00Z', '2026'],
])('with a seller in %s', (time_zone, placed, year) => {
  test('an order at the turn of the year is numbered by the seller’s year and booked in the seller’s month', async () => {
    const at = new Date(placed)
    const there = await startTestApp()
    try {
      const { db } = there.deps
      await makeSeller(db, { time_zone })
      await makeCourse(db, 'aws')
      const buyer = there.as('buyer')
      await buyer.getMe()
      const user = { id: await there.idOf('buyer') } as CurrentUser
      const deps = { ...there.deps, clock: { ...there.deps.clock, now: () => at } }
      const { order_id } = await purchase(deps, user, 'course', { slug: 'aws', quantity: 1 })
      expect((await buyer.getOrder({ id: order_id })).number).toMatch(new RegExp(`^FY-${year}-`))
      await db.update(orders).set({ paid_at: at, state: 'fulfilled' }).where(eq(orders.id, order_id))
      const listed = await listMonths({ db, clock: { ...deps.clock, now: () => new Date('2027-03-01T12:00:00Z') } })
      expect(listed.at(-1)?.month).toBe(year === '2027' ? '2027-01' : '2026-12')
    } finally {
      await there.close()
    }
  })
})

test('a month shows sales by tax and provider, and open items', async () => {
  const { db } = app.deps
  const [one, two] = await sell(
    db,
    { user_id, paid_at: at('01-05'), total: 119_00, rates: german },
    { user_id, paid_at: at('01-31'), total: 120_00, rates: french, provider: 'invoice' },
    { user_id, paid_at: at('02-01'), total: 119_00, rates: german },
    { user_id, paid_at: at('01-20'), total: 0, provider: 'free' },
  )
  await payBack(db, one!, { amount: 59_50, tax: 9_50, at: at('01-20') })
  await payBack(db, two!, { amount: 1_00, at: at('01-21'), state: 'asked' })
  await db.insert(orders).values({
    number: 'OPEN-1',
    user_id,
    state: 'awaiting_payment',
    kind: 'course',
    target_id: course.id,
    slug: 'aws',
    title: 'AWS',
    quantity: 1,
    unit_amount: 50_00,
    total_amount: 50_00,
    provider: 'invoice',
    created_at: at('01-10'),
  })
  const unused = { kind: 'course' as const, course_id: course.id, order_id: one!.id, created_at: at('01-05') }
  await db.insert(vouchers).values([
    { ...unused, code: 'UNUSED', seat: 0 },
    { ...unused, code: 'LATER', seat: 1, state: 'activated', used: 1, activated_at: at('02-03') },
    { ...unused, code: 'USED', seat: 2, state: 'activated', used: 1, activated_at: at('01-30') },
    { ...unused, code: 'REVOKED', seat: 3, state: 'revoked' },
  ])
  expect(await states()).toEqual(['2026-03 waiting', '2026-02 waiting', '2026-01 ready'])
  expect(await finance.getMonth({ month: '2026-01' })).toMatchObject({
    totals: [
      {
        currency: 'EUR',
        orders: 3,
        refunds: 1,
        sold: 239_00,
        refunded: 59_50,
        gross: 179_50,
        net: 150_00,
        tax: 29_50,
      },
    ],
    taxes: [
      { country: null, rule: 'none', rate: null, gross: 0 },
      { country: 'DE', rule: 'home', rate: 1900, sold: 119_00, refunded: 59_50, gross: 59_50, net: 50_00, tax: 9_50 },
      { country: 'FR', rule: 'oss', rate: 2000, gross: 120_00, net: 100_00, tax: 20_00 },
    ],
    providers: [
      { provider: 'free', orders: 1, gross: 0 },
      { provider: 'invoice', orders: 1, sold: 120_00, refunded: 0, gross: 120_00 },
      { provider: 'stripe', orders: 1, sold: 119_00, refunded: 59_50, gross: 59_50 },
    ],
    unredeemed: [{ currency: 'EUR', count: 2, amount: 238_00 }],
    transfers: [{ currency: 'EUR', count: 1, amount: 50_00 }],
    refunds_asked: [{ currency: 'EUR', count: 1, amount: 1_00 }],
    allowed: ['close'],
  })
})

test('the file of a month adds up to the cent, with negative refunds and totals at the end', async () => {
  const answer = (await finance.getMonthFile({ month: '2026-01' })) as Response
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toContain('month-2026-01.csv')
  const [head, ...lines] = (await answer.text())
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(head!.slice(-4)).toEqual(['Count', 'Gross', 'Net', 'Tax'])
  const total = lines.pop()!
  expect(total).toEqual(['Total', 'EUR', '', '', '', '', '4', '179.50', '150.00', '29.50'])
  for (const column of [7, 8, 9]) {
    const cents = lines.map((line) => Math.round(Number(line[column]) * 100))
    expect(
      cents.reduce((sum, one) => sum + one, 0),
      head![column],
    ).toBe(Math.round(Number(total[column]) * 100))
  }
  expect(lines.find(([what]) => what === 'Refund')).toEqual(
    'Refund,EUR,stripe,DE,home,19,1,-59.50,-50.00,-9.50'.split(','),
  )
})

test('closes only the oldest month that is over, and only with its current figures', async () => {
  const { version } = await finance.getMonth({ month: '2026-01' })
  await expect(finance.closeMonth({ month: '2026-02', monthClosing: { version: 1 } })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Close January 2026 first.',
  })
  await expect(finance.closeMonth({ month: thisMonth, monthClosing: { version: 0 } })).rejects.toMatchObject({
    message: expect.stringContaining(' is not over yet.'),
  })
  for (const month of ['2025-12', '2099-05', '2026-13', 'x'])
    await expect(finance.getMonth({ month }), month).rejects.toMatchObject({ code: 'not_found' })
  await sell(app.deps.db, { user_id, paid_at: at('01-15'), total: 1_19, rates: german })
  await expect(finance.closeMonth({ month: '2026-01', monthClosing: { version } })).rejects.toMatchObject({
    code: 'stale_version',
  })
  const booked = await app.deps.db.select().from(orders).where(eq(orders.booked_month, '2026-01'))
  expect(booked, 'nothing was counted').toEqual([])
  const support = app.as('only-support', { roles: ['user', 'admin'], capabilities: ['support'] })
  expect((await support.getMonth({ month: '2026-01' })).allowed).toEqual([])
  await expect(support.closeMonth({ month: '2026-01', monthClosing: { version } })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('a closed month never changes, and late transactions count in the next open month', async () => {
  const closed = await close('2026-01')
  expect(closed).toMatchObject({ state: 'closed', closed_by: 'only-finance', allowed: [] })
  expect(closed.totals).toMatchObject([{ sold: 240_19, refunded: 59_50 }])
  expect(await states()).toEqual(['2026-03 waiting', '2026-02 ready', '2026-01 closed'])
  await expect(finance.closeMonth({ month: '2026-01', monthClosing: { version: 5 } })).rejects.toMatchObject({
    message: 'January 2026 is already closed.',
  })
  const before = await totalOf('2026-02')
  const { db } = app.deps
  const [late] = await sell(db, { user_id, paid_at: at('01-30'), total: 11_90, rates: german })
  await payBack(db, late!, { amount: 1_19, tax: 19, at: at('01-31') })
  // The provider confirms a refund requested in January.
  await db.update(refunds).set({ state: 'done' }).where(eq(refunds.state, 'asked'))
  expect(await finance.getMonth({ month: '2026-01' })).toEqual(closed)
  const file = (await finance.getMonthFile({ month: '2026-01' })) as Response
  expect(await file.text()).toContain('Total,EUR,,,,,5,180.69,')
  expect(before).toMatchObject([{ sold: 119_00, refunded: 0 }])
  expect(await totalOf('2026-02')).toMatchObject([{ sold: 130_90, refunded: 2_19 }])
  expect(await totalOf('2026-03')).toEqual([])
  const february = await close('2026-02')
  expect(february.totals).toMatchObject([{ sold: 130_90, refunded: 2_19 }])
  expect((await finance.getAdminOrder({ id: late!.id })).booked_month).toBe('2026-02')
})

test('the audit log names who closed a month, with its totals', async () => {
  const entries = await app.deps.db.select().from(audit).where(eq(audit.action, 'months.close'))
  expect(entries.map(({ subject_id, actor }) => `${subject_id} ${actor}`).sort()).toEqual([
    '2026-01 only-finance',
    '2026-02 only-finance',
  ])
  expect(entries[0]!.after).toMatchObject({ totals: [{ currency: 'EUR' }] })
})
