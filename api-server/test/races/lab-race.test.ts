import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grant } from '../../src/areas/catalogue/entitlements/service.ts'
import { nukeAccount, saveAccount } from '../../src/areas/clouds/cloud-accounts/service.ts'
import { isPastEnd } from '../../src/areas/clouds/deployments/lease-queries.ts'
import { presentDeployment } from '../../src/areas/clouds/deployments/present.ts'
import { deployLab, destroyLab, extendLab, resetLabEnvironment } from '../../src/areas/clouds/deployments/service.ts'
import { beginTeardown } from '../../src/areas/clouds/deployments/teardown/teardown.ts'
import * as auth from '../../src/areas/platform/auth/queries.ts'
import { updateUser } from '../../src/areas/support/users/admin-service.ts'
import { findTriedFlag } from '../../src/areas/training/lab-work/flag-queries.ts'
import { submitFlag } from '../../src/areas/training/lab-work/flags.ts'
import type { OpenedDatabase } from '../../src/db/open.ts'
import * as schema from '../../src/db/schema/index.ts'
import type { CurrentUser } from '../../src/identity/current-user.ts'
import { CloudError, withCallTimeouts } from '../../src/integrations/clouds/driver.ts'
import { createSimulatedClouds } from '../../src/integrations/clouds/simulated.ts'
import { windowOf } from '../../src/limits/queries.ts'
import { createWorker, openWorkersDatabase, pass, type Worker } from '../crashes/lab-workers.ts'
import { createTestDatabase, describeOnPostgres } from '../database.ts'
import { insertAccount, insertLab } from '../fixtures/lab-fixture.ts'
import { untilWaiting } from './lock-barrier.ts'

const ROUNDS = process.env.LONG ? 30 : 2
// On a slow machine, opening all connections takes ten seconds.
const timeout = ROUNDS * 30_000

