import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../../test/app.ts'
import { makeBundle, makeCourse, makeExam, makeLab, makeSeller } from '../../../../../test/catalogue.ts'
import { createManualQueue, type ManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import {
  audit,
  courseProgress,
  courses,
  deployments,
  entitlements,
  examAttempts,
  invoices,
  labs,
  orders,
  outbox,
  refunds,
  vouchers,
} from '../../../../db/schema/index.ts'

let app: TestApp
let queue: ManualQueue
beforeAll(async () => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ deps: { queue } })
  const { db } = app.deps
  await makeSeller(db)
  await makeBundle(db, 'clouds', 100_00, [
    await makeCourse(db, 'aws'),
    await makeCourse(db, 'azure', { price_amount: 50_00 }),
  ])
  await makeLab(db, 'lonely')
  await makeExam(db, 'expert', { bookable: true })
})
afterAll(() => app.close())

const finance = () => app.as('finance', { roles: ['user', 'admin'], capabilities: ['finance'] })
const support = () => app.as('support', { roles: ['user', 'admin'], capabilities: ['support'] })

let made = 0
/** A paid order of a new learner. */
async function buy(kind: 'Course' | 'CourseBundle' | 'Lab' | 'Exam', slug: string, quantity: number, gift = false) {
  const username = `buyer-${++made}`
  const api = app.as(username)
  const payload = { slug, quantity, ...(gift && { gift }) }
  const { order_id: id } = await api[`purchase${kind}` as 'purchaseCourse']({
    [`purchase${kind}Payload` as 'purchaseCoursePayload']: payload,
  } as Parameters<Api['purchaseCourse']>[0])
  await api.payDemoOrder({ id, demoPayment: { outcome: 'paid' } })
  return { id, api, username }
}
const rowOf = async (id: string) => (await app.deps.db.select().from(orders).where(eq(orders.id, id)))[0]!
const seatsOf = (id: string) =>
  app.deps.db.select().from(vouchers).where(eq(vouchers.order_id, id)).orderBy(vouchers.seat, vouchers.id)
const activate = (username: string, code: string) =>
  app.as(username).activateVoucher({ activateVoucherPayload: { code } })
const openOf = (id: string) =>
  app.deps.db
    .select()
    .from(entitlements)
    .where(
      and(
        isNull(entitlements.revoked_at),
        sql`${entitlements.voucher_id} in (select v.id from vouchers v where v.order_id = ${id})`,
      ),
    )
type Choice = { vouchers?: string[]; amount?: number }
async function refund(id: string, choice: Choice = {}, more: { running?: 'end' | 'run_out' } = {}, api = finance()) {
  const { version, preview } = await api.previewRefund({ id, refundChoice: choice })
  return api.refundOrder({ id, refundRequest: { version, preview, reason: 'They asked', ...choice, ...more } })
}

