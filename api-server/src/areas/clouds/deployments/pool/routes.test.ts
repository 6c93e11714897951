import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeExam } from '../../../../../test/catalogue.ts'
import { giveReceipt, type LabBench, openLabBench } from '../../../../../test/fixtures/lab-fixture.ts'
import {
  accountBookings,
  audit,
  cloudAccounts,
  deployments,
  examAttempts,
  groupReservations,
  outbox,
  poolDrifts,
  regionOutages,
  simulatedResources,
} from '../../../../db/schema/index.ts'

const account_id = '123456789012'
const stray = { cloud: 'aws', account_id, type: 'aws_instance', name: 'left-behind' } as const

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench()
  for (const name of ['learner', 'second', 'third']) await bench.enrol(name)
})
beforeEach(async () => {
  const { db } = bench.deps
  for (const table of [accountBookings, groupReservations, poolDrifts, regionOutages]) await db.delete(table)
  await bench.clear()
})
afterAll(() => bench.close())

const deploy = (who = 'learner') => bench.as(who).deployLab(bench.place)
const reconcile = async () => {
  await bench.queue.run('deployments.reconcile')
  await bench.queue.work()
}
const pool = () => bench.asAdmin.getPool()
const drifts = async () => (await pool()).drifts.map(({ kind, done }) => `${kind}: ${done}`)
const settled = (id: string, more = {}) =>
  bench.deps.db
    .update(cloudAccounts)
    .set({ status_since: sql`now() - interval '5 minutes'`, ...more })
    .where(eq(cloudAccounts.id, id))
const statusOf = async (id: string) => (await bench.accountNow(id)).status
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error) => `${error.status} ${error.message}`,
  )
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe('clean-up receipts', () => {
  test('an Available account without a receipt is not leased, and is verified first', async () => {
    const id = await bench.addAccount({ account_id })
    await bench.deps.db.update(cloudAccounts).set({ receipt_id: null })
    expect((await deploy()).state).toBe('queued')
    await bench.deps.db.insert(simulatedResources).values(stray)
    await reconcile()
    // The leftover resource was found and deleted before the learner got the account.
    expect((await bench.asLearner.getMyLab({ slug: bench.lab.slug })).deployment?.state).toBe('running')
    expect((await bench.standing()).some((name) => name.includes('left-behind'))).toBe(false)
    expect(await drifts()).toEqual(['no_receipt: It is verified before it is leased again'])
    expect((await bench.accountNow(id)).receipt_id).toBeNull()
  })

  test.each([
    [
      'of another account',
      async (id: string, other: string) => {
        const { receipt_id } = await bench.accountNow(other)
        await bench.deps.db
          .update(cloudAccounts)
          .set({ status: 'Locked', lock_reason: 'hold' })
          .where(eq(cloudAccounts.id, other))
        await bench.deps.db.update(cloudAccounts).set({ receipt_id }).where(eq(cloudAccounts.id, id))
      },
    ],
    [
      'that says that something was left',
      async (id: string, other: string) => {
        await bench.deps.db.delete(cloudAccounts).where(eq(cloudAccounts.id, other))
        await bench.deps.db.execute(
          sql`update nuke_receipts set "left" = '[{"type": "a", "name": "b"}]' where cloud_account_id = ${id}`,
        )
      },
    ],
  ])('a receipt %s opens none', async (_, spoil) => {
    const id = await bench.addAccount({ account_id })
    await spoil(id, await bench.addAccount())
    expect((await deploy()).state).toBe('queued')
  })

  test('learners see when their account was emptied and verified, without names chosen by previous holders', async () => {
    await bench.addAccount({ account_id })
    await deploy('second')
    await bench.queue.work()
    await bench.deps.db.insert(simulatedResources).values({ ...stray, name: 'seconds-own-secret' })
    await bench.as('second').destroyLab(bench.place)
    await bench.queue.work()
    const { deployment } = await bench.asLearner.getMyLab({ slug: bench.lab.slug })
    expect(deployment).toBeNull()
    const mine = await deploy()
    expect(mine.emptied).toMatchObject({ removed: 4, stays: [{ type: 'aws_default_vpc', count: 1 }] })
    expect(Date.parse(mine.emptied?.verified_at ?? '')).toBeGreaterThan(Date.parse(mine.emptied?.cleaned_at ?? 'x'))
    expect(JSON.stringify(mine.emptied)).not.toContain('secret')
  })
})

