import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../../../../../test/app.ts'
import { makeCourse, makeLab } from '../../../../../test/catalogue.ts'
import { createManualQueue, type ManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import {
  deliver,
  eventsOf,
  type StripeEvent,
  startStripeDouble,
  stripeEvent,
} from '../../../../../test/servers/stripe-double.ts'
import {
  audit,
  certificates,
  courseProgress,
  courses,
  deployments,
  disputes,
  entitlements,
  labs,
  orders,
  outbox,
  refunds,
  settings,
  vouchers,
} from '../../../../db/schema/index.ts'
import { finishRestore } from '../../../../registry/finish-restore.ts'
import { orderAlarms } from '../alarm-queries.ts'
import { hasMissed } from '../provider/events.ts'
import { hasUnrequested } from './record.ts'

let app: TestApp
let stripe: Awaited<ReturnType<typeof startStripeDouble>>
let queue: ManualQueue
beforeAll(async () => {
  stripe = await startStripeDouble()
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ config: testConfig({ stripe: stripe.settings }), deps: { queue } })
  await makeCourse(app.deps.db, 'aws')
  await makeLab(app.deps.db, 'lonely')
})
afterAll(async () => {
  await app.close()
  stripe.close()
})
beforeEach(() => stripe.asked.splice(0))

const finance = () => app.as('finance', { roles: ['user', 'admin'], capabilities: ['finance'] })
const support = () => app.as('support', { roles: ['user', 'admin'], capabilities: ['support'] })
const send = async (event: StripeEvent) => expect(await deliver(app.app, event)).toBe(204)
let made = 0
/** An order of a new learner, paid by card. */
async function buy(quantity: number, slug = 'aws') {
  const order = await place(quantity, slug)
  await send(order.events.paid())
  return order
}
async function place(quantity: number, slug = 'aws') {
  const username = `buyer-${++made}`
  const payload = { slug, quantity }
  const api = app.as(username)
  const { order_id: id } =
    slug === 'lonely'
      ? await api.purchaseLab({ purchaseLabPayload: payload })
      : await api.purchaseCourse({ purchaseCoursePayload: payload })
  const events = eventsOf({ id, amount: (await api.getOrder({ id })).total.amount })
  return { id, username, events }
}
const rowOf = async (id: string) => (await app.deps.db.select().from(orders).where(eq(orders.id, id)))[0]!
const seatsOf = (id: string) =>
  app.deps.db.select().from(vouchers).where(eq(vouchers.order_id, id)).orderBy(vouchers.seat)
const statesOf = async (id: string) => (await seatsOf(id)).map(({ state }) => state)
const rightsOf = (id: string) =>
  app.deps.db
    .select()
    .from(entitlements)
    .where(sql`${entitlements.voucher_id} in (select v.id from vouchers v where v.order_id = ${id})`)
    .orderBy(entitlements.created_at)
const refundOf = async (id: string) =>
  (await app.deps.db.select().from(refunds).where(eq(refunds.order_id, id)).orderBy(refunds.created_at))[0]!
const disputesOf = (id: string) => app.deps.db.select().from(disputes).where(eq(disputes.order_id, id))
const activate = (username: string, code: string) =>
  app.as(username).activateVoucher({ activateVoucherPayload: { code } })
async function finish(username: string) {
  const { id: course_id } = (await app.deps.db.select().from(courses).where(eq(courses.slug, 'aws')))[0]!
  const row = { user_id: await app.idOf(username), course_id, completed_at: new Date() }
  await app.deps.db
    .insert(courseProgress)
    .values(row)
    .onConflictDoUpdate({ target: [courseProgress.user_id, courseProgress.course_id], set: row })
}
async function refundWhole(id: string) {
  const { version, preview } = await finance().previewRefund({ id, refundChoice: {} })
  return finance().refundOrder({ id, refundRequest: { version, preview, reason: 'They asked' } })
}
/** Three seats: one used, one used and finished, one free; and a fourth that support suspended before. */
async function disputed() {
  const order = await buy(4)
  const seats = await seatsOf(order.id)
  const names = [`used-${made}`, `finished-${made}`, `earlier-${made}`] as const
  for (const [index, name] of names.entries()) await activate(name, seats[index]!.code)
  await finish(names[1])
  const row = (await rightsOf(order.id))[2]!
  const change = { version: row.version, reason: 'Shared password' }
  const { preview } = await support().suspendEntitlement({
    id: row.id,
    entitlementChange: { ...change, dry_run: true },
  })
  await support().suspendEntitlement({ id: row.id, entitlementChange: { ...change, preview } })
  const before = { order: await rowOf(order.id), seats: await seatsOf(order.id), rights: await rightsOf(order.id) }
  await send(order.events.disputed())
  return { ...order, names, before }
}
const comparable = (rows: object[]) => rows.map((row) => ({ ...row, version: null }))

