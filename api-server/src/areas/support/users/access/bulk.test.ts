import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { makeCourse } from '../../../../../test/catalogue.ts'
import { createManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import { audit, entitlements, lessons, notes, outbox, users } from '../../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ deps: { queue: createManualQueue(() => app.deps) } })
  await app.asAdmin.getMe()
  await makeCourse(app.deps.db, 'many')
  for (const username of names) await app.as(username).getMe()
  await app.as('asleep', { activated: false }).getMe()
})
afterAll(() => app.close())

const names = ['ann', 'bert', 'carla']
const access = { kind: 'course' as const, slug: 'many', days: 30 }
const reason = 'A class'
const rowsOf = async () => {
  const { data } = await app.asAdmin.listEntitlements({ filter: JSON.stringify({ course: 'many' }) })
  return data.toSorted((a, b) => a.username.localeCompare(b.username))
}

test('many are given access at once, after a dry run that says who is not, and why', async () => {
  const ask = { action: 'users.grant' as const, ids: [...names, 'asleep'], access }
  expect(await app.asAdmin.previewBulk({ bulkPreviewAsk: ask })).toMatchObject({
    changes: 3,
    reasons: [{ message: 'This account is not active, so it cannot get access.', count: 1 }],
  })
  const job = await app.asAdmin.startBulk({ bulkAsk: { ...ask, reason } })
  expect(job).toMatchObject({ state: 'done', done: 3, failed: 1 })
  expect((await rowsOf()).map(({ username, source }) => `${username} ${source}`)).toEqual(
    names.map((name) => `${name} administrator`),
  )
  for (const name of names) await app.as(name).getCourseDetails({ slug: 'many' })
  const again = await app.asAdmin.startBulk({ bulkAsk: { ...ask, reason } })
  expect(again).toMatchObject({ done: 0, failed: 4 })
  expect(await app.deps.db.$count(audit, eq(audit.job_id, job.id))).toBeGreaterThanOrEqual(3)
})

test('without saying what opens, or how many days, nothing begins', async () => {
  const refused = { code: 'invalid', errors: [{ field: 'access' }] }
  await expect(app.asAdmin.startBulk({ bulkAsk: { action: 'users.grant', ids: names, reason } })).rejects.toMatchObject(
    refused,
  )
  const ids = (await rowsOf()).map(({ id }) => id)
  await expect(
    app.asAdmin.startBulk({ bulkAsk: { action: 'entitlements.extend', ids, reason } }),
  ).rejects.toMatchObject(refused)
})

test('many are extended, suspended, resumed, revoked and given back, each told by mail', async () => {
  const before = await rowsOf()
  const ids = before.map(({ id }) => id)
  const run = (action: 'extend' | 'suspend' | 'revoke', more: object = {}) =>
    app.asAdmin.startBulk({ bulkAsk: { action: `entitlements.${action}`, ids, reason, ...more } })
  await run('extend', { access: { days: 10 } })
  for (const [index, row] of (await rowsOf()).entries())
    expect(Date.parse(row.ends_at!)).toBe(Date.parse(before[index]!.ends_at!) + 10 * 86_400_000)

  const seen = await app.asAdmin.previewBulk({ bulkPreviewAsk: { action: 'entitlements.suspend', ids } })
  expect(seen.rows.map(({ label }) => label)).toContain('ann · Course many')
  const suspended = await run('suspend')
  expect((await rowsOf()).map(({ state, reason: why }) => `${state} ${why}`)).toEqual(
    names.map(() => `suspended ${reason}`),
  )
  await app.asAdmin.undoBulkJob({ job_id: suspended.id })
  expect((await rowsOf()).map(({ state }) => state)).toEqual(names.map(() => 'open'))

  const revoked = await run('revoke')
  await expect(app.as('ann').getCourseDetails({ slug: 'many' })).rejects.toMatchObject({ code: 'no_access' })
  await app.asAdmin.undoBulkJob({ job_id: revoked.id })
  expect((await rowsOf()).map(({ state, reason: why }) => `${state} ${why}`)).toEqual(names.map(() => `open ${reason}`))
  const told = await app.deps.db
    .select({ count: sql<number>`count(*)::int` })
    .from(outbox)
    .where(inArray(outbox.kind, ['access']))
    .groupBy(outbox.user_id)
  expect(told.map(({ count }) => count)).toEqual(names.map(() => 6))
  await app.deps.db.update(entitlements).set({ ends_at: null })
  expect(await run('extend', { access: { days: 1 } })).toMatchObject({ done: 0, failed: 3 })
})

