import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { grant } from '../../src/areas/catalogue/entitlements/service.ts'
import { lockPool, transitionAccount } from '../../src/areas/clouds/cloud-accounts/queries.ts'
import { assignFreeAccounts } from '../../src/areas/clouds/deployments/queue/allocation.ts'
import { deployLab } from '../../src/areas/clouds/deployments/service.ts'
import * as auth from '../../src/areas/platform/auth/queries.ts'
import type { Db } from '../../src/db/open.ts'
import * as schema from '../../src/db/schema/index.ts'
import type { CurrentUser } from '../../src/identity/current-user.ts'
import { createWorker, openWorkersDatabase, type Worker } from '../crashes/lab-workers.ts'
import { createTestDatabase, describeOnPostgres } from '../database.ts'
import { insertAccount, insertLab } from '../fixtures/lab-fixture.ts'
import { hold, untilWaiting } from './lock-barrier.ts'

// soak.test.ts finds these races only by chance. Here the order is fixed, one test for each guard of the lease.
describeOnPostgres('a lease', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let opened: ReturnType<typeof openWorkersDatabase>
  let worker: Worker
  let made: Awaited<ReturnType<typeof insertLab>>
  let learner: CurrentUser

  beforeAll(async () => {
    database = await createTestDatabase()
    opened = openWorkersDatabase(database.url)
    worker = createWorker(opened.db)
    made = await insertLab(opened.db)
    const row = { username: 'lena', email: 'lena@learners.example', full_name: 'Lena', password_hash: 'none' }
    learner = {
      ...(await auth.insertAccount(opened.db, { ...row, activated_at: new Date() })),
      session_id: '',
    } as unknown as CurrentUser
    await grant(opened.db, { userId: learner.id, course: made.lesson.course_id, source: 'administrator' })
  })
  afterAll(async () => {
    await opened.close()
    await database.drop()
  })
  beforeEach(async () => {
    for (const table of [schema.deployments, schema.cloudAccounts]) await opened.db.delete(table)
  })

  const add = (more: Parameters<typeof insertAccount>[2] = {}) => insertAccount(opened.db, worker.deps.secrets, more)
  const deploy = () => deployLab(worker.deps, learner, made.place)
  const accountNow = async (id: string) =>
    (await opened.db.select().from(schema.cloudAccounts).where(eq(schema.cloudAccounts.id, id)))[0]!

  test('skips an account that another transaction has locked, without waiting', async () => {
    const longest = await add({ status_since: new Date(0) })
    const other = await add()
    const isIt = eq(schema.cloudAccounts.id, longest)
    const release = await holdUntilEnd(opened.db, (tx) =>
      tx.select().from(schema.cloudAccounts).where(isIt).for('update'),
    )
    const deploying = deploy()
    const waits = untilWaiting(opened.db, 1).then(() => 'it waits')
    waits.catch(() => {})
    expect(await Promise.race([deploying.then((row) => row.cloud_account_id), waits])).toBe(other)
    await release()
  })

  test('takes a free account to which another transaction is adding a row', async () => {
    const id = await add()
    const release = await holdUntilEnd(opened.db, (tx) => receiptOf(id, tx))
    expect((await deploy()).cloud_account_id).toBe(id)
    await release()
  })

  test('waits for a concurrent return of an account, so that no learner queues while one is free', async () => {
    const id = await add({ status: 'Locked', lock_reason: 'lease', deployment_id: randomUUID() })
    await opened.db.update(schema.cloudAccounts).set({ receipt_id: await receiptOf(id) })
    const release = await holdUntilEnd(opened.db, async (tx) => {
      await lockPool(tx, 'aws')
      await transitionAccount(tx, id, 'released', { reason: 'Given back', set: { deployment_id: null } })
      await assignFreeAccounts(tx, worker.deps, 'aws')
    })
    const deploying = deploy()
    const waits = untilWaiting(opened.db, 1).then(() => 'it waits')
    expect(await Promise.race([deploying.then(({ state }) => state), waits])).toBe('it waits')
    await release()
    expect(await deploying).toMatchObject({ state: 'provisioning', cloud_account_id: id })
  })

  test('fails if the account has changed since it was read', async () => {
    const id = await add()
    // The second one reads the account as Available, and then the first one leases it.
    const release = await holdUntilEnd(opened.db, (tx) => transitionAccount(tx, id, 'leased', { reason: 'The first' }))
    const second = opened.db.transaction((tx) => transitionAccount(tx, id, 'leased', { reason: 'The second' }))
    await untilWaiting(opened.db, 1)
    await release()
    expect(await second).toBeUndefined()
    expect(await accountNow(id)).toMatchObject({ status: 'Locked', lock_reason: 'lease' })
    const steps = await opened.db.select().from(schema.cloudAccountTransitions)
    expect(steps.filter((step) => step.cloud_account_id === id).map(({ reason }) => reason)).toEqual(['The first'])
  })

  /** Released at the latest when the test ends, so that a failing test blocks nothing. */
  async function holdUntilEnd(db: typeof opened.db, lock: Parameters<typeof hold>[1]) {
    const release = await hold(db, lock)
    onTestFinished(release)
    return release
  }

  async function receiptOf(account: string, db: Db = opened.db) {
    const receipt = randomUUID()
    const empty = { removed: [], residue: [], left: [] }
    await db.insert(schema.nukeReceipts).values({ id: receipt, cloud_account_id: account, pass: 2, ...empty })
    return receipt
  }
})
