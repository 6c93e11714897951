import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorker, openWorkersDatabase, type Worker } from '../../../../../test/crashes/lab-workers.ts'
import { createTestDatabase, describeOnPostgres } from '../../../../../test/database.ts'
import { insertAccount, insertLab } from '../../../../../test/fixtures/lab-fixture.ts'
import type { OpenedDatabase } from '../../../../db/open.ts'
import * as schema from '../../../../db/schema/index.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { grant } from '../../../catalogue/entitlements/service.ts'
import * as auth from '../../../platform/auth/queries.ts'
import { isPastEnd } from '../lease-queries.ts'
import { deployLab, destroyLab, extendLab } from '../service.ts'
import { beginTeardown } from '../teardown/teardown.ts'
import { endDeployment, holdDeployment, retryDeployment } from './actions.ts'

const ROUNDS = process.env.LONG ? 30 : 3
const timeout = ROUNDS * 30_000

describeOnPostgres('two administrators in two processes', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let both: [OpenedDatabase, OpenedDatabase]
  let one: Worker
  let two: Worker
  let made: Awaited<ReturnType<typeof insertLab>>
  let learner: CurrentUser
  let admin: CurrentUser

  beforeAll(async () => {
    database = await createTestDatabase()
    both = [openWorkersDatabase(database.url), openWorkersDatabase(database.url)]
    one = createWorker(both[0].db)
    two = createWorker(both[1].db)
    made = await insertLab(both[0].db, { resets: 1000 })
    learner = await anAccount('learner')
    admin = await anAccount('admin')
    await grant(both[0].db, { userId: learner.id, course: made.lesson.course_id, source: 'administrator' })
  })
  afterAll(async () => {
    for (const opened of both) await opened.close()
    await database.drop()
  })
  beforeEach(clear)

  async function clear() {
    one.forget()
    two.forget()
    const { deployments, cloudAccounts, simulatedResources, labAccess, outbox } = schema
    for (const table of [deployments, cloudAccounts, simulatedResources, labAccess, outbox])
      await both[0].db.delete(table)
  }

  async function anAccount(username: string): Promise<CurrentUser> {
    const row = await auth.insertAccount(both[0].db, {
      username,
      email: `${username}@learners.example`,
      full_name: username,
      password_hash: `none ${randomUUID()}`,
      roles: ['user', 'admin'],
      capabilities: ['support', 'cloud'],
      activated_at: new Date(),
    })
    return { ...row, session_id: '' } as unknown as CurrentUser
  }

  const all = () => both[0].db.select().from(schema.deployments)
  const by = () => ({ actor: admin, address: '127.0.0.1' })
  const why = { reason: 'Ticket' }
  const end = (worker: Worker, id: string) => endDeployment(worker.deps, by(), id, why)

  async function running(): Promise<string> {
    await insertAccount(both[0].db, one.deps.secrets)
    const { id } = await deployLab(one.deps, learner, made.place)
    await one.settle()
    return id
  }

  test('a lab that is ended, expires, is extended and is ended by its learner concurrently ends once, for one reason', {
    timeout,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await clear()
      const id = await running()
      const ends_at = round % 2 ? sql`now() + interval '5 minutes'` : sql`now()`
      await both[0].db.update(schema.deployments).set({ ends_at })
      await both[0].db.update(schema.deployments).set({ cost_reset: true })
      await both[0].db.update(schema.labAccess).set({ resets_used: 5 })
      const expire = both[1].db.transaction((tx) => beginTeardown(tx, two.deps, id, 'expired', { when: isPastEnd }))
      const tries = await Promise.allSettled([
        end(one, id),
        end(two, id),
        expire,
        extendLab(two.deps, learner, made.place),
        destroyLab(one.deps, learner, made.place),
      ])
      const [first, second, expired, , left] = tries
      const ends = [first, second, left].filter((outcome) => outcome?.status === 'fulfilled').length
      const wasExpired = expired?.status === 'fulfilled' && expired.value !== undefined
      expect(ends + Number(wasExpired)).toBe(1)
      const [row] = await all()
      const byAdministrator = first?.status === 'fulfilled' || second?.status === 'fulfilled'
      expect(row?.reason).toBe(byAdministrator ? 'administrator' : wasExpired ? 'expired' : 'learner')
      const [access] = await both[0].db.select().from(schema.labAccess)
      expect(access?.resets_used, 'the reset is given back once').toBe(byAdministrator ? 4 : 5)
      await one.settle()
      await two.settle()
      expect(await both[0].db.select().from(schema.simulatedResources)).toEqual([])
    }
  })

  test('two administrators who retry a failed lab and its learner who deploys it start only one', {
    timeout,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await clear()
      const id = await running()
      await end(one, id)
      await one.settle()
      const retry = (worker: Worker) => retryDeployment(worker.deps, by(), id, why)
      const tries = await Promise.allSettled([
        retry(one),
        retry(two),
        retry(one),
        ...(round % 2 ? [deployLab(two.deps, learner, made.place)] : []),
      ])
      expect((await all()).filter((row) => row.id !== id)).toHaveLength(1)
      const refused = tries.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.message] : []))
      expect(new Set(refused)).toEqual(new Set(['There is a newer one of this lab.']))
      const mails = await both[0].db.select().from(schema.outbox).where(eq(schema.outbox.kind, 'lab_support'))
      expect(mails).toHaveLength(tries.slice(0, 3).filter(({ status }) => status === 'fulfilled').length)
    }
  })

  test('an account that is held during the end and clean-up of its lab is preserved completely or not at all', {
    timeout,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await clear()
      const id = await running()
      const built = await both[0].db.select().from(schema.simulatedResources)
      const [, held] = await Promise.allSettled([
        end(one, id).then(() => one.settle()),
        holdDeployment(two.deps, by(), id, why),
      ])
      await two.settle()
      await one.settle()
      const [account] = await both[0].db.select().from(schema.cloudAccounts)
      const left = await both[0].db.select({ n: sql<number>`count(*)::int` }).from(schema.simulatedResources)
      expect([account?.lock_reason, left[0]?.n]).toEqual(
        held?.status === 'fulfilled' ? ['hold', built.length] : [null, 0],
      )
    }
  })
})
