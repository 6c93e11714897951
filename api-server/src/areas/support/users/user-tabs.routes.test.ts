import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeLab } from '../../../../test/catalogue.ts'
import {
  audit,
  courseProgress,
  courses,
  entitlements,
  lessons,
  orders,
  outbox,
  paymentEvents,
  sections,
  users,
  vouchers,
} from '../../../db/schema/index.ts'
import { findCaller } from '../../../identity/queries.ts'
import { findAccount } from '../../platform/auth/queries.ts'
import { refreshSession } from '../../platform/auth/sessions/refresh.ts'
import { startSession } from '../../platform/auth/sign-in/sign-in.ts'

let app: TestApp
let mara: string
let course: string
beforeAll(async () => {
  app = await startTestApp()
  await app.as('mara').getMe()
  await app.as('otto').getMe()
  mara = await app.idOf('mara')
  const [made] = await app.deps.db
    .insert(courses)
    .values({ slug: 'first-steps', title: 'First steps', level: 'beginner', status: 'published', price_amount: 100 })
    .returning()
  course = made!.id
})
afterAll(() => app.close())

const username = 'mara'
const signInElsewhere = async (name: string) => {
  const account = (await findAccount(app.deps.db, await app.idOf(name)))!
  const signedIn = await startSession(app.deps, account, { address: '192.0.2.7', userAgent: 'curl/8' })
  const id = signedIn.refreshToken.split('.')[0]!
  const works = async () => (await findCaller(app.deps.db, { userId: account.id, sessionId: id })) !== null
  return { ...signedIn, id, works }
}

