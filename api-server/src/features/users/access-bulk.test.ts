import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { makeCourse } from '../../../test/catalogue.ts'
import { createManualQueue } from '../../../test/manual-queue.ts'
import { audit, entitlements, outbox } from '../../db/schema/index.ts'

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
    reasons: [{ message: 'This account is not active, so nothing opens to it.', count: 1 }],
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