describe('reconciliation', () => {
  test('an Available account that is not empty goes to the clean-up', async () => {
    const id = await bench.addAccount({ account_id })
    await bench.deps.db.insert(simulatedResources).values(stray)
    await reconcile()
    expect([await statusOf(id), await bench.standing()]).toEqual(['Available', []])
    expect(await drifts()).toEqual(['not_empty: Sent to the clean-up'])
    const { history } = await bench.asAdmin.getCloudAccount({ id: account_id })
    expect(history.map(({ to }) => to)).toEqual(['Available', 'Nuked', 'Nuking', 'Dirty'])
    const { data } = await bench.asAdmin.listAlarms({ filter: '{"kind":"pool_drift"}' })
    await bench.queue.run('alarms.look')
    expect([...data, ...(await bench.asAdmin.listAlarms({ filter: '{"kind":"pool_drift"}' })).data]).not.toEqual([])
  })

  test('an account that was inspected within six hours is not inspected again', async () => {
    const id = await bench.addAccount({ account_id, looked_at: new Date() })
    await bench.deps.db.insert(simulatedResources).values(stray)
    await reconcile()
    expect([await statusOf(id), await drifts()]).toEqual(['Available', []])
  })

  test('an account in use without a deployment goes to the clean-up, and a lease is released', async () => {
    const used = await bench.addAccount({ account_id })
    const { id } = await deploy()
    await bench.queue.work()
    await bench.deps.db.delete(deployments).where(eq(deployments.id, id))
    const leased = await bench.addAccount({ status: 'Locked', lock_reason: 'lease', looked_at: new Date() })
    await giveReceipt(bench.deps.db, leased)
    await reconcile()
    expect([await statusOf(used), await statusOf(leased)]).toEqual(['Provisioned', 'Locked'])
    await settled(used)
    await settled(leased)
    await reconcile()
    expect([await statusOf(used), await statusOf(leased), await bench.standing()]).toEqual([
      'Available',
      'Available',
      [],
    ])
    expect((await drifts()).sort()).toEqual([
      'lease_without_job: Returned to the pool',
      'without_deployment: Sent to the clean-up',
    ])
  })

  test('a deployment in an account of another one ends without cost, and the other one continues', async () => {
    const mine = await bench.addAccount({ account_id })
    const { id } = await deploy()
    await bench.queue.work()
    await bench.addAccount()
    const other = await deploy('second')
    await bench.queue.work()
    const { cloud_account_id } = (
      await bench.deps.db.select().from(deployments).where(eq(deployments.id, other.id))
    )[0]!
    await bench.deps.db
      .update(deployments)
      .set({ running_at: sql`now() - interval '5 minutes'` })
      .where(eq(deployments.id, id))
    await bench.deps.db.update(cloudAccounts).set({ deployment_id: other.id }).where(eq(cloudAccounts.id, mine))
    await settled(mine)
    await reconcile()
    const rows = await bench.deps.db.select().from(deployments)
    expect(rows.map((row) => [row.id, row.state, row.reason])).toEqual(
      expect.arrayContaining([
        [id, 'ended', 'failed'],
        [other.id, 'running', null],
      ]),
    )
    expect([await statusOf(mine), await statusOf(cloud_account_id ?? '')]).toEqual(['Available', 'Provisioned'])
  })

  test('failing credentials are found before a learner gets the account', async () => {
    const id = await bench.addAccount({ account_id })
    await bench.fault({ step: 'verify', effect: 'refuse', message: 'AccessDenied' })
    await reconcile()
    expect(await bench.accountNow(id)).toMatchObject({ status: 'Pending', check_error: 'AccessDenied' })
    const fine = await bench.addAccount({ checked_at: new Date() })
    await bench.fault({ step: 'verify', effect: 'refuse', message: 'AccessDenied' })
    await reconcile()
    expect(await statusOf(fine)).toBe('Available')
  })

  test('a cloud that does not answer is reported, and the credentials are verified', async () => {
    await bench.addAccount({ account_id })
    await bench.fault({ step: 'inventory', effect: 'fail', message: 'Throttling' })
    await reconcile()
    expect(await drifts()).toEqual(['unreadable: Its credentials are being checked'])
  })
})

test('failed clean-ups are counted from zero after a success: only three in a row lead to quarantine', async () => {
  const id = await bench.addAccount({ account_id, status: 'Dirty', nuke_failures: 2 })
  const clean = async () => {
    await bench.deps.db.update(cloudAccounts).set({ retry_at: null })
    await bench.queue.run('cloud-accounts.sweep')
    await bench.queue.work()
  }
  await clean()
  expect(await bench.accountNow(id)).toMatchObject({ status: 'Available', nuke_failures: 0 })
  await bench.deps.db.update(cloudAccounts).set({ status: 'Dirty' })
  for (const failures of [1, 2]) {
    await bench.fault({ step: 'nuke', effect: 'fail', message: 'Throttling' })
    await clean()
    expect(await bench.accountNow(id)).toMatchObject({ status: 'Dirty', nuke_failures: failures })
  }
  await bench.fault({ step: 'nuke', effect: 'fail', message: 'Throttling' })
  await clean()
  expect(await bench.accountNow(id)).toMatchObject({ status: 'Locked', lock_reason: 'quarantine', nuke_failures: 3 })
})