test('a grant to many is undone where it is unused, and an extension where nothing was begun with the days', async () => {
  await makeCourse(app.deps.db, 'undone')
  const of = async () => {
    const { data } = await app.asAdmin.listEntitlements({ filter: JSON.stringify({ course: 'undone' }) })
    return data.toSorted((a, b) => a.username.localeCompare(b.username))
  }
  const states = async () => (await of()).map(({ username, state }) => `${username} ${state}`)
  const granted = await app.asAdmin.startBulk({
    bulkAsk: { action: 'users.grant', ids: names, access: { kind: 'course', slug: 'undone', days: 30 }, reason },
  })
  expect(granted.allowed).toEqual(['undo'])
  const before = await of()
  const extended = await app.asAdmin.startBulk({
    bulkAsk: { action: 'entitlements.extend', ids: before.map(({ id }) => id), access: { days: 10 }, reason },
  })
  const [ann] = await of()
  const change = { version: ann!.version, days: 5, reason }
  await app.asAdmin.extendEntitlement({ id: ann!.id, entitlementExtension: change })
  const shortened = await app.asAdmin.undoBulkJob({ job_id: extended.id })
  expect(shortened).toMatchObject({ action: 'entitlements.shorten', done: 2, failed: 1 })
  expect((await of()).slice(1).map(({ ends_at }) => ends_at)).toEqual(before.slice(1).map(({ ends_at }) => ends_at))
  expect(Date.parse((await of())[0]!.ends_at!)).toBe(Date.parse(before[0]!.ends_at!) + 15 * 86_400_000)
  expect(await app.deps.db.$count(audit, eq(audit.job_id, shortened.id))).toBe(3)

  // Whatever was changed since is left alone, and all of them were.
  expect(await app.asAdmin.undoBulkJob({ job_id: granted.id })).toMatchObject({ done: 0, failed: 3 })
  expect(await states()).toEqual(names.map((name) => `${name} open`))
})

test('whoever began with what many were given keeps it when that is undone', async () => {
  const { id: course_id } = await makeCourse(app.deps.db, 'begun')
  const [lesson] = await app.deps.db.select().from(lessons).where(eq(lessons.course_id, course_id))
  const granted = await app.asAdmin.startBulk({
    bulkAsk: { action: 'users.grant', ids: names, access: { kind: 'course', slug: 'begun' }, reason },
  })
  const [bert] = await app.deps.db.select().from(users).where(eq(users.username, 'bert'))
  await app.deps.db.insert(notes).values({ user_id: bert!.id, lesson_id: lesson!.id, course_id, text: 'Mine' })
  const undone = await app.asAdmin.undoBulkJob({ job_id: granted.id })
  expect(undone).toMatchObject({ action: 'users.ungrant', done: 2, failed: 1 })
  const { data } = await app.asAdmin.listBulkItems({ filter: JSON.stringify({ job: undone.id, state: 'failed' }) })
  expect(data).toMatchObject([{ id: 'bert', message: expect.stringContaining('begun with it') }])
  await app.as('bert').getCourseDetails({ slug: 'begun' })
  await expect(app.as('ann').getCourseDetails({ slug: 'begun' })).rejects.toMatchObject({ code: 'no_access' })
  // By itself it is no action: it knows nothing of what was given.
  const alone = { action: 'users.ungrant' as const, ids: ['bert'] }
  expect(await app.asAdmin.startBulk({ bulkAsk: alone })).toMatchObject({ done: 0, failed: 1 })
})