describeOnPostgres('two processes on one database', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let both: [OpenedDatabase, OpenedDatabase]
  let one: Worker
  let two: Worker
  let made: Awaited<ReturnType<typeof insertLab>>
  let learners: CurrentUser[]
  let admin: CurrentUser

  beforeAll(async () => {
    database = await createTestDatabase()
    both = [openWorkersDatabase(database.url), openWorkersDatabase(database.url)]
    one = createWorker(both[0].db)
    two = createWorker(both[1].db)
    made = await insertLab(both[0].db, { resets: 1000 })
    learners = []
    for (let count = 0; count < 20; count++) {
      const user = await anAccount(`learner-${count}`)
      await grant(both[0].db, { userId: user.id, course: made.lesson.course_id, source: 'administrator' })
      learners.push(user)
    }
    admin = await anAccount('admin')
  })
  afterAll(async () => {
    for (const opened of both) await opened.close()
    await database.drop()
  })
  beforeEach(clear)

  async function clear() {
    one.forget()
    two.forget()
    for (const table of [schema.deployments, schema.cloudAccounts, schema.simulatedResources, schema.labAccess])
      await both[0].db.delete(table)
  }

  async function anAccount(username: string): Promise<CurrentUser> {
    const row = await auth.insertAccount(both[0].db, {
      username,
      email: `${username}@learners.example`,
      full_name: username,
      password_hash: `none ${randomUUID()}`,
      activated_at: new Date(),
    })
    return { ...row, session_id: '' } as unknown as CurrentUser
  }

  const all = () => both[0].db.select().from(schema.deployments)
  const accountNow = async (id: string) =>
    (await both[0].db.select().from(schema.cloudAccounts).where(eq(schema.cloudAccounts.id, id)))[0]!

  test('20 learners race for the last account: one gets it, the others queue in order of arrival', {
    timeout,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await clear()
      const account = await insertAccount(both[0].db, one.deps.secrets)
      const rows = await Promise.all(
        learners.map((user, at) => deployLab(at % 2 ? one.deps : two.deps, user, made.place)),
      )
      const owners = rows.filter((row) => row.state === 'provisioning')
      expect(owners.map((row) => row.cloud_account_id)).toEqual([account])
      const waiting = (await all()).filter((row) => row.state === 'queued')
      const inOrder = waiting.toSorted((a, b) => a.queued_at.getTime() - b.queued_at.getTime())
      const places = []
      for (const row of inOrder) places.push((await presentDeployment(one.deps, row)).queue?.place)
      expect(places).toEqual(Array.from({ length: 19 }, (_, at) => at + 1))

      await one.settle()
      await destroyLab(two.deps, learners.find((user) => user.id === owners[0]?.user_id)!, made.place)
      await both[0].db.update(schema.deployments).set({ present_at: sql`now()` })
      await two.settle()
      const next = (await all()).find((row) => row.state === 'running')
      expect(next?.user_id).toBe(inOrder[0]?.user_id)
    }
  })

  test('as many learners as accounts deploy simultaneously: each account has one owner and no one waits', async () => {
    for (let count = 0; count < 10; count++) await insertAccount(both[0].db, one.deps.secrets)
    const rows = await Promise.all(
      learners.slice(0, 10).map((user, at) => deployLab(at % 2 ? one.deps : two.deps, user, made.place)),
    )
    expect(new Set(rows.map((row) => row.state))).toEqual(new Set(['provisioning']))
    expect(new Set(rows.map((row) => row.cloud_account_id)).size).toBe(10)
  })

  test('ten clicks of one learner in two processes are one deployment', async () => {
    for (let count = 0; count < 3; count++) await insertAccount(both[0].db, one.deps.secrets)
    const user = learners[0]!
    const rows = await Promise.all(
      Array.from({ length: 10 }, (_, at) => deployLab(at % 2 ? one.deps : two.deps, user, made.place)),
    )
    expect(new Set(rows.map((row) => row.id)).size).toBe(1)
    expect(await all()).toHaveLength(1)
  })

  test.each(['done', 'failed'])('a build that was presumed dead and returns as %s changes nothing', async (how) => {
    const account = await insertAccount(both[0].db, one.deps.secrets)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let reached = () => {}
    const atTheEnd = new Promise<void>((resolve) => {
      reached = resolve
    })
    const real = withCallTimeouts(createSimulatedClouds(both[0].db))
    const zombie = createWorker(both[0].db, {
      ...real,
      async apply(access, build, run) {
        const applied = await real.apply(access, build, run)
        reached()
        await held
        if (how === 'failed') throw new CloudError('failed', 'The zombie failed.')
        return { ...applied, outputs: { written: 'by the zombie' } }
      },
    })
    const { id } = await deployLab(zombie.deps, learners[0]!, made.place)
    const late = zombie.run('deployments.build', { id })
    await atTheEnd
    await pass(both[0].db)
    await two.run('deployments.build', { id })
    const [before] = await all()
    release()
    await late
    const [after] = await all()
    expect(before?.state).toBe('running')
    expect(after).toEqual(before)
    expect((await accountNow(account)).status).toBe('Provisioned')
  })

  describe('ending, extending, resetting and nuking at the same time', () => {
    const by = () => ({ actor: admin, address: '127.0.0.1' })
    const user = () => learners[0]!
    const accountId = async () => (await both[0].db.select().from(schema.cloudAccounts))[0]!.account_id
    const actions = {
      extend: (worker: Worker) => extendLab(worker.deps, user(), made.place),
      destroy: (worker: Worker) => destroyLab(worker.deps, user(), made.place),
      reset: (worker: Worker) => resetLabEnvironment(worker.deps, user(), made.place),
      expire: async (worker: Worker) => {
        const [row] = await all()
        const ended = await worker.deps.db.transaction((tx) =>
          beginTeardown(tx, worker.deps, row!.id, 'expired', { when: sql`(${isPastEnd} or true)` }),
        )
        if (!ended) throw new Error('lost')
      },
      nuke: async (worker: Worker) => {
        const id = await accountId()
        await nukeAccount(worker.deps, by(), 'aws', id, { confirm: id, end_deployment: true })
      },
    }
    type Name = keyof typeof actions
    const names = Object.keys(actions) as Name[]
    const pairs = names.flatMap((a, at) => names.slice(at).map((b) => [a, b] as const))

    test.each(pairs)('%s and %s: one succeeds, the other is rejected', { timeout }, async (a, b) => {
      for (let round = 0; round < ROUNDS; round++) {
        await clear()
        await insertAccount(both[0].db, one.deps.secrets)
        const first = await deployLab(one.deps, user(), made.place)
        await one.settle()
        await both[0].db.update(schema.deployments).set({ ends_at: sql`now() + interval '5 minutes'` })
        const won = await Promise.allSettled([actions[a](one), actions[b](two)])
        // Ending a lab after a reset ends the new deployment, which is not this one.
        const isAnother = (value: unknown) => (value as { id: string } | undefined)?.id !== first.id
        const winners = ([a, b] as const).filter((name, at) => {
          const result = won[at]
          return result?.status === 'fulfilled' && !(name === 'destroy' && isAnother(result.value))
        })
        for (const lost of won)
          if (lost.status === 'rejected')
            expect(`${lost.reason.status ?? ''} ${lost.reason.message}`).toMatch(/^409|lost/)

        const row = (await all()).find((one) => one.id === first.id)
        const enders = winners.filter((name) => name !== 'extend')
        // Two clicks on “extend” extend once, because the last quarter has not started again after the first.
        if (a === 'extend' && b === 'extend') expect([winners.length, row?.extensions_used]).toEqual([1, 1])
        else expect(enders).toHaveLength(1)
        const reasons = { destroy: 'learner', reset: 'reset', expire: 'expired', nuke: 'administrator' } as const
        const [ender] = enders as (keyof typeof reasons)[]
        expect(row?.reason ?? null).toBe(ender ? reasons[ender] : null)

        await one.settle()
        await two.settle()
        const remaining = await both[0].db.select().from(schema.simulatedResources)
        const running = (await all()).find((one) => one.state === 'running')
        expect(new Set(remaining.map((one) => one.deployment_id))).toEqual(new Set(running ? [running.id] : []))
      }
    })

    test('a nuke without ending the lab never takes it from the learner', async () => {
      await insertAccount(both[0].db, one.deps.secrets)
      const row = await deployLab(one.deps, user(), made.place)
      const id = await accountId()
      const nuke = (worker: Worker) => nukeAccount(worker.deps, by(), 'aws', id, { confirm: id })
      const tries = await Promise.allSettled([
        one.run('deployments.build', { id: row.id }),
        nuke(two),
        nuke(two),
        nuke(one),
      ])
      expect(tries.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
      expect((await all())[0]?.state).toBe('running')
    })
  })

  describe('stopping a learner who is still active', () => {
    const by = () => ({ actor: admin, address: '127.0.0.1' })
    const user = () => learners[0]!
    const hold = async (worker: Worker) => {
      const [account] = await both[0].db.select().from(schema.cloudAccounts)
      const edit = { version: account!.version, hold: true, reason: 'Abuse notice' }
      await saveAccount(worker.deps, by(), 'aws', account!.account_id, edit)
    }
    const disable = async (worker: Worker) => {
      const [account] = await both[0].db.select().from(schema.users).where(eq(schema.users.id, user().id))
      const { username, version } = account!
      await updateUser(worker.deps, by(), { username, version, disabled: true, reason: 'Shared' })
    }
    const enable = () =>
      both[0].db.update(schema.users).set({ disabled_at: null }).where(eq(schema.users.id, user().id))

    test.each([
      ['destroys', (worker: Worker) => destroyLab(worker.deps, user(), made.place)],
      ['resets', (worker: Worker) => resetLabEnvironment(worker.deps, user(), made.place)],
    ])('an account is held with all its resources while its learner %s the lab', { timeout }, async (_, go) => {
      for (let round = 0; round < ROUNDS; round++) {
        await clear()
        const account = await insertAccount(both[0].db, one.deps.secrets)
        const { id } = await deployLab(one.deps, user(), made.place)
        await one.settle()
        const built = await both[0].db.select().from(schema.simulatedResources)
        const pair = round % 2 ? [go(two), hold(one)] : [hold(one), go(two)]
        const [first, second] = await Promise.allSettled(pair)
        const held = round % 2 ? second : first
        expect(held).toMatchObject({ status: 'fulfilled' })
        await one.settle()
        await two.settle()
        expect(await accountNow(account)).toMatchObject({ status: 'Locked', lock_reason: 'hold', hold_reason: null })
        const remaining = await both[0].db.select().from(schema.simulatedResources)
        expect(remaining.map((row) => row.name).sort()).toEqual(built.map((row) => row.name).sort())
        expect((await all()).find((row) => row.id === id)?.state).toBe('ended')
      }
    })

    test('an account that is put on hold during a build is held after the build has stopped', { timeout }, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await clear()
        const account = await insertAccount(both[0].db, one.deps.secrets)
        const { id } = await deployLab(one.deps, user(), made.place)
        await Promise.all([one.run('deployments.build', { id }), hold(two)])
        await one.settle()
        await two.settle()
        expect(await accountNow(account)).toMatchObject({ status: 'Locked', lock_reason: 'hold', hold_reason: null })
        expect((await all())[0]?.state).toBe('ended')
      }
    })

    test('disabling a learner ends labs that are deployed, built or reset at the same moment', {
      timeout,
    }, async () => {
      const actions = {
        deploy: async () => ({ go: () => deployLab(two.deps, user(), made.place) }),
        build: async () => {
          const { id } = await deployLab(two.deps, user(), made.place)
          return { go: () => two.run('deployments.build', { id }) }
        },
        reset: async () => {
          await deployLab(two.deps, user(), made.place)
          await two.settle()
          return { go: () => resetLabEnvironment(two.deps, user(), made.place) }
        },
      }
      for (const [name, prepare] of Object.entries(actions))
        for (let round = 0; round < ROUNDS; round++) {
          await clear()
          await enable()
          await insertAccount(both[0].db, one.deps.secrets)
          const { go } = await prepare()
          const going = round % 2 ? go() : undefined
          const [disabled] = await Promise.allSettled([disable(one), going ?? go()])
          expect(disabled, name).toMatchObject({ status: 'fulfilled' })
          await one.settle()
          await two.settle()
          expect(
            (await all()).filter((row) => row.state !== 'ended'),
            name,
          ).toEqual([])
          expect(await both[0].db.select().from(schema.simulatedResources), name).toEqual([])
        }
      await enable()
    })

    test('a deployment that was accepted before its learner was disabled starts nothing afterwards', async () => {
      await insertAccount(both[0].db, one.deps.secrets)
      // Locks the account's row like another change would. Disabling waits first, and then the learner's deployment.
      const { promise: gate, resolve: open } = Promise.withResolvers<void>()
      const { promise: locked, resolve: signalLocked } = Promise.withResolvers<void>()
      const holding = both[0].db.transaction(async (tx) => {
        await tx.select().from(schema.users).where(eq(schema.users.id, user().id)).for('update')
        signalLocked()
        await gate
      })
      await locked
      const disabling = disable(one)
      await untilWaiting(both[0].db, 1)
      const deploying = deployLab(two.deps, user(), made.place).then(
        () => 'deployed',
        (error) => error.code,
      )
      await untilWaiting(both[0].db, 2)
      open()
      await Promise.all([holding, disabling])
      expect([await deploying, await all()]).toEqual(['not_signed_in', []])
      await enable()
    })
  })

  test('parallel correct answers from two processes count as one solve', async () => {
    await insertAccount(both[0].db, one.deps.secrets)
    const user = learners[0]!
    await deployLab(one.deps, user, made.place)
    await one.settle()
    const limits = {
      account: 'account',
      address: 'address',
      byAccount: 1000,
      byAddress: 1000,
      ...windowOf(new Date(), 60),
    }
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        const { deps } = at % 2 ? one : two
        const tried = await findTriedFlag(deps.db, user.id, made.flags.STATIC)
        return submitFlag(deps, user, { tried, value: 'audit-reader' }, limits)
      }),
    )
    expect(answers.every((answer) => answer.correct)).toBe(true)
    expect(await both[0].db.select().from(schema.flagSolves)).toHaveLength(1)
  })
})
