import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorker, openWorkersDatabase, type Worker } from '../../../../test/crashes/lab-workers.ts'
import { createTestDatabase, describeOnPostgres } from '../../../../test/database.ts'
import { insertAccount, insertLab } from '../../../../test/fixtures/lab-fixture.ts'
import type { OpenedDatabase } from '../../../db/open.ts'
import * as schema from '../../../db/schema/index.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { createSimulatedConsole } from '../../../simulated-console/look.ts'
import { grant } from '../../catalogue/entitlements/service.ts'
import { deployLab } from '../../clouds/deployments/service.ts'
import { insertAccount as insertPerson } from '../../platform/auth/queries.ts'
import { advanceRuns } from './jobs.ts'
import { beginRun } from './run.ts'

const ROUNDS = process.env.LONG ? 30 : 4
const timeout = ROUNDS * 30_000

describeOnPostgres('two processes on one database', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let opened: OpenedDatabase[]
  let workers: [Worker, Worker]
  let made: Awaited<ReturnType<typeof insertLab>>
  let learner: CurrentUser

  beforeAll(async () => {
    database = await createTestDatabase()
    const both: [OpenedDatabase, OpenedDatabase] = [
      openWorkersDatabase(database.url),
      openWorkersDatabase(database.url),
    ]
    opened = both
    workers = [createWorker(both[0].db), createWorker(both[1].db)]
    const answers = [{ flag: 'the-door', words: 'audit-reader' }]
    made = await insertLab(both[0].db, { canary: { extra_data: {}, answers } })
    const { db } = both[0]
    await db.delete(schema.flags).where(eq(schema.flags.type, 'DYNAMIC'))
    await db.delete(schema.flags).where(eq(schema.flags.type, 'NOFLAG'))
    await db.update(schema.flags).set({ slug: 'the-door' })
    const row = await insertPerson(db, {
      username: 'learner',
      email: 'learner@learners.example',
      full_name: 'Learner',
      password_hash: 'none',
      activated_at: new Date(),
    })
    learner = { ...row, session_id: '' } as unknown as CurrentUser
    await grant(db, { userId: row.id, course: made.lesson.course_id, source: 'administrator' })
  })
  afterAll(async () => {
    for (const one of opened) await one.close()
    await database.drop()
  })
  beforeEach(clear)

  async function clear() {
    for (const worker of workers) worker.forget()
    const { deployments, cloudAccounts, simulatedResources, labAccess, canaryRuns, canarySettings } = schema
    const { db } = workers[0].deps
    for (const table of [canaryRuns, canarySettings, deployments, cloudAccounts, simulatedResources, labAccess])
      await db.delete(table)
    const settings = { lab_id: made.lab.id, enabled: true, every_hours: 1, monthly_runs: 1, version: 1 }
    await db.insert(canarySettings).values(settings)
  }

  const tend = ({ deps }: Worker) =>
    advanceRuns({ ...deps, cloudConsole: createSimulatedConsole(deps) }, new AbortController().signal)
  const bothTend = () => Promise.all(workers.map(tend))
  const runs = () => workers[0].deps.db.select().from(schema.canaryRuns)
  const addAccounts = async () => {
    const { db, secrets } = workers[0].deps
    return [await insertAccount(db, secrets), await insertAccount(db, secrets)]
  }
  const byHand = ({ deps }: Worker) =>
    deps.db
      .transaction((tx) => beginRun(tx, deps, made.lab.id, { byHand: true }))
      .then(
        () => 'begun',
        (error) => (error instanceof ApiError ? error.code : error),
      )

  test('both find a lab due and start only one run', { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await clear()
      await addAccounts()
      await bothTend()
      expect(await runs()).toHaveLength(1)
      expect(await workers[0].deps.db.select().from(schema.deployments)).toHaveLength(1)
    }
  })

  test('only one of two requests for the last run of the month succeeds', { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await clear()
      await addAccounts()
      expect((await Promise.all(workers.map(byHand))).sort()).toEqual(['begun', 'conflict'])
      expect(await runs()).toHaveLength(1)
    }
  })

  test('a canary that competes with a learner for the last account gets it or gives up, and never queues', {
    timeout,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await clear()
      const { db, secrets } = workers[0].deps
      await insertAccount(db, secrets)
      const [mine, canary] = await Promise.all([deployLab(workers[0].deps, learner, made.place), byHand(workers[1])])
      const ours = await db.select().from(schema.deployments).where(eq(schema.deployments.kind, 'canary'))
      expect([mine.state, canary, ours.map(({ state }) => state)]).toEqual(
        canary === 'begun' ? ['queued', 'begun', ['provisioning']] : ['provisioning', 'conflict', []],
      )
    }
  })

  test('both solve the same lab: it is decided and ended once, and its account is returned', { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await clear()
      const accounts = await addAccounts()
      const { db } = workers[0].deps
      await tend(workers[0])
      await workers[0].settle()
      await bothTend()
      expect(await runs()).toMatchObject([{ outcome: 'solved', ended_at: null }])
      await Promise.all(workers.map((worker) => worker.settle()))
      await bothTend()
      expect(await runs()).toMatchObject([{ outcome: 'solved', ended_at: expect.any(Date) }])
      await db.update(schema.cloudAccounts).set({ status_since: sql`now() - interval '10 minutes'` })
      await workers[0].settle()
      const free = await db.select().from(schema.cloudAccounts).where(eq(schema.cloudAccounts.status, 'Available'))
      expect(free).toHaveLength(accounts.length)
    }
  })
})