test('finance previews a refund seat by seat, refunds three of ten, and the other seven stay usable', async () => {
  const { id, api } = await buy('Course', 'aws', 10)
  const seats = await seatsOf(id)
  await activate('nina', seats[0]!.code)
  await activate('otto', seats[1]!.code)
  const { id: course_id } = (await app.deps.db.select().from(courses).where(eq(courses.slug, 'aws')))[0]!
  const user_id = await app.idOf('otto')
  await app.deps.db
    .insert(courseProgress)
    .values({ user_id, course_id, completed_at: new Date() })
    .onConflictDoUpdate({
      target: [courseProgress.user_id, courseProgress.course_id],
      set: { completed_at: new Date() },
    })
  const chosen = [seats[0]!.id, seats[1]!.id, seats[9]!.id]
  const preview = await finance().previewRefund({ id, refundChoice: { vouchers: chosen } })
  expect(preview).toMatchObject({ amount: { amount: 300_00 }, left: { amount: 1000_00 }, running: [], seats_total: 10 })
  expect(preview.seats.filter((seat) => seat.chosen).map(({ seat, username, fate }) => [seat, username, fate])).toEqual(
    [
      [1, 'nina', 'access_ends'],
      [2, 'otto', 'finished'],
      [10, null, 'code_ends'],
    ],
  )
  expect(await rowOf(id)).toMatchObject({ state: 'fulfilled', refunded_amount: 0 })

  expect(await refund(id, { vouchers: chosen }, {}, finance())).toMatchObject({
    amount: { amount: 300_00 },
    seats: 3,
    state: 'done',
  })
  expect(await rowOf(id)).toMatchObject({ state: 'partially_refunded', refunded_amount: 300_00 })
  const after = await seatsOf(id)
  expect(after.filter(({ state }) => state === 'revoked').map((one) => one.id)).toEqual(expect.arrayContaining(chosen))
  expect(after.filter(({ state }) => state === 'available')).toHaveLength(7)
  await expect(app.as('nina').getCourseDetails({ slug: 'aws' })).rejects.toMatchObject({ status: 403 })
  await expect(activate('late', seats[9]!.code)).rejects.toMatchObject({ status: 422 })
  await activate('late', seats[5]!.code)
  expect(await api.getOrder({ id })).toMatchObject({
    state: 'partially_refunded',
    refunds: [{ amount: { amount: 300_00 }, seats: 3, state: 'done' }],
  })
  const entries = await app.deps.db.select().from(audit).where(eq(audit.subject_id, id))
  expect(entries).toMatchObject([
    { action: 'orders.refund', actor: 'finance', reason: 'They asked', after: { refunded: 300_00, seats: 3 } },
  ])
})

test('mails the buyer and those who lose access once, without repeating earlier refunds', async () => {
  const { id, username } = await buy('Course', 'aws', 3)
  const seats = await seatsOf(id)
  await activate('paul', seats[0]!.code)
  await activate('quin', seats[1]!.code)
  const first = await refund(id, { vouchers: [seats[0]!.id] })
  await queue.run('orders.tell_of_refunds')
  await queue.run('orders.tell_of_refunds')
  const second = await refund(id)
  await queue.run('orders.tell_of_refunds')
  const mailed = async (refundId: string) =>
    (
      await app.deps.db
        .select({ to: outbox.recipient, text: outbox.text })
        .from(outbox)
        .where(sql`${outbox.dedupe_key} like ${`refund:${refundId}:%`}`)
        .orderBy(outbox.recipient)
    ).map(({ to }) => to.split('@')[0])
  expect(await mailed(first.id)).toEqual([username, 'paul'])
  expect(await mailed(second.id)).toEqual([username, 'quin'])
})

test('a goodwill refund lowers the other seats equally, and the last refund pays what is left', async () => {
  const { id } = await buy('CourseBundle', 'clouds', 3)
  await refund(id, { amount: 100_01 })
  expect(await rowOf(id)).toMatchObject({ state: 'partially_refunded', refunded_amount: 100_01 })
  expect((await seatsOf(id)).every(({ state }) => state === 'available')).toBe(true)
  const preview = await finance().previewRefund({ id, refundChoice: {} })
  expect(preview.seats.reduce((sum, { amount }) => sum + amount.amount, 0)).toBe(199_99)
  const [one] = await seatsOf(id)
  const { amount } = await refund(id, { vouchers: [one!.id] })
  const rest = await refund(id)
  expect(100_01 + amount.amount + rest.amount.amount).toBe(300_00)
  expect(await rowOf(id)).toMatchObject({ state: 'refunded', refunded_amount: 300_00 })
  expect((await seatsOf(id)).every(({ state }) => state === 'revoked')).toBe(true)
})

