import { operations as literal } from '@flagyard/api-types'
import { createClient } from '@flagyard/api-types/contract/client'
import type { Operation } from '@flagyard/api-types/contract/operation'
import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, injecting, startTestApp, type TestApp } from '../../../../../test/app.ts'
import { makeCourse } from '../../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../../test/database.ts'
import { audit, lessons, notes, outbox, sessions, users, vouchers } from '../../../../db/schema/index.ts'
import { endSessions } from '../sessions/queries.ts'
import { refreshSession } from '../sessions/refresh.ts'

const operations: Record<string, Operation> = literal
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.as('mara').getMe()
})
afterAll(() => app.close())

const staff = { roles: ['user', 'admin'] as ('user' | 'admin')[], capabilities: ['support'] }
const impersonationPayload = { reason: 'She cannot open her course' }

/** An impersonation of mara: the client of the tab, and the data that started it. */
async function look(by: string, at = app) {
  const ticket = await at.as(by, staff).startImpersonation({ username: 'mara', impersonationPayload })
  const session = await at.asVisitor.redeemImpersonation({ impersonationCode: { code: ticket.code } })
  const client: Api = createClient(literal, { send: injecting(at.app, async () => session.access_token) })
  const [row] = await at.deps.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.user_id, await at.idOf('mara')), sql`${sessions.see_as_by} is not null`))
    .orderBy(sql`${sessions.created_at} desc`)
  const works = () =>
    client.getMe().then(
      (me) => me.username,
      (error) => error.code,
    )
  return { ticket, session, client, id: row!.id, works }
}

test('shows the learner’s view, with the administrator and the expiry', async () => {
  const { session, client } = await look('ada')
  expect(session).toMatchObject({ user: { username: 'mara', roles: ['user'] }, impersonation: { by: 'ada' } })
  expect(session.expires_in).toBeGreaterThan(3590)
  expect(session.expires_in).toBeLessThanOrEqual(3600)
  expect((await client.getMe()).username).toBe('mara')
  expect(await client.listMyCourses()).toEqual([])
})