describe('an administrator ends sessions', () => {
  test('one: its access and its refresh are refused at once, the others stay', async () => {
    const [one, other] = [await signInElsewhere('mara'), await signInElsewhere('mara')]
    const allowed = async (api = app.asAdmin) =>
      Object.fromEntries((await api.listUserSessions({ username })).data.map((row) => [row.id, row.allowed]))
    expect(await allowed()).toMatchObject({ [one.id]: ['end'], [other.id]: ['end'] })
    const finance = app.as('finance-of-sessions', { roles: ['user', 'admin'], capabilities: ['finance'] })
    expect(await allowed(finance)).toMatchObject({ [one.id]: [], [other.id]: [] })
    await app
      .as('helper', { roles: ['user', 'admin'], capabilities: ['support'] })
      .endUserSession({ username, id: one.id })
    expect(await one.works()).toBe(false)
    expect(await refreshSession(app.deps, one.refreshToken)).toBeNull()
    expect(await other.works()).toBe(true)
    expect(await allowed()).toMatchObject({ [one.id]: [], [other.id]: ['end'] })
    const { data } = await app.asAdmin.listUserSessions({ username })
    expect(data.find(({ id }) => id === one.id)).toMatchObject({
      state: 'ended',
      end_reason: 'ended by an administrator',
      device: 'curl',
    })
    const [entry] = await app.deps.db.select().from(audit).where(eq(audit.action, 'auth.end_sessions'))
    expect(entry).toMatchObject({ actor: 'helper', subject_id: 'mara', after: { session: one.id } })
  })

  test('all: nothing of the account opens anything any more', async () => {
    const all = [await signInElsewhere('mara'), await signInElsewhere('mara')]
    await app.asAdmin.endUserSessions({ username })
    for (const one of all) {
      expect(await one.works()).toBe(false)
      expect(await refreshSession(app.deps, one.refreshToken)).toBeNull()
    }
  })

  test('never one of somebody else under the wrong name', async () => {
    const one = await signInElsewhere('otto')
    await expect(app.asAdmin.endUserSession({ username, id: one.id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await one.works()).toBe(true)
  })

  test('support does not sign administrators out; owners do', async () => {
    const support = app.as('helper')
    await app.as('boss', { roles: ['user', 'admin'] }).getMe()
    await expect(support.endUserSessions({ username: 'boss' })).rejects.toMatchObject({ code: 'forbidden' })
    await app.asAdmin.endUserSessions({ username: 'boss' })
  })
})

describe('why something opens or does not', () => {
  const explain = (slug = 'first-steps') => app.asAdmin.explainAccess({ username: 'otto', kind: 'course', slug })
  const learnerReads = () =>
    app
      .as('otto')
      .getCourseDetails({ slug: 'first-steps' })
      .then(() => 'it opens')
      .catch((error: Error) => error.message)

  test('the answer is the sentence that the learner reads', async () => {
    expect(await explain()).toMatchObject({ granted: false, rule: 'not_entitled', message: await learnerReads() })
    const [row] = await app.deps.db
      .insert(entitlements)
      .values({ user_id: await app.idOf('otto'), kind: 'course', course_id: course, source: 'administrator' })
      .returning()
    expect(await explain()).toMatchObject({ granted: true, message: 'Opens without an end.' })
    for (const change of [
      { suspended_at: new Date(), reason: 'A check of the payment' },
      { revoked_at: new Date(), reason: 'Refunded' },
      { suspended_at: null, revoked_at: null, ends_at: new Date(Date.now() - 1000) },
    ]) {
      await app.deps.db.update(entitlements).set(change).where(eq(entitlements.id, row!.id))
      expect(await explain()).toMatchObject({ granted: false, message: await learnerReads() })
    }
    const { data } = await app.asAdmin.listEntitlements({ filter: '{"username":"otto"}' })
    expect(data).toMatchObject([{ kind: 'course', slug: 'first-steps', title: 'First steps', state: 'ended' }])
  })

  test('each lesson is open or locked as the learner finds it, with the same reason', async () => {
    const { db } = app.deps
    const made = await makeCourse(db, 'in-order', {}, [{ slug: 'one' }, { slug: 'two', required: false }])
    const [first] = await db.select().from(sections).where(eq(sections.course_id, made.id))
    const place = { course_id: made.id, kind: 'reading' as const, required: true }
    const [later] = await db
      .insert(sections)
      .values({ course_id: made.id, slug: 'later', title: 'Later', position: 1, opens_after_id: first!.id })
      .returning()
    const lab = await makeLab(db, 'in-order-lab')
    await db.insert(lessons).values([
      { ...place, section_id: later!.id, slug: 'three', title: 'Three', position: 2 },
      { ...place, section_id: later!.id, slug: 'free', title: 'Free', position: 3, free_preview: true },
      { ...place, section_id: later!.id, slug: 'lab', title: 'Lab', position: 4, kind: 'lab', lab_id: lab.id },
      { ...place, section_id: later!.id, slug: 'old', title: 'Old', position: 5, archived_at: new Date() },
    ])
    const otto = app.as('otto')
    /** Both must agree, sentence by sentence. */
    const told = async () => {
      const { lessons: rows } = await explain('in-order')
      for (const { section, lesson, open, reason } of rows) {
        if (reason === 'Free for everyone') continue
        const read = otto.updateLastSeen({ slug: 'in-order', updateLastSeenPayload: { section, lesson } })
        const why = await read.then(() => null).catch((error: Error) => error.message)
        expect({ lesson, open, why }).toEqual({ lesson, open, why: open ? null : reason })
      }
      return rows.map((row) => `${row.lesson} ${row.open ? 'open' : 'locked'}${row.completed ? ', completed' : ''}`)
    }
    expect(await told()).toEqual(['one locked', 'two locked', 'three locked', 'free open', 'lab locked'])
    const held = { user_id: await app.idOf('otto'), source: 'administrator' as const }
    await db.insert(entitlements).values({ ...held, kind: 'lab', lab_id: lab.id })
    expect(await told()).toEqual(['one locked', 'two locked', 'three locked', 'free open', 'lab open'])
    await db.insert(entitlements).values({ ...held, kind: 'course', course_id: made.id })
    expect(await told()).toEqual(['one open', 'two open', 'three locked', 'free open', 'lab open'])
    await otto.completeLesson({ slug: 'in-order', section_slug: 'start', lesson_slug: 'one' })
    expect(await told()).toEqual(['one open, completed', 'two open', 'three open', 'free open', 'lab open'])
  })

  test('what keeps the whole account out is said first', async () => {
    await app.deps.db.update(users).set({ disabled_at: new Date() }).where(eq(users.username, 'otto'))
    expect(await explain('in-order')).toMatchObject({ rule: 'account_disabled', lessons: [] })
    expect(await explain()).toMatchObject({ rule: 'account_disabled' })
    await app.deps.db
      .update(users)
      .set({ disabled_at: null, deletion_due_at: new Date() })
      .where(eq(users.username, 'otto'))
    expect(await explain()).toMatchObject({ granted: false, rule: 'deletion_pending' })
    await app.deps.db.update(users).set({ deletion_due_at: null }).where(eq(users.username, 'otto'))
  })

  test('a draft does not exist for a learner', async () => {
    await app.deps.db.update(courses).set({ status: 'draft' }).where(eq(courses.id, course))
    expect(await explain()).toMatchObject({ rule: 'not_visible', message: await learnerReads() })
    await app.deps.db.update(courses).set({ status: 'published' }).where(eq(courses.id, course))
    for (const kind of ['shoe', '__proto__', 'constructor'])
      await expect(app.asAdmin.explainAccess({ username, kind, slug: 'x' }), kind).rejects.toMatchObject({
        code: 'not_found',
      })
  })
})

describe('the mails of an account', () => {
  test('are listed without what stands in them, and one that failed is tried again', async () => {
    const [sent, failed, emptied] = await app.deps.db
      .insert(outbox)
      .values(
        [
          { ...mail, state: 'sent', attempts: 1, sent_at: new Date() },
          { ...mail, state: 'failed', attempts: 12, last_error: 'mailbox full' },
          { ...mail, text: '', html: '', state: 'failed', attempts: 12, last_error: 'long ago' },
        ].map((row) => ({ ...row, user_id: mara })) as (typeof outbox.$inferInsert)[],
      )
      .returning()
    const { data } = await app.asAdmin.listUserMails({ username })
    expect(data.map(({ state }) => state).sort()).toEqual(['failed', 'failed', 'sent'])
    expect(JSON.stringify(data)).not.toContain('secret-token')
    const allowed = async (api = app.asAdmin) =>
      Object.fromEntries((await api.listUserMails({ username })).data.map((row) => [row.id, row.allowed]))
    const none = { [sent!.id]: [], [emptied!.id]: [] }
    expect(await allowed(), 'what passes is said').toEqual({ ...none, [failed!.id]: ['resend'] })
    const finance = app.as('finance-of-mails', { roles: ['user', 'admin'], capabilities: ['finance'] })
    expect(await allowed(finance)).toEqual({ ...none, [failed!.id]: [] })

    await expect(app.asAdmin.resendUserMail({ username, id: sent!.id })).rejects.toMatchObject({ code: 'conflict' })
    await expect(app.asAdmin.resendUserMail({ username: 'otto', id: failed!.id })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(app.asAdmin.resendUserMail({ username, id: emptied!.id })).rejects.toMatchObject({ code: 'conflict' })
    await app.asAdmin.resendUserMail({ username, id: failed!.id })
    const [after] = await app.deps.db.select().from(outbox).where(eq(outbox.id, failed!.id))
    expect(after).toMatchObject({ state: 'waiting', attempts: 0 })
  })
  const mail = {
    kind: 'reset',
    recipient: 'm@l.example',
    subject: 'Your link',
    text: 'secret-token',
    html: 'secret-token',
  }
})

test('progress, orders, vouchers, exams, deployments and certificates are each the learner’s own', async () => {
  const order = { user_id: mara, kind: 'course', target_id: course, slug: 'first-steps', title: 'First steps' } as const
  await app.deps.db
    .insert(orders)
    .values({ ...order, number: 'FY-1', quantity: 1, unit_amount: 100, total_amount: 100, provider: 'demo' })
  await app.deps.db.insert(courseProgress).values({ user_id: mara, course_id: course, last_seen_at: new Date() })
  await app.deps.db.insert(vouchers).values([
    { code: 'OWN', kind: 'course', course_id: course, owner_id: mara },
    { code: 'SENT', kind: 'course', course_id: course, recipient: 'MARA@learners.example' },
    { code: 'OTHER', kind: 'course', course_id: course, recipient: 'x@learners.example' },
  ])
  const filter = JSON.stringify({ username })
  expect((await app.asAdmin.listOrders({ filter })).data).toMatchObject([{ number: 'FY-1' }])
  expect((await app.asAdmin.listUserProgress({ username })).data).toMatchObject([{ slug: 'first-steps', completed: 0 }])
  expect((await app.asAdmin.listVouchers({ filter })).data.map(({ code }) => code).sort()).toEqual(['OWN', 'SENT'])
  expect((await app.asAdmin.listUserExams({ username })).data).toEqual([])
  expect((await app.asAdmin.listDeployments({ filter })).data).toEqual([])
  expect((await app.asAdmin.listCertificates({ filter })).data).toEqual([])
  expect((await app.asAdmin.listOrders({ filter: '{"username":"otto"}' })).data).toEqual([])
  expect((await app.asAdmin.listOrders({ filter: '{"username":"nobody-here"}' })).data).toEqual([])
})

test('the lists of one account come newest first or oldest first, page by page, and find what is asked for by id', async () => {
  const order = { user_id: await app.idOf('otto'), kind: 'course', target_id: course, slug: 's', title: 'T' } as const
  const paid = { quantity: 1, unit_amount: 100, total_amount: 100, provider: 'demo' } as const
  const made = await app.deps.db
    .insert(orders)
    .values([1, 2, 3].map((day) => ({ ...order, ...paid, number: `O-${day}`, created_at: new Date(2026, 0, day) })))
    .returning()
  const numbers = async ({ filter, ...ask }: { sort?: string; range?: string; filter?: object } = {}) => {
    const { data, total } = await app.asAdmin.listOrders({
      filter: JSON.stringify({ username: 'otto', ...filter }),
      ...ask,
    })
    return [total, ...data.map(({ number }) => number)]
  }
  expect(await numbers()).toEqual([3, 'O-3', 'O-2', 'O-1'])
  expect(await numbers({ sort: '["created_at","ASC"]' })).toEqual([3, 'O-1', 'O-2', 'O-3'])
  expect(await numbers({ range: '[1,1]' })).toEqual([3, 'O-2'])
  expect(await numbers({ filter: { id: [made[0]!.id, 'no uuid'] } })).toEqual([1, 'O-1'])
  await expect(numbers({ filter: { user_id: 'x' } })).rejects.toMatchObject({ status: 422 })
})

describe('the timeline', () => {
  const pages = async (limit: number) => {
    const found: string[] = []
    let before: string | undefined
    do {
      const page = await app.asAdmin.getUserTimeline({ username, limit, ...(before && { before }) })
      found.push(...page.events.map(({ key }) => key))
      before = page.next ?? undefined
    } while (before)
    return found
  }

  test('merges every source, the newest first, and its pages are neither short nor doubled', async () => {
    const whole = await app.asAdmin.getUserTimeline({ username, limit: 100 })
    const kinds = new Set(whole.events.map(({ kind }) => kind))
    for (const kind of [
      'account.created',
      'session.started',
      'session.ended',
      'order.placed',
      'mail.queued',
      'audit',
      'voucher.owned',
    ])
      expect(kinds).toContain(kind)
    expect(whole.events.map(({ at }) => at)).toEqual(
      whole.events
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const keys = whole.events.map(({ key }) => key)
    expect(await pages(1)).toEqual(keys)
    expect(await pages(3)).toEqual(keys)
  })

  test('an order that was cancelled and paid after all tells of both', async () => {
    const order = {
      user_id: mara,
      kind: 'course',
      target_id: course,
      slug: 'first-steps',
      title: 'First steps',
    } as const
    const paid = { quantity: 1, unit_amount: 100, total_amount: 100, provider: 'demo' as const, paid_at: new Date() }
    const [{ id } = { id: '' }] = await app.deps.db
      .insert(orders)
      .values({ ...order, ...paid, number: 'LATE-1', state: 'fulfilled' as const })
      .returning()
    await app.deps.db
      .insert(paymentEvents)
      .values({ provider: 'demo', event_id: `${id}:cancelled`, kind: 'cancelled', order_id: id })
    const { events } = await app.asAdmin.getUserTimeline({ username, topic: 'order', limit: 100 })
    const kinds = events.filter(({ subject }) => subject.startsWith('LATE-1')).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['order.cancelled', 'order.paid', 'order.placed'])
    expect(await pages(1)).toContain(events.find(({ kind }) => kind === 'order.cancelled')?.key)
  })

  test('many events of one instant are paged too', async () => {
    const at = new Date()
    const ids = Array.from({ length: 7 }, () => randomUUID())
    const row = { action: 'users.update', subject_type: 'user', subject_id: username, at }
    await app.deps.db.insert(audit).values(ids.map((id) => ({ id, ...row })))
    const found = await pages(2)
    for (const id of ids) expect(found.filter((key) => key === `audit:${id}`)).toHaveLength(1)
  })

  test('is narrowed to what its events are about, and a topic that there is none of is refused', async () => {
    const whole = await app.asAdmin.getUserTimeline({ username, limit: 100 })
    const { events } = await app.asAdmin.getUserTimeline({ username, limit: 100, topic: 'order' })
    expect(events.length).toBeGreaterThan(0)
    expect(events).toEqual(whole.events.filter(({ kind }) => kind.startsWith('order.')))
    await expect(app.asAdmin.getUserTimeline({ username, topic: 'shoes' as 'order' })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  test('a cursor made up is refused', async () => {
    await expect(app.asAdmin.getUserTimeline({ username, before: "' or 1=1" })).rejects.toMatchObject({
      code: 'invalid',
    })
  })
})
