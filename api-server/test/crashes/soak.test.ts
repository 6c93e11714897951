import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grant } from '../../src/areas/catalogue/entitlements/service.ts'
import { startNuke } from '../../src/areas/clouds/cloud-accounts/service.ts'
import { accountTransitions } from '../../src/areas/clouds/cloud-accounts/transitions.ts'
import { deployLab, destroyLab } from '../../src/areas/clouds/deployments/service.ts'
import * as auth from '../../src/areas/platform/auth/queries.ts'
import type { OpenedDatabase } from '../../src/db/open.ts'
import * as schema from '../../src/db/schema/index.ts'
import { createRandom } from '../../src/demo/random.ts'
import type { CurrentUser } from '../../src/identity/current-user.ts'
import { createTestDatabase, describeOnPostgres } from '../database.ts'
import { insertAccount, insertLab } from '../fixtures/lab-fixture.ts'
import { type Child, startChild } from '../spawn.ts'
import { createWorker, openWorkersDatabase, pass, type Worker } from './lab-workers.ts'

const LONG = Boolean(process.env.LONG)
const LEARNERS = LONG ? 50 : 20
const ACCOUNTS = LONG ? 12 : 6
/** The short test stops after its time and two kills, regardless of the number of deployments. */
const DEPLOYMENTS = LONG ? 1000 : Number.POSITIVE_INFINITY
const SECONDS = LONG ? 3600 : 3
const MOST_SECONDS = LONG ? 3600 : 600
/** Seconds between two kills. */
const KILL_SECONDS = LONG ? 5 : 1
/**
 * Jobs take far less. A job without a heartbeat for this long belongs to a killed worker, so the test does not wait the
 * usual 30 seconds.
 */
const DEAD_SECONDS = 12

const seed = process.env.SOAK_SEED ?? randomUUID()

