import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { grant } from '../../src/areas/catalogue/entitlements/service.ts'
import { accountTransitions } from '../../src/areas/clouds/cloud-accounts/transitions.ts'
import { deployLab, destroyLab } from '../../src/areas/clouds/deployments/service.ts'
import * as auth from '../../src/areas/platform/auth/queries.ts'
import type { OpenedDatabase } from '../../src/db/open.ts'
import { openPostgresDatabase } from '../../src/db/postgres/postgres.ts'
import * as schema from '../../src/db/schema/index.ts'
import type { CurrentUser } from '../../src/identity/current-user.ts'
import { withCallTimeouts } from '../../src/integrations/clouds/driver.ts'
import { createSimulatedClouds } from '../../src/integrations/clouds/simulated.ts'
import { createTestDatabase, describeOnPostgres } from '../database.ts'
import { insertAccount, insertLab } from '../fixtures/lab-fixture.ts'
import { startChild } from '../spawn.ts'
import { createWorker, pass, type Worker } from './lab-workers.ts'

/** Cloud steps at which the worker is killed. With LONG=1 these are all steps. */
const kills = (all: number, few: number[]) => (process.env.LONG ? Array.from({ length: all }, (_, at) => at + 1) : few)

describeOnPostgres('recovery after a killed worker', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let opened: OpenedDatabase
  let worker: Worker
  let user: CurrentUser
  let place: Awaited<ReturnType<typeof insertLab>>['place']
  let account: string

  beforeAll(async () => {
    database = await createTestDatabase()
    opened = openPostgresDatabase(database.url)
    worker = createWorker(opened.db)
    const made = await insertLab(opened.db)
    place = made.place
    user = await aUser('learner')
    await grant(opened.db, { userId: user.id, course: made.lesson.course_id, source: 'administrator' })
  })
  afterAll(async () => {
    await opened.close()
    await database.drop()
  })
  beforeEach(async () => {
    for (const table of [schema.deployments, schema.cloudAccounts, schema.simulatedResources, schema.labAccess])
      await opened.db.delete(table)
    account = await insertAccount(opened.db, worker.deps.secrets)
  })

  async function aUser(username: string): Promise<CurrentUser> {
    const row = await auth.insertAccount(opened.db, {
      username,
      email: `${username}@learners.example`,
      full_name: username,
      password_hash: `none ${randomUUID()}`,
      activated_at: new Date(),
    })
    return { ...row, session_id: '' } as unknown as CurrentUser
  }

  async function killAt(step: number) {
    worker.forget()
    const child = startChild('work-labs', [database.url, String(step)])
    const how = await child.ended
    expect(child.errors()).toBe('')
    await pass(opened.db)
    return { how, steps: child.output().trim().split('\n') }
  }

  const now = async () => (await opened.db.select().from(schema.deployments))[0]!
  const accountNow = async () => (await opened.db.select().from(schema.cloudAccounts))[0]!
  const standing = () => opened.db.select().from(schema.simulatedResources)

  /** Every transition of the account is allowed, and it only became available after two clean passes. */
  async function expectLegalHistory() {
    const rows = await opened.db
      .select()
      .from(schema.cloudAccountTransitions)
      .where(eq(schema.cloudAccountTransitions.cloud_account_id, account))
      .orderBy(asc(schema.cloudAccountTransitions.id))
    const legal = new Set(
      Object.values(accountTransitions).flatMap((steps) => steps.map(({ from, to }) => `${from} ${to}`)),
    )
    for (const row of rows) expect(legal).toContain(`${row.from_status} ${row.to_status}`)
    for (const [at, row] of rows.entries()) if (at > 0) expect(row.from_status).toBe(rows[at - 1]?.to_status)
    return rows.map((row) => row.to_status)
  }

  test.each(kills(8, [1, 5]))('another worker finishes a build after a kill at cloud step %i', async (step) => {
    const { id } = await deployLab(worker.deps, user, place)
    const { how, steps } = await killAt(step)
    expect([how, steps.length]).toEqual(['SIGKILL', step])
    expect((await now()).state).toBe('provisioning')

    await worker.settle()
    const after = await now()
    expect([after.id, after.state, (await accountNow()).status]).toEqual([id, 'running', 'Provisioned'])
    expect((await standing()).map((one) => one.deployment_id)).toEqual([id, id, id])
    expect(after.stages.map((stage) => stage.state)).toContain('done')

    await destroyLab(worker.deps, user, place)
    await worker.settle()
    expect([(await now()).state, (await accountNow()).status, await standing()]).toEqual(['ended', 'Available', []])
    await expectLegalHistory()
  })

  test('a kill between apply and commit: outputs are read again and nothing is applied twice', async () => {
    await deployLab(worker.deps, user, place)
    const { steps } = await killAt(8)
    expect(steps.at(-1)).toBe('8 applied')
    const again: string[] = []
    const clouds = createSimulatedClouds(opened.db, { onStep: (one) => again.push(one) })
    await createWorker(opened.db, withCallTimeouts(clouds)).settle()
    expect([(await now()).state, again]).toEqual(['running', ['read']])
    expect((await now()).outputs.lab_user_arn).toMatch(/:user\/lab-user$/)
  })

  test.each(kills(11, [3, 10]))(
    'another worker finishes a teardown and clean-up after a kill at cloud step %i',
    async (step) => {
      const { id } = await deployLab(worker.deps, user, place)
      await worker.settle()
      await destroyLab(worker.deps, user, place)
      const { how } = await killAt(step)
      expect(how).toBe('SIGKILL')
      expect((await accountNow()).status).not.toBe('Available')

      await worker.settle()
      const after = await now()
      expect([after.id, after.state, after.reason]).toEqual([id, 'ended', 'learner'])
      expect([(await accountNow()).status, await standing()]).toEqual(['Available', []])
      expect((await expectLegalHistory()).slice(-3)).toEqual(['Nuking', 'Nuked', 'Available'])
    },
  )

  test('a build whose worker died long ago fails, the learner sees the reason, and the account is returned clean', async () => {
    await deployLab(worker.deps, user, place)
    await killAt(6)
    await opened.db.update(schema.cloudAccounts).set({ status_since: sql`now() - interval '2 hours'` })
    await worker.settle()
    const after = await now()
    expect([after.state, after.reason, after.message]).toEqual(['ended', 'failed', expect.stringContaining('in time')])
    expect([(await accountNow()).status, await standing()]).toEqual(['Available', []])
  })
})