test('notes and bookmarks are neither read, found nor written', async () => {
  const course = await makeCourse(app.deps.db, 'noted')
  const user_id = await app.idOf('mara')
  const [lesson] = await app.deps.db.select().from(lessons).where(eq(lessons.course_id, course.id))
  await app.deps.db
    .insert(notes)
    .values({ user_id, course_id: course.id, lesson_id: lesson!.id, text: 'what mara wrote for herself' })
  const { client } = await look('ada')
  const place = { course: 'noted', section: 'start', lesson: 'first' }
  const bookmarkCreate = place
  for (const call of [
    () => client.listMyNotes({}),
    () => client.listNotedCourses(),
    () => client.listLessonNotes(place),
    () => client.downloadNotes({}),
    () => client.listMyBookmarks(),
    () => client.createNote({ noteCreate: { ...place, position_seconds: null, text: 'Of support' } }),
    () => client.createBookmark({ bookmarkCreate }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'read_only_session' })
  expect(await client.searchLearning({ q: 'herself' })).toEqual([])
  expect(await app.as('mara').searchLearning({ q: 'herself' })).toMatchObject([{ kind: 'note' }])
})

test('shows only the last group of a voucher’s code', async () => {
  const code = 'SPEND-ME000-AAAAA-AAAAA-AA0001'
  const course = await makeCourse(app.deps.db, 'given-away')
  const owner_id = await app.idOf('mara')
  await app.deps.db.insert(vouchers).values({ code, kind: 'course', course_id: course.id, owner_id })
  const { client } = await look('ada')
  expect((await client.listMyVouchers()).map((one) => one.code)).toEqual(['•••••-•••••-•••••-•••••-AA0001'])
  expect((await app.as('mara').listMyVouchers()).map((one) => one.code)).toEqual([code])
})

test('sets and reads no cookie, so that the administrator’s own session remains', async () => {
  const { code } = await app.as('ada', staff).startImpersonation({ username: 'mara', impersonationPayload })
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/v1/auth/impersonation',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { code },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('a code works once, within a minute', async () => {
  const again = await look('ada')
  await expect(
    app.asVisitor.redeemImpersonation({ impersonationCode: { code: again.ticket.code } }),
  ).rejects.toMatchObject({
    code: 'token_unusable',
  })
  const late = await app.as('ada', staff).startImpersonation({ username: 'mara', impersonationPayload })
  await app.deps.db.update(sessions).set({ created_at: sql`${sessions.created_at} - interval '61 seconds'` })
  await expect(app.asVisitor.redeemImpersonation({ impersonationCode: { code: late.code } })).rejects.toMatchObject({
    code: 'token_unusable',
  })
})

describe('the server rejects every call that changes something', () => {
  const changing = Object.entries(operations).filter(([, row]) => row.auth === 'bearer' && row.method !== 'GET')
  test.each(changing.filter(([, row]) => row.impersonation !== 'allowed'))('%s', async (_, row) => {
    expect(await ask(row)).toMatchObject({ status: 403, code: 'read_only_session' })
  })
  test.each(Object.entries(operations).filter(([, row]) => row.impersonation === 'denied' && row.auth === 'bearer'))(
    '%s is private to the learner',
    async (_, row) => expect(await ask(row)).toMatchObject({ status: 403, code: 'read_only_session' }),
  )
  test.each(Object.entries(operations).filter(([, row]) => row.auth === 'admin'))(
    '%s is for administrators only',
    async (_, row) => expect((await ask(row)).status).toBe(403),
  )
  test('the rejected calls include those that show secrets or write', () => {
    for (const name of ['listMySessions', 'getMySecondFactor', 'getDeployment', 'followDeployment', 'resendActivation'])
      expect(operations[name]?.impersonation, name).toBe('denied')
    expect(
      Object.entries(operations)
        .filter(([, row]) => row.impersonation === 'allowed')
        .map(([name]) => name),
    ).toEqual(['endImpersonation', 'quoteOrder'])
  })

  let token: Promise<string> | undefined
  async function ask(row: Operation) {
    token ??= look('ada').then(({ session }) => session.access_token)
    const answer = await app.app.inject({
      method: row.method,
      url: `/api/v1${row.path.replace(/\{\w+\}/g, 'x')}`,
      headers: { 'sec-fetch-site': 'same-origin', authorization: `Bearer ${await token}` },
    })
    // The response to HEAD has no body.
    return { status: answer.statusCode, code: answer.body === '' ? undefined : answer.json().code }
  }
})

test('viewing writes nothing, not even the last-seen time', async () => {
  const seen = () => app.deps.db.select({ at: users.last_seen_at }).from(users).where(eq(users.username, 'mara'))
  await app.deps.db.update(users).set({ last_seen_at: null }).where(eq(users.username, 'mara'))
  const { client } = await look('ada')
  await client.getMe()
  await client.listMyLabs()
  expect(await seen()).toEqual([{ at: null }])
})

test('the learner is notified by mail, sees the session, and can end it', async () => {
  const looking = await look('berta')
  const mails = await app.deps.db.select().from(outbox).where(eq(outbox.kind, 'seen_as'))
  expect(mails.at(-1)).toMatchObject({ recipient: 'mara@learners.example' })
  expect(mails.some(({ text }) => text.includes('She cannot open her course') && text.includes('berta'))).toBe(true)
  expect(await app.as('mara').listMySessions()).toContainEqual(
    expect.objectContaining({ id: looking.id, impersonated_by: 'berta' }),
  )
  await app.as('mara').endMySession({ id: looking.id })
  expect(await looking.works()).toBe('not_signed_in')
})

test('start and end are audited under the administrator', async () => {
  const looking = await look('clara')
  await looking.client.endImpersonation()
  expect(await looking.works()).toBe('not_signed_in')
  const entries = await app.deps.db
    .select()
    .from(audit)
    .where(and(like(audit.action, 'auth.see_as%'), eq(audit.actor, 'clara')))
    .orderBy(audit.at)
  expect(entries).toMatchObject([
    { action: 'auth.see_as', subject_id: 'mara', reason: 'She cannot open her course' },
    { action: 'auth.see_as_end', subject_id: 'mara' },
  ])
})

describe('it ends immediately', () => {
  const change = (username: string, fields: Partial<typeof users.$inferInsert>) =>
    app.deps.db.update(users).set(fields).where(eq(users.username, username))

  test.each([
    [
      'when its hour is over',
      (id: string) => app.deps.db.update(sessions).set({ expires_at: new Date() }).where(eq(sessions.id, id)),
    ],
    ['when the administrator signs out', async () => endSessions(app.deps.db, await app.idOf('dora'), 'signed out')],
    ['when the administrator is demoted', () => change('dora', { roles: ['user'] })],
    ['when the administrator loses the capability', () => change('dora', { capabilities: ['content'] })],
    ['when the administrator’s own account waits for deletion', () => change('dora', { deletion_due_at: new Date() })],
    ['when the administrator is disabled', () => change('dora', { disabled_at: new Date() })],
    ['when the learner becomes an administrator', () => change('mara', { roles: ['user', 'admin'] })],
    ['when the learner is disabled', () => change('mara', { disabled_at: new Date() })],
  ])('%s', async (_, end) => {
    await app.idOf('dora')
    await change('dora', { ...staff, disabled_at: null, deletion_due_at: null })
    await app.deps.db
      .update(sessions)
      .set({ ended_at: null })
      .where(eq(sessions.user_id, await app.idOf('dora')))
    await change('mara', { roles: ['user'], disabled_at: null })
    const looking = await look('dora')
    expect(await looking.works()).toBe('mara')
    await end(looking.id)
    expect(await looking.works()).toBe('not_signed_in')
    await change('mara', { roles: ['user'], disabled_at: null })
  })

  test('and cannot be refreshed', async () => {
    const { id, session } = await look('ada')
    for (const secret of [session.access_token, 'x'])
      expect(await refreshSession(app.deps, `${id}.${secret}`)).toBeNull()
  })
})

test('is refused for administrators, inactive accounts, and without the capability', async () => {
  await app.as('boss', staff).getMe()
  await app.as('sleeper', { activated: false }).getMe()
  const startImpersonation = (username: string, by = 'ada') =>
    app.as(by, staff).startImpersonation({ username, impersonationPayload })
  await expect(startImpersonation('boss')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(startImpersonation('sleeper')).rejects.toMatchObject({ code: 'conflict' })
  await app.as('leaver').getMe()
  await app.deps.db.update(users).set({ deletion_due_at: new Date() }).where(eq(users.username, 'leaver'))
  await expect(startImpersonation('leaver')).rejects.toMatchObject({ code: 'conflict' })
  await expect(startImpersonation('nobody-here')).rejects.toMatchObject({ code: 'not_found' })
  const writer = app.as('writer', { roles: ['user', 'admin'], capabilities: ['content'] })
  await expect(writer.startImpersonation({ username: 'mara', impersonationPayload })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

describeOnPostgres('two tabs redeem one code concurrently', () => {
  test('one gets the session', async () => {
    const raced = await startTestApp({ database: await openTestPostgres() })
    try {
      await raced.as('mara').getMe()
      const { code } = await raced.as('ada', staff).startImpersonation({ username: 'mara', impersonationPayload })
      const tabs = Array.from({ length: 6 }, () => raced.asVisitor.redeemImpersonation({ impersonationCode: { code } }))
      const outcomes = await Promise.allSettled(tabs)
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    } finally {
      await raced.close()
    }
  })
})