describe('a dispute', () => {
  test('suspends unfinished access and shows the bank’s deadline', async () => {
    const { id, names } = await disputed()
    expect(await rowOf(id)).toMatchObject({ state: 'disputed', state_before_dispute: 'fulfilled' })
    expect(await statesOf(id)).toEqual(['activated', 'activated', 'activated', 'suspended'])
    await expect(app.as(names[0]).getCourseDetails({ slug: 'aws' })).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('The payment is under review'),
    })
    await app.as(names[1]).getCourseDetails({ slug: 'aws' })
    const [free] = (await seatsOf(id)).slice(3)
    await expect(activate('newcomer', free!.code)).rejects.toMatchObject({ status: 422 })
    expect((await finance().getAdminOrder({ id })).disputes).toMatchObject([
      { state: 'open', reason: 'fraudulent', number: `dp_${id}` },
    ])
  })

  test('when won restores everything, but not what support had suspended before', async () => {
    const { id, events, before } = await disputed()
    await send(events.won())
    expect(await rowOf(id)).toMatchObject({ state: 'fulfilled', refunded_amount: 0, state_before_dispute: null })
    expect((await rowOf(id)).fulfilled_at).toEqual(before.order.fulfilled_at)
    expect(comparable(await seatsOf(id))).toEqual(comparable(before.seats))
    expect(comparable(await rightsOf(id))).toEqual(comparable(before.rights))
    expect(await disputesOf(id)).toMatchObject([{ state: 'won' }])
  })

  test('mails the affected learners once when access is suspended and once when it resumes', async () => {
    const { id, names, events } = await disputed()
    const [{ id: dispute } = { id: '' }] = await disputesOf(id)
    const mailed = () =>
      app.deps.db
        .select()
        .from(outbox)
        .where(sql`${outbox.dedupe_key} like ${`dispute:${dispute}:%`}`)
        .orderBy(outbox.created_at)
    await Promise.all([queue.run('orders.tell_of_disputes'), queue.run('orders.tell_of_disputes')])
    const learner = await app.idOf(names[0])
    const paused = { user_id: learner, subject: '“Course aws” is paused', kind: 'access' }
    expect(await mailed()).toMatchObject([paused])
    await send(events.won())
    await queue.run('orders.tell_of_disputes')
    await queue.run('orders.tell_of_disputes')
    expect(await mailed()).toMatchObject([paused, { user_id: learner, subject: '“Course aws” is open again' }])
    expect((await disputesOf(id))[0]).toMatchObject({ tell: null })
  })

  test('won before any mail was sent sends none, and one that is lost sends only the loss', async () => {
    await queue.run('orders.tell_of_disputes')
    const mailed = () => app.deps.db.$count(outbox, sql`${outbox.dedupe_key} like 'dispute:%'`)
    const before = await mailed()
    const won = await disputed()
    await send(won.events.won())
    await queue.run('orders.tell_of_disputes')
    const lost = await disputed()
    await send(lost.events.lost())
    await queue.run('orders.tell_of_disputes')
    expect(await mailed()).toBe(before)
  })

  test('does not reopen access that support closed in the meantime', async () => {
    const { id, events, names } = await disputed()
    const [used] = await rightsOf(id)
    const resume = { version: used!.version, reason: 'They wait' }
    const tried = await support().resumeEntitlement({ id: used!.id, entitlementChange: { ...resume, dry_run: true } })
    await support().resumeEntitlement({ id: used!.id, entitlementChange: { ...resume, preview: tried.preview } })
    const again = { version: (await rightsOf(id))[0]!.version, reason: 'Cheated' }
    const { preview } = await support().suspendEntitlement({
      id: used!.id,
      entitlementChange: { ...again, dry_run: true },
    })
    await support().suspendEntitlement({ id: used!.id, entitlementChange: { ...again, preview } })
    const [, , , free] = await seatsOf(id)
    await finance().revokeVoucher({ voucher_id: free!.id, voucherRevocation: { reason: 'Leaked' } })
    await send(events.won())
    expect((await rightsOf(id))[0]).toMatchObject({ reason: 'Cheated', suspended_at: expect.any(Date) })
    expect(names).toHaveLength(3)
    expect((await statesOf(id))[3]).toBe('revoked')
  })

  test('when lost ends all access, keeps earned results, and counts the money once', async () => {
    const { id, events } = await disputed()
    await send(events.lost())
    await send(events.lost())
    expect(await rowOf(id)).toMatchObject({ state: 'refunded', refunded_amount: 400_00, state_before_dispute: null })
    expect(new Set(await statesOf(id))).toEqual(new Set(['revoked']))
    expect((await rightsOf(id)).every(({ revoked_at }) => revoked_at)).toBe(true)
    const rows = await app.deps.db.select().from(refunds).where(eq(refunds.order_id, id))
    expect(rows).toMatchObject([{ amount: 400_00, state: 'done' }])
    expect(await app.deps.db.$count(courseProgress, sql`${courseProgress.completed_at} is not null`)).toBeGreaterThan(0)
  })

  test('lets a lab run out, and ends it when lost', async () => {
    const { id, username, events } = await buy(1, 'lonely')
    const [lab] = await app.deps.db.select().from(labs).where(eq(labs.slug, 'lonely'))
    const queued = { cloud: 'aws' as const, module_version: '1', duration_seconds: 60, state: 'queued' as const }
    const user_id = await app.idOf(username)
    const [row] = await app.deps.db
      .insert(deployments)
      .values({ user_id, lab_id: lab!.id, ...queued })
      .returning()
    const stateOf = async () =>
      (await app.deps.db.select().from(deployments).where(eq(deployments.id, row!.id)))[0]!.state
    await send(events.disputed())
    expect(await stateOf()).toBe('queued')
    await send(events.lost())
    expect(await stateOf()).toBe('ended')
    expect(await rowOf(id)).toMatchObject({ state: 'refunded' })
  })

  test('keeps the order disputed until the last of two is decided', async () => {
    const { id, events } = await buy(2)
    await send(events.disputed())
    await send(events.disputed('dp_second'))
    await send(events.won())
    expect(await rowOf(id)).toMatchObject({ state: 'disputed' })
    await send(events.won('dp_second'))
    expect(await rowOf(id)).toMatchObject({ state: 'fulfilled' })
    expect(await statesOf(id)).toEqual(['available', 'available'])
  })

  test('refuses a refund, which would pay the money back twice', async () => {
    const { id, events } = await buy(2)
    const { preview } = await finance().previewRefund({ id, refundChoice: {} })
    await send(events.disputed())
    const refusal = { status: 409, message: expect.stringContaining('Wait for the decision of the bank') }
    await expect(refundWhole(id)).rejects.toMatchObject(refusal)
    // Also with a version that the caller saw before.
    const { version } = await rowOf(id)
    const asked = { version, preview, reason: 'They asked' }
    await expect(finance().refundOrder({ id, refundRequest: asked })).rejects.toMatchObject(refusal)
    expect((await finance().getAdminOrder({ id })).allowed).not.toContain('refund')
  })

  test('raises an alarm when opened, and an urgent one before the deadline', async () => {
    const { id, events } = await buy(1)
    await send(events.disputed())
    const found = (kind: string) => orderAlarms.find((rule) => rule.kind === kind)!.find(app.deps.db, {} as never)
    const { number } = await rowOf(id)
    expect((await found('dispute')).map(({ subject }) => subject)).toContain(number)
    expect((await found('dispute_due')).map(({ subject }) => subject)).not.toContain(number)
    await app.deps.db.update(disputes).set({ due_at: sql`now() + interval '2 days'` }).where(eq(disputes.order_id, id))
    const [urgent] = (await found('dispute_due')).filter(({ subject }) => subject === number)
    expect(urgent).toMatchObject({ links: [{ to: `/admin/orders/${id}` }] })
    expect(urgent!.sentence).toMatch(/^Dispute evidence .* by \d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
  })

  test('has one evidence file for finance, and each download is audited', async () => {
    const { id, names } = await disputed()
    const learner = await app.idOf(names[1])
    const { id: course_id } = (await app.deps.db.select().from(courses).where(eq(courses.slug, 'aws')))[0]!
    const earned = { user_id: learner, course_id, type: 'required' as const, name: 'Fay Finished', title: 'Course aws' }
    await app.deps.db.insert(certificates).values([
      { ...earned, id: `earned-${made}` },
      { ...earned, id: `withdrawn-${made}`, withdrawn_at: new Date(), type: 'commercial' },
    ])
    await expect(support().getDisputeEvidence({ id })).rejects.toMatchObject({ status: 403 })
    const file = await finance().getDisputeEvidence({ id })
    expect(file.headers.get('content-disposition')).toContain(`evidence-${(await rowOf(id)).number}.zip`)
    const entries = unzipSync(new Uint8Array(await file.arrayBuffer()))
    const text = (name: string) => new TextDecoder().decode(entries[name])
    expect(Object.keys(entries)).toEqual(
      expect.arrayContaining(['order.txt', 'mails.txt', 'sign-ins.txt', 'watched.txt']),
    )
    expect(text('order.txt')).toContain('total: €400.00')
    expect(text('seats.txt')).toContain(`used by: ${names[0]}`)
    expect(text('sign-ins.txt')).toContain('address: 127.0.0.1')
    expect(text('completed.txt')).toContain(`username: ${names[1]}`)
    expect(text('certificates.txt')).toContain(`certificate: earned-${made}`)
    expect(text('certificates.txt')).not.toContain('withdrawn')
    for (const { code } of await seatsOf(id))
      for (const name of Object.keys(entries)) expect(text(name)).not.toContain(code)
    const entriesOf = await app.deps.db.select().from(audit).where(eq(audit.subject_id, id))
    expect(entriesOf).toMatchObject([{ action: 'orders.evidence', actor: 'finance' }])
    const calm = await buy(1)
    await expect(finance().getDisputeEvidence({ id: calm.id })).rejects.toMatchObject({ status: 409 })
  })
})