test('a goodwill refund requires finance, and must be less than what is left', async () => {
  const { id } = await buy('Course', 'aws', 2)
  const { version, preview } = await finance().previewRefund({ id, refundChoice: { amount: 1 } })
  const refundRequest = { version, preview, amount: 1, reason: 'Sorry' }
  await expect(support().refundOrder({ id, refundRequest })).rejects.toMatchObject({ status: 403 })
  await expect(finance().previewRefund({ id, refundChoice: { amount: 200_00 } })).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'amount' }],
  })
  await expect(
    app.as('clouds', { roles: ['user', 'admin'], capabilities: ['cloud'] }).previewRefund({ id, refundChoice: {} }),
  ).rejects.toMatchObject({ status: 403 })
  expect(await rowOf(id)).toMatchObject({ refunded_amount: 0 })
})

test('each refund has a credit note, and all of them add up to the invoice in total and tax', async () => {
  const { id } = await buy('CourseBundle', 'clouds', 3)
  const { tax_amount: tax } = await rowOf(id)
  expect(tax).toBe(47_90)
  const [first, second] = await seatsOf(id)
  await refund(id, { vouchers: [first!.id] })
  await refund(id, { amount: 7_77 })
  await refund(id, { vouchers: [second!.id] })
  await refund(id)
  const papers = await app.deps.db.select().from(invoices).where(eq(invoices.order_id, id))
  const notes = papers.filter(({ kind }) => kind === 'credit_note')
  expect(notes).toHaveLength(4)
  expect(notes.reduce((sum, { total_amount }) => sum + total_amount, 0)).toBe(300_00)
  expect(notes.reduce((sum, { tax_amount }) => sum + tax_amount, 0)).toBe(tax)
  const rows = await app.deps.db.select().from(refunds).where(eq(refunds.order_id, id))
  for (const row of rows.filter(({ lines }) => lines.length > 0)) {
    expect(row.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(row.amount)
    expect(row.lines.reduce((sum, line) => sum + line.tax, 0)).toBe(row.tax_amount)
  }
})

test('refuses to refund a seat twice, an order twice, or seats of another order', async () => {
  const { id } = await buy('Course', 'aws', 2)
  const other = await buy('Course', 'aws', 2)
  const [seat] = await seatsOf(id)
  const [foreign] = await seatsOf(other.id)
  await expect(refund(id, { vouchers: [foreign!.id] })).rejects.toMatchObject({ status: 422 })
  await refund(id, { vouchers: [seat!.id] })
  await expect(refund(id, { vouchers: [seat!.id] })).rejects.toMatchObject({ status: 409 })
  await refund(id)
  await expect(refund(id)).rejects.toMatchObject({
    status: 409,
    message: 'Nothing is left to refund for this order.',
  })
})

test('refuses to refund an unpaid order', async () => {
  const { order_id: id } = await app
    .as('window')
    .purchaseCourse({ purchaseCoursePayload: { slug: 'aws', quantity: 1 } })
  await expect(refund(id)).rejects.toMatchObject({ status: 409 })
})

test('refuses a refund if a seat was used after the preview', async () => {
  const { id } = await buy('Course', 'aws', 2)
  const [seat] = await seatsOf(id)
  const { version, preview } = await finance().previewRefund({ id, refundChoice: {} })
  await activate('meanwhile', seat!.code)
  await expect(
    finance().refundOrder({ id, refundRequest: { version, preview, reason: 'They asked' } }),
  ).rejects.toMatchObject({ code: 'stale_version' })
  expect(await openOf(id)).toHaveLength(1)
})

describe('while a lab or an exam runs', () => {
  async function withLab() {
    const { id, username } = await buy('Lab', 'lonely', 1)
    const [lab] = await app.deps.db.select().from(labs).where(eq(labs.slug, 'lonely'))
    const queued = { cloud: 'aws' as const, module_version: '1', duration_seconds: 60, state: 'queued' as const }
    const user_id = await app.idOf(username)
    const [deployment] = await app.deps.db
      .insert(deployments)
      .values({ user_id, lab_id: lab!.id, ...queued })
      .returning()
    const stateOf = async () =>
      (await app.deps.db.select().from(deployments).where(eq(deployments.id, deployment!.id)))[0]!.state
    return { id, username, stateOf }
  }

  test('the administrator must choose whether a lab ends', async () => {
    const { id, username, stateOf } = await withLab()
    const preview = await finance().previewRefund({ id, refundChoice: {} })
    expect(preview.running).toEqual([{ kind: 'lab', username, title: 'Lab lonely', state: 'queued' }])
    await expect(refund(id)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('in use') })
    expect(await stateOf()).toBe('queued')
    expect(await rowOf(id)).toMatchObject({ refunded_amount: 0 })
    await refund(id, {}, { running: 'end' })
    expect(await stateOf()).toBe('ended')
    expect(await openOf(id)).toEqual([])
  })

  test('a lab may run out, and nothing new can start', async () => {
    const { id, stateOf } = await withLab()
    await refund(id, {}, { running: 'run_out' })
    expect(await stateOf()).toBe('queued')
    expect(await openOf(id)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ state: 'refunded' })
  })

  test('an exam in progress continues if chosen, and never ends without a choice', async () => {
    const { id, username } = await buy('Exam', 'expert', 1)
    const mine = eq(examAttempts.user_id, await app.idOf(username))
    const times = { started_at: new Date(), active_until: new Date(Date.now() + 3_600_000) }
    await app.deps.db
      .update(examAttempts)
      .set({ state: 'active', ...times })
      .where(mine)
    await expect(refund(id)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('in use') })
    await refund(id, {}, { running: 'run_out' })
    expect(await rowOf(id)).toMatchObject({ state: 'refunded' })
    expect(await app.deps.db.select().from(examAttempts).where(mine)).toMatchObject([{ state: 'active' }])
  })

  test('voids a booked exam, and keeps a passed one', async () => {
    const { id, username } = await buy('Exam', 'expert', 1)
    const user_id = await app.idOf(username)
    const [attempt] = await app.deps.db.select().from(examAttempts).where(eq(examAttempts.user_id, user_id))
    await app.deps.db.update(examAttempts).set({ state: 'passed' }).where(eq(examAttempts.id, attempt!.id))
    expect((await finance().previewRefund({ id, refundChoice: {} })).seats).toMatchObject([{ fate: 'finished' }])
    await refund(id)
    const [after] = await app.deps.db.select().from(examAttempts).where(eq(examAttempts.id, attempt!.id))
    expect(after).toMatchObject({ state: 'passed' })
  })
})