describe('group reservations', () => {
  const group = (more = {}) => ({
    name: 'Class of Monday',
    cloud: 'aws' as const,
    accounts: 1,
    from_at: inHours(-1),
    until_at: inHours(8),
    members: ['learner'],
    ...more,
  })
  const reserve = (more = {}) => bench.asAdmin.createGroupReservation({ groupReservationInput: group(more) })

  test('reserve accounts for the learners of the group; a cancelled reservation frees them immediately', async () => {
    await bench.addAccount()
    const { id, version, members } = await reserve()
    expect(members).toEqual(['learner'])
    expect((await deploy('second')).state).toBe('queued')
    expect((await deploy()).state).toBe('provisioning')
    await bench.addAccount()
    // The group has used its one account, so the others are free for everyone.
    await bench.queue.run('deployments.sweep')
    expect((await bench.as('second').getMyLab({ slug: bench.lab.slug })).deployment?.state).toBe('provisioning')
    await bench.clear()
    await bench.addAccount()
    expect((await deploy('third')).state).toBe('queued')
    await bench.asAdmin.cancelGroupReservation({ id, groupReservationCancel: { version, reason: 'Ill' } })
    expect((await bench.as('third').getMyLab({ slug: bench.lab.slug })).deployment?.state).toBe('provisioning')
    expect(await bench.asAdmin.listGroupReservations()).toEqual([])
  })

  test('are refused if exams and other groups leave too few accounts, with a list of what uses them', async () => {
    for (let count = 0; count < 4; count++) await bench.addAccount()
    const { db } = bench.deps
    const exam = await makeExam(db, 'expert')
    const user_id = await bench.idOf('third')
    const [attempt] = await db.insert(examAttempts).values({ user_id, exam_id: exam.id, number: 1 }).returning()
    await db
      .insert(accountBookings)
      .values({ attempt_id: attempt!.id, cloud: 'aws', from_at: new Date(inHours(2)), until_at: new Date(inHours(4)) })
    const { id, version } = await reserve({ from_at: inHours(1), until_at: inHours(6) })
    expect(await refusal(reserve({ name: 'Too many', accounts: 2 }))).toBe(
      '409 At the busiest moment, only 1 of 2 accounts are left. Taken: 1 for exams with 1 spare, 1 for “Class of Monday”.',
    )
    // A reservation does not block its own edit.
    const groupReservationEdit = { ...group({ accounts: 2 }), version }
    expect((await bench.asAdmin.updateGroupReservation({ id, groupReservationEdit })).accounts).toBe(2)
    expect(await refusal(bench.asAdmin.updateGroupReservation({ id, groupReservationEdit }))).toContain(
      '409 Someone else',
    )
    await db.delete(examAttempts)
  })

  test('give the last accounts to only one of two concurrent reservations', async () => {
    await bench.addAccount()
    const answers = await Promise.all([refusal(reserve()), refusal(reserve({ name: 'Other' }))])
    expect(answers.filter((word) => word === 'accepted')).toHaveLength(1)
  })

  test('require a name, existing members by username or address, and a span in the future', async () => {
    await bench.addAccount()
    expect(await refusal(reserve({ members: ['unknown-user'] }))).toMatch(/^422/)
    expect(await refusal(reserve({ until_at: inHours(-0.5) }))).toMatch(/^422/)
    expect(await refusal(reserve({ until_at: inHours(24 * 40) }))).toMatch(/^422/)
    expect(await refusal(reserve({ name: ' ' }))).toMatch(/^422/)
    for (const username of ['learner', 'second']) await bench.idOf(username)
    const { members } = await reserve({ members: ['learner', 'learner@learners.example', 'second@learners.example'] })
    expect(members, 'an address names an account as a username does').toEqual(['learner', 'second'])
  })
})