describe('a refund by card', () => {
  test('is requested from the provider once, and done when the provider confirms it', async () => {
    const { id, events } = await buy(2)
    const asked = await refundWhole(id)
    expect(asked).toMatchObject({ state: 'asked' })
    await queue.run('orders.refund', { id: asked.id })
    await queue.run('orders.refund', { id: asked.id })
    expect(stripe.asked.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds')).toMatchObject([
      { idempotencyKey: `refund:${asked.id}`, parameters: { amount: '20000', payment_intent: `pi_${id}` } },
    ])
    const { provider_id } = await refundOf(id)
    await send(events.refunded(200_00, provider_id!, asked.id))
    expect(await refundOf(id)).toMatchObject({ state: 'done', settled_at: expect.any(Date) })
    expect(await rowOf(id)).toMatchObject({ state: 'refunded', refunded_amount: 200_00 })
  })

  test('that failed at the provider can be requested again as a new try', async () => {
    const { id, events } = await buy(1)
    const asked = await refundWhole(id)
    await queue.run('orders.refund', { id: asked.id })
    const first = (await refundOf(id)).provider_id!
    stripe.failRefund(first)
    await send(events.refundFailed(first))
    expect((await finance().getAdminOrder({ id })).refunds).toMatchObject([
      { state: 'failed', allowed: ['confirm', 'retry'] },
    ])
    const { version } = await rowOf(id)
    const retry = { id, refund_id: asked.id, refundRetry: { version, reason: 'Card renewed' } }
    await expect(support().retryRefund(retry)).rejects.toMatchObject({ status: 403 })
    expect(await finance().retryRefund(retry)).toMatchObject({ state: 'asked' })
    await expect(finance().retryRefund(retry)).rejects.toMatchObject({ status: 409 })
    await queue.run('orders.refund', { id: asked.id })
    const second = (await refundOf(id)).provider_id!
    expect(second).not.toBe(first)
    // Late events of the first try change nothing, even with our refund's id.
    await send(events.refundFailed(first))
    await send(events.refundFailed(first, asked.id))
    await send(events.refunded(100_00, first, asked.id))
    expect(await refundOf(id)).toMatchObject({ state: 'asked' })
    await send(events.refunded(100_00, second, asked.id))
    expect(await refundOf(id)).toMatchObject({ state: 'done' })
    expect(await rowOf(id)).toMatchObject({ refunded_amount: 100_00 })
  })

  test('is not sent twice after a restore, and events that the lost server received are applied before it', async () => {
    const posted = () => stripe.asked.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds')
    const [done, pending, early, late] = [await buy(2), await buy(1), await place(1), await place(1)]
    const inBackup = [await refundWhole(done.id), await refundWhole(pending.id)]
    const made_at = new Date().toISOString()
    for (const { id } of inBackup) await queue.run('orders.refund', { id })
    const sentId = (await refundOf(done.id)).provider_id!
    stripe.list(
      early.events.paid(),
      done.events.refunded(200_00, sentId, inBackup[0]!.id),
      ...Array.from({ length: 120 }, () => stripeEvent('charge.refunded', { object: 'charge', currency: 'eur' })),
      eventsOf({ id: randomUUID(), amount: 100_00 }).paid(),
      late.events.paid(),
    )
    // Restores the rows of the backup. Meanwhile, Stripe forgets the keys of the requests.
    const { db } = app.deps
    for (const { id } of inBackup) await db.update(refunds).set({ provider_id: null }).where(eq(refunds.id, id))
    await db.insert(settings).values({ key: 'restored', value: { made_at } })
    stripe.forgetKeys()
    await finishRestore(app.deps)

    for (const { id } of inBackup) await queue.run('orders.refund', { id })
    expect([posted().length, await hasUnrequested(app.deps)]).toEqual([2, false])
    await queue.run('orders.read_missed_events')
    expect(await refundOf(done.id)).toMatchObject({ state: 'done', provider_id: sentId })
    expect(await rowOf(early.id)).toMatchObject({ state: 'fulfilled' })
    expect(await rowOf(late.id)).toMatchObject({ state: 'fulfilled' })
    expect(await hasUnrequested(app.deps)).toBe(true)
    await queue.run('orders.refunds')
    await queue.work()
    expect(posted()).toHaveLength(2)
    expect(await refundOf(pending.id)).toMatchObject({ state: 'asked', provider_id: expect.stringMatching(/^re_/) })
    expect(await hasMissed(app.deps)).toBe(false)
  })

  test('missed events are read again while the provider is unreachable, and no refund is requested meanwhile', async () => {
    const { id } = await buy(1)
    const asked = await refundWhole(id)
    await app.deps.db.insert(settings).values({ key: 'restored', value: { made_at: new Date().toISOString() } })
    await finishRestore(app.deps)
    stripe.fail()
    await expect(queue.run('orders.read_missed_events')).rejects.toMatchObject({ code: 'unavailable' })
    stripe.fail(false)
    await queue.run('orders.refund', { id: asked.id })
    expect(await refundOf(id)).toMatchObject({ provider_id: null })
    expect(await hasMissed(app.deps)).toBe(true)
    await queue.run('orders.read_missed_events')
    await queue.run('orders.refund', { id: asked.id })
    expect(await refundOf(id)).toMatchObject({ provider_id: expect.any(String) })
  })

  test('is found if its job was lost, and waits while the provider is unreachable', async () => {
    const { id } = await buy(1)
    const asked = await refundWhole(id)
    stripe.fail()
    await expect(queue.run('orders.refund', { id: asked.id })).rejects.toMatchObject({ code: 'unavailable' })
    stripe.fail(false)
    expect(await refundOf(id)).toMatchObject({ state: 'asked', provider_id: null })
    await queue.run('orders.refunds')
    await queue.run('orders.refund', { id: asked.id })
    expect((await refundOf(id)).provider_id).toMatch(/^re_/)
  })

  test('of the full amount in the provider’s dashboard ends the seats', async () => {
    const { id, events } = await buy(2)
    await send(events.refunded(50_00, 're_half'))
    expect(await rowOf(id)).toMatchObject({ state: 'partially_refunded' })
    expect(await statesOf(id)).toEqual(['available', 'available'])
    await send(events.refunded(150_00, 're_rest'))
    expect(await rowOf(id)).toMatchObject({ state: 'refunded', refunded_amount: 200_00 })
    expect(await statesOf(id)).toEqual(['revoked', 'revoked'])
  })
})
