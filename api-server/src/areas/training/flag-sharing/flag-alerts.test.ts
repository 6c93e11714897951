import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import { audit, deployments, flagAlerts, outbox, plantedFlags } from '../../../db/schema/index.ts'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench()
})
beforeEach(async () => {
  await bench.clear()
  await bench.deps.db.delete(flagAlerts)
})
afterAll(() => bench.close())

let made = 0
async function player() {
  await bench.addAccount()
  const username = `player-${++made}`
  await bench.enrol(username)
  const { id } = await bench.as(username).deployLab(bench.place)
  await bench.queue.work()
  const submit = (kind: 'STATIC' | 'DYNAMIC', flag: string) =>
    bench.as(username).submitFlag({ id: bench.flags[kind], submitFlagPayload: { flag } })
  return { id, username, planted: await bench.planted(id), submit }
}
const listed = async (filter: object) =>
  (await bench.asAdmin.listFlagAlerts({ filter: JSON.stringify(filter) })).data.map((row) => row.username)
/** The first learner hands in a flag of the second. */
async function shared() {
  const [giver, holder] = [await player(), await player()]
  await holder.submit('DYNAMIC', holder.planted)
  await giver.submit('DYNAMIC', 'FLAG{a guess}')
  await giver.submit('DYNAMIC', holder.planted)
  const { data } = await bench.asAdmin.listFlagAlerts({})
  return { giver, holder, alert: data[0]! }
}
const decide = (id: string, more: object = {}) =>
  bench.asAdmin.decideFlagAlert({
    id,
    flagAlertDecision: { version: 1, decision: 'confirmed', reason: 'They know each other', ...more },
  })

test('an alert compares both learners and shows no submitted value', async () => {
  const { giver, holder, alert } = await shared()
  expect(alert).toMatchObject({ state: 'open', username: giver.username, owner: holder.username, lab: 'open-door' })
  const page = await bench.asAdmin.getFlagAlert({ id: alert.id })
  expect(page).toMatchObject({
    giver: {
      username: giver.username,
      deployment: { id: giver.id, state: 'running' },
      tries_count: 2,
      solved_at: null,
    },
    holder: { username: holder.username, deployment: { id: holder.id }, tries_count: 1 },
    attempt_id: null,
    has_conduct_case: false,
    allowed: ['decide'],
  })
  expect(page.giver.tries.map(({ correct, is_this }) => [correct, is_this])).toEqual([
    [false, true],
    [false, false],
  ])
  expect(page.seconds_after_solve).toBeGreaterThanOrEqual(0)
  expect(page.giver.sessions.length).toBeGreaterThan(0)
  expect(JSON.stringify(page)).not.toContain('FLAG{')
})

test('filters alerts by state, either learner, lab and time', async () => {
  const { giver, holder, alert } = await shared()
  expect(await listed({ state: 'open' })).toEqual([giver.username])
  expect(await listed({ username: holder.username })).toEqual([giver.username])
  expect(await listed({ lab: 'open-door' })).toEqual([giver.username])
  expect(await listed({ exam: 'open-door' })).toEqual([])
  expect(await listed({ since: new Date(Date.now() + 60_000).toISOString() })).toEqual([])
  await decide(alert.id)
  expect([await listed({ state: 'open' }), await listed({ state: 'confirmed' })]).toEqual([[], [giver.username]])
})

test('is decided once with a reason; if confirmed, the learner gets a mail without the name of the other', async () => {
  const { giver, holder, alert } = await shared()
  await expect(decide(alert.id, { decision: 'dismissed', warn: true })).rejects.toMatchObject({
    errors: [{ field: 'warn' }],
  })
  const settled = await Promise.allSettled([decide(alert.id, { warn: true }), decide(alert.id, { warn: true })])
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await bench.asAdmin.getFlagAlert({ id: alert.id })).toMatchObject({
    state: 'confirmed',
    resolution: 'They know each other',
    resolved_by: 'administrator-of-tests',
    allowed: [],
  })
  const mails = await bench.deps.db.select().from(outbox).where(eq(outbox.kind, 'flag_shared'))
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails)).not.toContain(holder.username)
  const entries = await bench.deps.db.select().from(audit).where(eq(audit.action, 'flag_alerts.confirm'))
  expect(entries.map(({ subject_id, reason }) => [subject_id, reason])).toEqual([
    [giver.username, 'They know each other'],
  ])
})

test('equal static flags of two learners and a learner’s own earlier flag raise no alert', async () => {
  const [one, other] = [await player(), await player()]
  for (const { submit } of [one, other]) expect((await submit('STATIC', 'audit-reader')).correct).toBe(true)
  await bench.as(one.username).destroyLab(bench.place)
  await bench.queue.work()
  expect((await one.submit('DYNAMIC', one.planted)).correct).toBe(true)
  expect(await listed({})).toEqual([])
})

test('environments built before flags were registered are registered once by the sweep', async () => {
  const [giver, holder] = [await player(), await player()]
  await bench.deps.db.delete(plantedFlags)
  await bench.deps.db.update(deployments).set({ flags_marked_at: null })
  await bench.queue.run('deployments.mark-flags')
  await bench.queue.run('deployments.mark-flags')
  expect(await bench.deps.db.$count(plantedFlags)).toBe(2)
  await giver.submit('DYNAMIC', holder.planted)
  expect(await listed({})).toEqual([giver.username])
})

test('the stored fingerprint of a flag is neither the flag nor a plain hash of it', async () => {
  const { planted } = await player()
  const [row] = await bench.deps.db.select().from(plantedFlags)
  expect(row?.fingerprint).not.toContain(planted)
  expect(row?.fingerprint).toMatch(/^[\w-]{43}$/)
  const plain = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(planted))
  expect(row?.fingerprint).not.toBe(Buffer.from(plain).toString('base64url'))
})