describe('a region with an outage', () => {
  const down = (dry_run = false) =>
    bench.asAdmin.startRegionOutage({
      regionOutageInput: { cloud: 'aws', region: 'eu-west-1', reason: 'Provider’s status page', dry_run },
    })

  test('is previewed, is not leased, notifies its learners, and is restored in one action', async () => {
    await bench.addAccount()
    await deploy('second')
    await bench.queue.work()
    const free = await bench.addAccount()
    await bench.deps.db.delete(outbox)
    expect(await down(true)).toEqual({ id: null, available: 1, building: 0, running: 1, exams: 0 })
    expect((await pool()).outages).toEqual([])
    const { id } = await down()
    expect(await refusal(down())).toBe('409 This region is already out of use.')
    expect((await deploy()).state).toBe('queued')
    const elsewhere = await bench.addAccount({ region: 'us-east-1' })
    await bench.queue.run('deployments.sweep')
    expect(await statusOf(elsewhere)).not.toBe('Available')
    expect(await statusOf(free)).toBe('Available')
    const mails = await bench.deps.db.select().from(outbox)
    expect(mails.map(({ kind, subject }) => `${kind} ${subject}`)).toContain(
      'region_down Trouble in eu-west-1: The open door',
    )
    const { clouds, outages } = await pool()
    expect(outages).toMatchObject([{ region: 'eu-west-1', reason: 'Provider’s status page' }])
    expect(clouds[0]?.regions.map(({ region, is_down }) => [region, is_down])).toEqual([
      ['eu-west-1', true],
      ['us-east-1', false],
    ])
    expect((await deploy('third')).state).toBe('queued')
    await bench.asAdmin.endRegionOutage({ id: id ?? '' })
    expect((await bench.as('third').getMyLab({ slug: bench.lab.slug })).deployment?.state).toBe('provisioning')
    expect(await refusal(bench.asAdmin.endRegionOutage({ id: id ?? '' }))).toMatch(/^409/)
    const actions = (await bench.deps.db.select().from(audit)).map(({ action }) => action)
    expect(actions.sort()).toEqual(['pool.region_down', 'pool.region_up'])
  })

  test('does not count its free accounts as free or its used ones as returning, and shows learners no bookings', async () => {
    await bench.addAccount()
    await deploy('second')
    await bench.queue.work()
    await bench.addAccount()
    await down()
    expect((await deploy()).queue).toEqual({ place: 1, estimate_seconds: null })
    expect((await pool()).clouds[0]).toMatchObject({
      queue: { queued: 1, waits_for: { account: 1, bookings: 0 }, estimate_seconds: null },
      regions: [{ is_down: true, available: 0, running: 1, total: 2 }],
    })
    const filter = JSON.stringify({ state: 'queued' })
    expect((await bench.asAdmin.listDeployments({ filter })).data.map(({ queue }) => queue?.waits_for)).toEqual([
      'account',
    ])
    const counts = { available: 0, down: 1, busy: 1 }
    expect((await bench.asAdmin.listLabQueues())[0]).toMatchObject({ ...counts, regions: [counts] })
    await bench.queue.run('alarms.look')
    const { data } = await bench.asAdmin.listAlarms({ filter: '{"kind":"pool_low"}' })
    expect(data.map(({ sentence }) => sentence)).toEqual(['0 of 2 AWS accounts in eu-west-1 are free: fewer than 1'])
  })

  test('counts its used accounts until they are free, and not as returning', async () => {
    await bench.addAccount()
    await deploy('second')
    await bench.queue.work()
    await bench.addAccount({ region: 'us-east-1' })
    const { id } = await down()
    const tomorrow = {
      name: 'Class of tomorrow',
      cloud: 'aws' as const,
      accounts: 2,
      members: [],
      from_at: inHours(23),
      until_at: inHours(30),
    }
    const book = () => bench.asAdmin.createGroupReservation({ groupReservationInput: tomorrow })
    const forecast = async () => {
      const hours = (await pool()).clouds[0]?.forecast ?? []
      return [hours[0], hours.at(-1)].map((hour) => `${hour?.labs} of ${hour?.accounts}`)
    }
    expect(await forecast()).toEqual(['1 of 2', '0 of 1'])
    expect(await refusal(book())).toBe('409 At the busiest moment, only 1 of 2 accounts are left.')
    await bench.asAdmin.endRegionOutage({ id: id ?? '' })
    expect(await forecast()).toEqual(['1 of 2', '0 of 2'])
    expect((await book()).accounts).toBe(2)
  })

  test('is rejected at its field if the pool has no account there', async () => {
    expect(await refusal(down())).toMatch(/^422/)
  })
})

test('the pool page shows states, queue, turnaround and a forecast for one day', async () => {
  await bench.addAccount()
  await deploy()
  await deploy('second')
  await bench.queue.work()
  await bench.asLearner.destroyLab(bench.place)
  await bench.queue.work()
  await deploy('third')
  const { clouds } = await pool()
  const [aws] = clouds
  expect(aws?.queue.queued).toBe(1)
  expect(aws?.regions[0]).toMatchObject({ region: 'eu-west-1', total: 1, quarantined: 0, turnaround: { cleaned: 1 } })
  expect(aws?.forecast).toHaveLength(24)
  expect(aws?.forecast[0]).toMatchObject({ accounts: 1, exams: 0, groups: 0 })
})