describe('by transfer', () => {
  test('finance confirms a manual refund once', async () => {
    const { id } = await buy('Course', 'aws', 2)
    await app.deps.db.update(orders).set({ provider: 'invoice' }).where(eq(orders.id, id))
    const asked = await refund(id)
    expect(asked).toMatchObject({ state: 'asked', allowed: ['confirm'] })
    await queue.run('orders.refunds')
    const { version } = await finance().getAdminOrder({ id })
    const confirm = (api: Api) =>
      api.confirmRefund({ id, refund_id: asked.id, refundConfirmation: { version, reference: 'Statement 9' } })
    await expect(confirm(support())).rejects.toMatchObject({ status: 403 })
    expect(await confirm(finance())).toMatchObject({ state: 'done', note: 'Statement 9', allowed: [] })
    await expect(confirm(finance())).rejects.toMatchObject({ status: 409 })
  })
})

test('the books of a month equal invoices minus credit notes, to the cent', async () => {
  const { id } = await buy('Course', 'aws', 3)
  // Shares of the tax that need rounding.
  for (const amount of [33_33, 33_34, 1]) await refund(id, { amount })
  const papers = await app.deps.db.select().from(invoices)
  const sum = (field: 'total_amount' | 'tax_amount') =>
    papers.reduce((all, paper) => all + (paper.kind === 'invoice' ? 1 : -1) * paper[field], 0)
  const [total] = (await finance().getMonth({ month: new Date().toISOString().slice(0, 7) })).totals
  expect(total).toMatchObject({ gross: sum('total_amount'), tax: sum('tax_amount') })
})