describeOnPostgres(`a pool under load with killed workers and failing clouds, SOAK_SEED=${seed}`, () => {
  const random = createRandom(seed)
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let opened: OpenedDatabase
  let web: Worker
  let place: Awaited<ReturnType<typeof insertLab>>['place']
  let learners: CurrentUser[]
  const workers: [Child, Child] = [] as unknown as [Child, Child]
  let kills = 0
  let started = 0

  beforeAll(async () => {
    database = await createTestDatabase()
    opened = openWorkersDatabase(database.url)
    web = createWorker(opened.db)
    const made = await insertLab(opened.db, { resets: 100_000, access_days: 3650 })
    place = made.place
    learners = []
    for (let at = 0; at < LEARNERS; at++) {
      const user = await createLearner(`learner-${at}`)
      await grant(opened.db, { userId: user.id, course: made.lesson.course_id, source: 'administrator' })
      learners.push(user)
    }
    for (let at = 0; at < ACCOUNTS; at++) await insertAccount(opened.db, web.deps.secrets)
  })
  afterAll(async () => {
    for (const { process } of workers) process.kill('SIGKILL')
    await opened.close()
    await database.drop()
  })

  async function createLearner(username: string): Promise<CurrentUser> {
    const row = await auth.insertAccount(opened.db, {
      username,
      email: `${username}@learners.example`,
      full_name: username,
      password_hash: `none ${randomUUID()}`,
      activated_at: new Date(),
    })
    return { ...row, session_id: '' } as unknown as CurrentUser
  }

  const spawn = (at: 0 | 1) => {
    workers[at] = startChild('work-soak', [database.url, `${seed} ${at} ${kills}`])
    return workers[at]
  }

  /** Each learner deploys a lab, or ends the running one, until there were enough deployments. */
  async function act(learner: CurrentUser, state: string | undefined) {
    if (state === undefined) {
      if (started >= DEPLOYMENTS) return
      started += 1
      await deployLab(web.deps, learner, place)
    } else if (state === 'running') await destroyLab(web.deps, learner, place)
  }

  /** Simulates time and people: learners are present, pauses end, quarantined accounts are nuked again. */
  async function live() {
    const { cloudAccounts: accounts, deployments } = schema
    await opened.db.update(deployments).set({ present_at: sql`now()` }).where(sql`state in ('queued', 'held')`)
    await opened.db.update(accounts).set({ retry_at: null }).where(isNotNull(accounts.retry_at))
    const dead = sql`heartbeat_at < now() - make_interval(secs => ${DEAD_SECONDS})`
    await opened.db.update(deployments).set({ heartbeat_at: sql`now() - interval '1 hour'` }).where(dead)
    await opened.db.update(accounts).set({ heartbeat_at: sql`now() - interval '1 hour'` }).where(dead)
    const quarantined = await opened.db.select().from(accounts).where(eq(accounts.lock_reason, 'quarantine'))
    const actor = { id: learners[0]!.id, username: 'admin' }
    for (const account of quarantined) await opened.db.transaction((tx) => startNuke(tx, web.deps, account, actor))
  }

  /** Checks in one snapshot that available accounts are empty. */
  async function expectFreeIsEmpty() {
    const { rows } = (await opened.db.execute(sql`select a.account_id, r.type, r.name from cloud_accounts a
      join simulated.resources r on r.cloud = a.cloud and r.account_id = a.account_id where a.status = 'Available'`)) as unknown as {
      rows: object[]
    }
    expect(rows).toEqual([])
  }

  async function statesNow() {
    const { id, user_id, state } = schema.deployments
    const rows = await opened.db.select({ id, user_id, state }).from(schema.deployments).where(ne(state, 'ended'))
    return new Map(rows.map((row) => [row.user_id, row.state]))
  }

  async function run() {
    const began = Date.now()
    let nextKill = began + KILL_SECONDS * 1000
    const isOver = () => Date.now() > began + (kills < 2 ? MOST_SECONDS : SECONDS) * 1000
    for (let states = await statesNow(); !isOver(); states = await statesNow()) {
      if (started >= DEPLOYMENTS && states.size === 0) return
      for (const learner of learners) await act(learner, states.get(learner.id))
      await live()
      await expectFreeIsEmpty()
      if (Date.now() >= nextKill) {
        const at = random.whole(0, 1) === 0 ? 0 : 1
        workers[at].process.kill('SIGKILL')
        await workers[at].ended
        kills += 1
        nextKill = Number.POSITIVE_INFINITY
        // The next kill is due once this worker has started, which takes longer than the pause on a busy machine.
        spawn(at)
          .prints(/ready/)
          .then(
            () => {
              nextKill = Date.now() + KILL_SECONDS * 1000
            },
            () => {},
          )
      }
      await pause(30)
    }
  }

  test('no account is leased twice, lost, or available with resources, and the queue stays in order', {
    timeout: (MOST_SECONDS + 120) * 1000,
  }, async () => {
    const began = Date.now()
    await Promise.all([spawn(0).prints(/ready/), spawn(1).prints(/ready/)])
    await run()
    for (const { process, ended } of workers) {
      process.kill('SIGKILL')
      await ended
    }
    // Ends the remaining labs and waits until no work is left.
    for (let round = 0; round < 10; round++) {
      const states = await statesNow()
      if (states.size === 0) break
      for (const learner of learners)
        if (states.has(learner.id)) await destroyLab(web.deps, learner, place).catch(() => {})
      await live()
      await pass(opened.db)
      await web.settle()
    }
    await live()
    await pass(opened.db)
    await web.settle()

    const deployments = await opened.db.select().from(schema.deployments)
    process.stdout.write(
      `soak ${seed}: ${deployments.length} deployments, ${kills} kills, ${Math.round((Date.now() - began) / 1000)} s\n`,
    )
    expect(kills).toBeGreaterThanOrEqual(2)
    expect(deployments.length).toBe(started)
    if (LONG) expect(deployments.length).toBe(DEPLOYMENTS)
    expect(new Set(deployments.map(({ state }) => state))).toEqual(new Set(['ended']))
    const accounts = await opened.db.select().from(schema.cloudAccounts)
    expect(accounts.map(({ status }) => status)).toEqual(Array.from({ length: ACCOUNTS }, () => 'Available'))
    await expectFreeIsEmpty()
    await expectOneTenantAtATime()
    await expectReceipts(deployments)
    await expectOrder(deployments)
  })

  /**
   * Checks that each transition starts where the previous one ended, and that a lease ends before the next one starts.
   */
  async function expectOneTenantAtATime() {
    const steps = await opened.db
      .select()
      .from(schema.cloudAccountTransitions)
      .orderBy(asc(schema.cloudAccountTransitions.cloud_account_id), asc(schema.cloudAccountTransitions.id))
    const legal = new Set(
      Object.values(accountTransitions).flatMap((all) => all.map(({ from, to }) => `${from} ${to}`)),
    )
    for (const [at, step] of steps.entries()) {
      const before = steps[at - 1]
      // A note in the history is not a transition.
      if (step.from_status !== step.to_status) expect(legal).toContain(`${step.from_status} ${step.to_status}`)
      if (before?.cloud_account_id === step.cloud_account_id) expect(step.from_status).toBe(before.to_status)
    }
    const twice = (await opened.db.execute(sql`select a.id, b.id from deployments a join deployments b
      on a.cloud_account_id = b.cloud_account_id and a.id < b.id and a.running_at is not null and b.running_at is not null
      and tstzrange(a.running_at, a.ended_at) && tstzrange(b.running_at, b.ended_at)`)) as unknown as { rows: object[] }
    expect(twice.rows).toEqual([])
  }

  /** Checks that each account was found empty between two learners. */
  async function expectReceipts(deployments: (typeof schema.deployments.$inferSelect)[]) {
    const receipts = new Map((await opened.db.select().from(schema.nukeReceipts)).map((row) => [row.id, row]))
    const used = deployments.filter(({ applied_at }) => applied_at !== null)
    const byAccount = Map.groupBy(used, ({ cloud_account_id }) => cloud_account_id)
    for (const all of byAccount.values()) {
      const inOrder = all.toSorted((a, b) => (a.running_at?.getTime() ?? 0) - (b.running_at?.getTime() ?? 0))
      for (const [at, { receipt_id }] of inOrder.entries()) {
        const receipt = receipts.get(receipt_id ?? '')
        expect(receipt?.left).toEqual([])
        const before = inOrder[at - 1]?.ended_at
        if (before) expect(receipt?.at.getTime()).toBeGreaterThan(before.getTime())
      }
    }
  }

  /** Checks that no learner was served before one who had clearly waited longer. */
  async function expectOrder(deployments: (typeof schema.deployments.$inferSelect)[]) {
    const leases = await opened.db
      .select()
      .from(schema.cloudAccountTransitions)
      .where(
        and(
          eq(schema.cloudAccountTransitions.to_status, 'Locked'),
          eq(schema.cloudAccountTransitions.from_status, 'Available'),
        ),
      )
    const leasedAt = new Map(leases.map(({ deployment_id, at }) => [deployment_id, at.getTime()]))
    const served = deployments.filter(({ id }) => leasedAt.has(id))
    const joined = ({ queued_at }: { queued_at: Date }) => queued_at.getTime()
    for (const one of served)
      for (const other of served) {
        const isBefore = joined(other) < joined(one) && joined(other) < leasedAt.get(one.id)! - 500
        if (isBefore) expect(leasedAt.get(other.id)!, 'was passed over').toBeLessThanOrEqual(leasedAt.get(one.id)!)
      }
  }
})
