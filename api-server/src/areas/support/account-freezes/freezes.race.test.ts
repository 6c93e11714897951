import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorker, openWorkersDatabase, pass, type Worker } from '../../../../test/crashes/lab-workers.ts'
import { createTestDatabase, describeOnPostgres } from '../../../../test/database.ts'
import { insertAccount, insertLab } from '../../../../test/fixtures/lab-fixture.ts'
import { startChild } from '../../../../test/spawn.ts'
import type { OpenedDatabase } from '../../../db/open.ts'
import * as schema from '../../../db/schema/index.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { grant } from '../../catalogue/entitlements/service.ts'
import { isPastEnd } from '../../clouds/deployments/lease-queries.ts'
import { deployLab, destroyLab, extendLab, resetLabEnvironment } from '../../clouds/deployments/service.ts'
import { beginTeardown } from '../../clouds/deployments/teardown/teardown.ts'
import { insertAccount as insertUser } from '../../platform/auth/queries.ts'
import { freezeUser, unfreezeUser } from './service.ts'

const ROUNDS = process.env.LONG ? 20 : 2
const timeout = ROUNDS * 40_000

describeOnPostgres('a freeze concurrent with its learner’s actions', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let both: [OpenedDatabase, OpenedDatabase]
  let one: Worker
  let two: Worker
  let place: Awaited<ReturnType<typeof insertLab>>['place']
  let user: CurrentUser
  let admins: [CurrentUser, CurrentUser]

  beforeAll(async () => {
    database = await createTestDatabase()
    both = [openWorkersDatabase(database.url), openWorkersDatabase(database.url)]
    one = createWorker(both[0].db)
    two = createWorker(both[1].db)
    const made = await insertLab(both[0].db, { resets: 1000 })
    place = made.place
    user = await anAccount('learner')
    await grant(both[0].db, { userId: user.id, course: made.lesson.course_id, source: 'administrator' })
    admins = [await anAccount('first'), await anAccount('second')]
  })
  afterAll(async () => {
    for (const opened of both) await opened.close()
    await database.drop()
  })
  beforeEach(clear)

  async function anAccount(username: string): Promise<CurrentUser> {
    const row = await insertUser(both[0].db, {
      username,
      email: `${username}@learners.example`,
      full_name: username,
      password_hash: `none ${randomUUID()}`,
      activated_at: new Date(),
    })
    return { ...row, session_id: '' } as unknown as CurrentUser
  }

  async function clear() {
    one.forget()
    two.forget()
    const { db } = both[0]
    for (const table of [schema.freezes, schema.deployments, schema.cloudAccounts, schema.simulatedResources])
      await db.delete(table)
    await db.delete(schema.labAccess)
    await db.update(schema.users).set({ disabled_at: null }).where(eq(schema.users.id, user.id))
  }

  const freeze = (worker: Worker, by: 0 | 1 = 0) =>
    freezeUser(worker.deps, { actor: admins[by], address: '127.0.0.1' }, 'learner', {
      dry_run: false,
      reason: 'Abuse notice',
    })
  const all = () => both[0].db.select().from(schema.deployments)
  const accountNow = async (id: string) =>
    (await both[0].db.select().from(schema.cloudAccounts).where(eq(schema.cloudAccounts.id, id)))[0]
  const standing = () => both[0].db.select().from(schema.simulatedResources)
  async function settle() {
    await one.settle()
    await two.settle()
  }

  const actions: Record<string, (worker: Worker) => Promise<unknown>> = {
    extends: (worker) => extendLab(worker.deps, user, place),
    destroys: (worker) => destroyLab(worker.deps, user, place),
    resets: (worker) => resetLabEnvironment(worker.deps, user, place),
    'runs out of time with': async (worker) => {
      const [row] = await all()
      const when = sql`(${isPastEnd} or true)`
      await worker.deps.db.transaction((tx) => beginTeardown(tx, worker.deps, row?.id ?? '', 'expired', { when }))
    },
  }

  test.each(Object.keys(actions))(
    'if a learner can %s a lab during the freeze, nothing keeps running and the contents are retained',
    { timeout },
    async (name) => {
      for (let round = 0; round < ROUNDS; round++) {
        await clear()
        const account = await insertAccount(both[0].db, one.deps.secrets)
        await deployLab(one.deps, user, place)
        await one.settle()
        await both[0].db.update(schema.deployments).set({ ends_at: sql`now() + interval '5 minutes'` })
        const built = (await standing()).length
        const go = () => actions[name]?.(two)
        const pair = round % 2 ? [go(), freeze(one)] : [freeze(one), go()]
        const outcome = await Promise.allSettled(pair)
        expect(outcome[round % 2 ? 1 : 0]).toMatchObject({ status: 'fulfilled' })
        await settle()
        expect((await all()).filter(({ state }) => state !== 'ended')).toEqual([])
        expect(await accountNow(account)).toMatchObject({ status: 'Locked', lock_reason: 'hold', is_evidence: true })
        expect((await standing()).length).toBe(built)
      }
    },
  )

  test('a deployment or build during the freeze starts nothing after it', { timeout }, async () => {
    for (let round = 0; round < ROUNDS * 2; round++) {
      await clear()
      const account = await insertAccount(both[0].db, one.deps.secrets)
      const deploys = round % 2 === 0
      if (!deploys) await deployLab(two.deps, user, place)
      const [row] = await all()
      const go = () => (deploys ? deployLab(two.deps, user, place) : two.run('deployments.build', { id: row?.id }))
      const [frozen] = await Promise.allSettled([freeze(one), go()])
      expect(frozen).toMatchObject({ status: 'fulfilled' })
      await settle()
      expect((await all()).filter(({ state }) => state !== 'ended')).toEqual([])
      const now = await accountNow(account)
      // The contents are retained. If the build had not created anything yet, the account may be retained empty or be available
      // to others.
      const isHeld = now?.status === 'Locked' && now.is_evidence
      expect(isHeld || (now?.status === 'Available' && (await standing()).length === 0)).toBe(true)
    }
  })

  test('of two administrators who freeze concurrently, one succeeds and the other is refused; the same for lifting', {
    timeout,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await clear()
      const tried = await Promise.allSettled([freeze(one, 0), freeze(two, 1), freeze(one, 0)])
      expect(tried.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
      expect(await both[0].db.$count(schema.freezes)).toBe(1)
      const lift = (worker: Worker, by: 0 | 1) =>
        unfreezeUser(worker.deps, { actor: admins[by], address: '' }, 'learner', { reason: 'Over' })
      const lifted = await Promise.allSettled([lift(one, 0), lift(two, 1)])
      expect(lifted.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
  })

  test.each([1, 2])(
    'if a worker is killed at step %i of revoking, another one revokes, and the account is retained',
    async (step) => {
      const account = await insertAccount(both[0].db, one.deps.secrets)
      await deployLab(one.deps, user, place)
      await one.settle()
      const built = (await standing()).length
      await freeze(one)
      one.forget()
      const child = startChild('work-labs', [database.url, String(step)])
      expect(await child.ended).toBe('SIGKILL')
      expect((await all())[0]?.state).toBe('ending')
      await pass(both[0].db)
      await settle()
      expect(await all()).toMatchObject([{ state: 'ended', reason: 'abuse', credentials_sealed: null }])
      expect(await accountNow(account)).toMatchObject({ status: 'Locked', lock_reason: 'hold', is_evidence: true })
      const left = await standing()
      expect(left.length).toBe(built)
      expect(left.every(({ attributes }) => attributes.revoked === 'yes')).toBe(true)
    },
  )
})
