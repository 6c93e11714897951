import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import { deployments, outbox, users } from '../../../db/schema/index.ts'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench()
})
beforeEach(async () => {
  await bench.clear()
  await bench.deps.db.update(users).set({ disabled_at: null, disabled_reason: null })
})
afterAll(() => bench.close())

let made = 0
/** A learner with a running lab, or waiting for an account if none is available. */
async function learner(): Promise<string> {
  const username = `learner-${++made}`
  await bench.enrol(username)
  await bench.as(username).deployLab(bench.place)
  await bench.queue.work()
  return username
}
const stateOf = async (username: string) => {
  const rows = await bench.deps.db
    .select()
    .from(deployments)
    .where(eq(deployments.user_id, await bench.idOf(username)))
  return rows.map(({ state, reason }) => (reason ? `${state}: ${reason}` : state))
}
const labsOf = async (username: string) => (await bench.asAdmin.getUser({ username })).labs
const disable = async (username: string, more: object = {}) => {
  const { version } = await bench.asAdmin.getUser({ username })
  const userEdit = { username, version, disabled: true, reason: 'Shared the account', ...more }
  return bench.asAdmin.updateUser({ userEdit })
}
const ended = async (filter: object = {}) =>
  (await bench.asAdmin.listAudit({ filter: JSON.stringify({ action: 'users.end_deployments', ...filter }) })).data

test('disabling ends the running lab and its credentials, and leaves the queue; each is audited', async () => {
  const account = await bench.addAccount()
  const running = await learner()
  const waiting = await learner()
  expect([await labsOf(running), await labsOf(waiting)]).toEqual([
    { running: 1, queued: 0, exams: 0 },
    { running: 0, queued: 1, exams: 0 },
  ])
  await disable(waiting)
  expect(await stateOf(waiting)).toEqual(['ended: administrator'])
  expect((await disable(running)).labs).toEqual({ running: 0, queued: 0, exams: 0 })
  expect(await stateOf(running)).toEqual(['ending: administrator'])
  await bench.queue.work()
  expect([await stateOf(running), await bench.standing()]).toEqual([['ended: administrator'], []])
  expect((await bench.accountNow(account)).status).toBe('Available')
  expect((await ended()).map(({ subject_id, before, after, reason }) => [subject_id, before, after, reason])).toEqual([
    [running, { labs: ['open-door (running)'] }, { labs: [] }, 'Shared the account'],
    [waiting, { labs: ['open-door (queued)'] }, { labs: [] }, 'Shared the account'],
  ])
  await bench.queue.run('deployments.sweep')
  expect(await bench.deps.db.select().from(outbox)).toEqual([])
})

test('labs can be kept running', async () => {
  await bench.addAccount()
  const username = await learner()
  await disable(username, { end_deployments: false })
  await bench.queue.work()
  expect([await stateOf(username), await ended()]).toEqual([['running'], []])
})

test('the bulk dry run counts the labs that would end, and undoing it restores none of them', async () => {
  for (let count = 0; count < 2; count++) await bench.addAccount()
  const ids = [await learner(), await learner(), await learner()]
  const action = 'users.disable' as const
  expect((await bench.asAdmin.previewBulk({ bulkPreviewAsk: { action, ids } })).labs).toEqual({
    running: 2,
    queued: 1,
    exams: 0,
  })
  const job = await bench.asAdmin.startBulk({ bulkAsk: { action, ids, reason: 'Left', end_deployments: true } })
  await bench.queue.work()
  for (const username of ids) expect(await stateOf(username)).toEqual(['ended: administrator'])
  expect((await ended({ job_id: job.id })).map(({ subject_id }) => subject_id).sort()).toEqual(ids)

  await bench.asAdmin.undoBulkJob({ job_id: job.id })
  await bench.queue.work()
  for (const username of ids) {
    expect((await bench.asAdmin.getUser({ username })).state).toBe('active')
    expect(await stateOf(username)).toEqual(['ended: administrator'])
  }
})

test('the bulk action keeps labs running if requested', async () => {
  await bench.addAccount()
  const username = await learner()
  const bulkAsk = { action: 'users.disable' as const, ids: [username], reason: 'Left', end_deployments: false }
  await bench.asAdmin.startBulk({ bulkAsk })
  await bench.queue.work()
  expect(await stateOf(username)).toEqual(['running'])
  const other = { action: 'users.enable' as const, ids: [username] }
  expect((await bench.asAdmin.previewBulk({ bulkPreviewAsk: other })).labs).toBeNull()
})
