import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import { readNow } from '../../../db/now.ts'
import { audit, cloudAccounts, nukeReceipts, simulatedResources } from '../../../db/schema/index.ts'
import { acquireLease, touchHeartbeat } from './cleaning/lease-queries.ts'
import { transitionAccount } from './queries.ts'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench()
})
beforeEach(() => bench.clear())
afterAll(() => bench.close())

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error) => `${error.status} ${error.message}`,
  )
const account_id = '123456789012'
const added = {
  account_id,
  name: 'lab one',
  region: 'eu-west-1',
  credentials: { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'canary-credential' },
}
const trash = (account: string) =>
  bench.deps.db
    .insert(simulatedResources)
    .values({ cloud: 'aws', account_id: account, type: 'aws_instance', name: 'forgotten' })
const due = (id: string) => bench.deps.db.update(cloudAccounts).set({ retry_at: null }).where(eq(cloudAccounts.id, id))

describe('adding and changing an account', () => {
  test('adds and verifies an unknown account with credentials, which appear in no answer and no audit entry', async () => {
    const answer = await bench.asAdmin.updateAwsAccount({ awsAccountEdit: added })
    expect(answer.status).toBe('Pending')
    await bench.queue.work()
    const now = await bench.asAdmin.getCloudAccount({ id: account_id })
    expect([now.status, now.history.map((one) => one.to)]).toEqual(['Available', ['Available', 'Pending']])
    const rows = await bench.deps.db.select().from(audit)
    expect(rows).toMatchObject([{ action: 'cloud_accounts.add', subject_id: account_id, address: '127.0.0.1' }])
    const list = await bench.asAdmin.listAwsAccounts({})
    const stored = await bench.deps.db.select().from(cloudAccounts)
    expect(JSON.stringify([answer, now, rows, list, stored])).not.toContain('canary-credential')
  })

  test('answers 404 for an unknown account without credentials and 409 for a known one without its version', async () => {
    const { credentials, ...bare } = added
    expect(await refusal(bench.asAdmin.updateAwsAccount({ awsAccountEdit: bare }))).toMatch(/^404/)
    await bench.asAdmin.updateAwsAccount({ awsAccountEdit: added })
    expect(await refusal(bench.asAdmin.updateAwsAccount({ awsAccountEdit: { ...bare, credentials } }))).toMatch(/^409/)
    expect(await refusal(bench.asAdmin.updateAwsAccount({ awsAccountEdit: { ...bare, version: 7 } }))).toMatch(/^409/)
  })

  test('leaves an account with rejected credentials Pending with the error, and cleans one that is not empty', async () => {
    await bench.fault({ step: 'verify', effect: 'refuse', message: 'InvalidClientTokenId' })
    await bench.asAdmin.updateAwsAccount({ awsAccountEdit: added })
    await bench.queue.work()
    const pending = await bench.asAdmin.getCloudAccount({ id: account_id })
    expect([pending.status, pending.last_error]).toEqual(['Pending', 'InvalidClientTokenId'])

    await trash(account_id)
    await due(pending.uuid)
    await bench.queue.run('cloud-accounts.sweep')
    await bench.queue.work()
    const now = await bench.asAdmin.getCloudAccount({ id: account_id })
    expect(now.history.map((one) => one.to).reverse()).toEqual([
      'Pending',
      'Pending',
      'Dirty',
      'Nuking',
      'Nuked',
      'Available',
    ])
    expect(await bench.standing()).toEqual([])
  })

  test('requires a reason to hold and to release an account, and leases no held account', async () => {
    const id = await bench.addAccount({ account_id })
    const edit = (more: object) =>
      bench
        .accountNow(id)
        .then(({ version }) => bench.asAdmin.updateAwsAccount({ awsAccountEdit: { account_id, version, ...more } }))
    expect(await refusal(edit({ hold: true }))).toMatch(/^422 Enter a reason/)
    expect(await edit({ hold: true, reason: 'quota' })).toMatchObject({ status: 'Locked', lock_reason: 'hold' })
    await bench.enrol('learner')
    expect((await bench.asLearner.deployLab(bench.place)).state).toBe('queued')
    expect((await edit({ hold: false, reason: 'raised' })).status).toBe('Locked')
    expect((await bench.accountNow(id)).lock_reason).toBe('lease')
    const rows = await bench.deps.db.select().from(audit).where(eq(audit.subject_id, account_id)).orderBy(audit.at)
    expect(rows.map(({ action, reason }) => `${action}: ${reason}`)).toEqual([
      'cloud_accounts.hold: quota',
      'cloud_accounts.release: raised',
    ])
  })
})

describe('a hold of an account with a lab in it', () => {
  const hold = async (id: string, by = bench.asAdmin) => {
    const { version } = await bench.accountNow(id)
    return by.updateAwsAccount({ awsAccountEdit: { account_id, version, hold: true, reason: 'Abuse notice' } })
  }
  const deploy = async () => {
    await bench.enrol('learner')
    return (await bench.asLearner.deployLab(bench.place)).id
  }
  const lab = (id: string) => bench.asLearner.getDeployment({ id })

  test('revokes the credentials immediately, preserves the contents, and tells the learner, who gets another account', async () => {
    const id = await bench.addAccount({ account_id })
    const deployment = await deploy()
    await bench.queue.work()
    const built = await bench.standing()
    expect([built.length > 0, (await lab(deployment)).credentials.length > 0]).toEqual([true, true])

    expect(await hold(id)).toMatchObject({ status: 'Provisioned', hold_reason: 'Abuse notice', holder: 'learner' })
    expect(await lab(deployment)).toMatchObject({ state: 'ending', reason: 'administrator', credentials: [] })
    expect(await refusal(hold(id))).toBe('409 This account is already being held. The lab in it is still ending.')

    await bench.queue.work()
    await bench.queue.run('cloud-accounts.sweep')
    await bench.queue.work()
    const held = await bench.asAdmin.getCloudAccount({ id: account_id })
    expect(held).toMatchObject({ status: 'Locked', lock_reason: 'hold', hold_reason: null, holder: null })
    expect(held.history.slice(0, 2).map(({ from, to, reason, by }) => [from, to, reason, by])).toEqual([
      ['Provisioned', 'Locked', 'Abuse notice', null],
      ['Provisioned', 'Provisioned', 'Hold requested: Abuse notice', 'administrator-of-tests'],
    ])
    // The learner's keys are revoked, and all resources are unchanged.
    const resources = await bench.deps.db.select().from(simulatedResources)
    expect(new Set(resources.map(({ attributes }) => attributes.revoked))).toEqual(new Set(['yes']))
    expect(await bench.standing()).toEqual(built)
    expect(await lab(deployment)).toMatchObject({
      state: 'ended',
      reason: 'administrator',
      message: expect.stringContaining('out of use'),
    })

    const other = await bench.addAccount({ account_id: '210987654321' })
    const again = await bench.asLearner.deployLab(bench.place)
    expect([again.account_id, again.resets_left]).toEqual(['210987654321', 2])
    expect((await bench.accountNow(other)).status).toBe('Locked')
  })

  test('stops a build first and preserves what it has built so far', async () => {
    const id = await bench.addAccount({ account_id })
    const deployment = await deploy()
    await bench.fault({ step: 'apply', effect: 'hang' })
    const [job] = bench.queue.waiting.splice(0)
    const building = bench.queue.run(job!.name, job!.data)
    await expect.poll(async () => (await bench.accountNow(id)).status).toBe('Provisioning')

    await hold(id)
    await bench.queue.work()
    // The build process has not stopped yet, so the contents of the account are unknown.
    expect((await bench.accountNow(id)).status).toBe('Provisioning')
    await building
    await bench.queue.work()
    expect(await bench.accountNow(id)).toMatchObject({ status: 'Locked', lock_reason: 'hold', used_contents: true })
    expect((await lab(deployment)).state).toBe('ended')
  }, 60_000)

  test('releases a lease without a build, which leaves nothing to clean', async () => {
    const id = await bench.addAccount({ account_id })
    const deployment = await deploy()
    expect(await hold(id)).toMatchObject({ status: 'Locked', lock_reason: 'hold', holder: null })
    await bench.queue.work()
    expect((await lab(deployment)).reason).toBe('administrator')
    expect(await bench.accountNow(id)).toMatchObject({ lock_reason: 'hold', used_contents: false })
  })

  test('applies after the learner has ended the lab, and the account is cleaned after its release', async () => {
    const id = await bench.addAccount({ account_id })
    const deployment = await deploy()
    await bench.queue.work()
    await bench.asLearner.destroyLab(bench.place)
    await hold(id)
    await bench.queue.work()
    expect(await bench.accountNow(id)).toMatchObject({ status: 'Locked', lock_reason: 'hold' })
    expect((await lab(deployment)).reason).toBe('learner')
    const { version } = await bench.accountNow(id)
    await bench.asAdmin.updateAwsAccount({ awsAccountEdit: { account_id, version, hold: false, reason: 'Looked at' } })
    await bench.queue.work()
    expect([(await bench.accountNow(id)).status, await bench.standing()]).toEqual(['Available', []])
  })
})

describe('nuke', () => {
  const nuke = (more: object = {}) =>
    bench.asAdmin.nukeAwsAccount({ account_id, nukeConfirmation: { confirm: account_id, ...more } })

  test('requires the typed id, empties a held account, and shows its way back to Available', async () => {
    const id = await bench.addAccount({ account_id, status: 'Locked', lock_reason: 'hold', used_contents: true })
    await trash(account_id)
    expect(await refusal(nuke({ confirm: '210987654321' }))).toBe(
      `422 To confirm, type the id of the account: ${account_id}.`,
    )
    expect((await nuke()).status).toBe('Nuking')
    expect(await refusal(nuke())).toBe('409 This account is already being cleaned.')
    await bench.queue.work()
    const now = await bench.asAdmin.getCloudAccount({ id: account_id })
    expect([now.status, now.history.map((one) => one.to)]).toEqual(['Available', ['Available', 'Nuked', 'Nuking']])
    const receipts = await bench.deps.db.select().from(nukeReceipts).where(eq(nukeReceipts.cloud_account_id, id))
    expect(receipts.map(({ pass, removed, left }) => [pass, removed.length, left.length])).toEqual([
      [1, 1, 0],
      [2, 0, 0],
    ])
  })

  test('is refused for a leased account unless the lab is ended in the same step', async () => {
    const id = await bench.addAccount({ account_id })
    await bench.enrol('learner')
    const { id: deployment } = await bench.asLearner.deployLab(bench.place)
    await bench.queue.work()
    expect(await refusal(nuke())).toMatch(/^409 A learner’s lab is using/)
    expect((await bench.accountNow(id)).status).toBe('Provisioned')
    expect(await refusal(bench.asAdmin.deleteAwsAccount({ account_id }))).toMatch(/^409/)
    expect((await bench.asAdmin.listAwsAccounts({})).data[0]).toMatchObject({ holder: 'learner', lab: 'open-door' })
    await nuke({ end_deployment: true })
    await bench.queue.work()
    expect((await bench.asLearner.getDeployment({ id: deployment })).reason).toBe('administrator')
    expect([(await bench.accountNow(id)).status, await bench.standing()]).toEqual(['Available', []])
    expect((await bench.asAdmin.listAwsAccounts({})).data[0]).toMatchObject({ holder: null, lab: null })
  })

  test('releases a lease without a build and nukes the account', async () => {
    const id = await bench.addAccount({ account_id })
    await bench.enrol('learner')
    const { id: deployment } = await bench.asLearner.deployLab(bench.place)
    expect((await nuke({ end_deployment: true })).status).toBe('Nuking')
    await bench.queue.work()
    expect((await bench.asLearner.getDeployment({ id: deployment })).reason).toBe('administrator')
    expect((await bench.accountNow(id)).status).toBe('Available')
  })

  test('is the only way out of the quarantine that follows three failed clean-ups in a row', async () => {
    const id = await bench.addAccount({ account_id, status: 'Dirty' })
    await trash(account_id)
    await bench.fault({ step: 'nuke', effect: 'leave', times: 3 })
    for (const seconds of [30, 60, 120]) {
      await due(id)
      const before = await readNow(bench.deps.db)
      await bench.queue.run('cloud-accounts.sweep')
      await bench.queue.work()
      const after = await readNow(bench.deps.db)
      // The failure happened between the two moments, even if a slow machine needs long for a round.
      const failedAt = (await bench.accountNow(id)).retry_at!.getTime() - seconds * 1000
      expect(failedAt, `after ${seconds} seconds`).toBeGreaterThanOrEqual(before.getTime())
      expect(failedAt, `after ${seconds} seconds`).toBeLessThanOrEqual(after.getTime() + 1)
    }
    const now = await bench.accountNow(id)
    expect([now.status, now.lock_reason, now.last_error]).toEqual([
      'Locked',
      'quarantine',
      '1 resource left: aws_instance forgotten',
    ])
    await bench.queue.run('cloud-accounts.sweep')
    expect(bench.queue.waiting).toEqual([])
    const { version } = now
    const release = { account_id, version, hold: false, reason: 'please' }
    expect(await refusal(bench.asAdmin.updateAwsAccount({ awsAccountEdit: release }))).toMatch(/^409/)
    await nuke()
    await bench.queue.work()
    expect([(await bench.accountNow(id)).status, (await bench.accountNow(id)).nuke_failures]).toEqual(['Available', 0])
  })

  test('what the second pass finds makes the account Dirty again', async () => {
    const id = await bench.addAccount({ account_id, status: 'Nuked' })
    await trash(account_id)
    await bench.fault({ step: 'nuke', effect: 'leave' })
    await bench.queue.run('cloud-accounts.clean', { id })
    expect((await bench.accountNow(id)).status).toBe('Dirty')
  })

  test('a stale token writes nothing: a worker that was presumed dead changes no state', async () => {
    const id = await bench.addAccount({ account_id, status: 'Dirty' })
    const [old, fresh] = [crypto.randomUUID(), crypto.randomUUID()]
    const { db } = bench.deps
    expect(await acquireLease(db, id, ['Dirty'], old)).toBeDefined()
    expect(await acquireLease(db, id, ['Dirty'], fresh)).toBeUndefined()
    await db
      .update(cloudAccounts)
      .set({ heartbeat_at: sql`now() - interval '1 minute'` })
      .where(eq(cloudAccounts.id, id))
    expect(await acquireLease(db, id, ['Dirty'], fresh)).toBeDefined()
    expect(await touchHeartbeat(db, id, old)).toBe(false)
    expect(await transitionAccount(db, id, 'cleaning', { reason: 'stale', token: old })).toBeUndefined()
    expect(await transitionAccount(db, id, 'cleaning', { reason: 'fresh', token: fresh })).toBeDefined()
  })
})

describe('the lists', () => {
  test('filter by status, reason, text and idle days, and sort', async () => {
    await bench.addAccount({ account_id: '111111111111', name: 'quiet', status_since: new Date(Date.now() - 9e8) })
    await bench.addAccount({ account_id: '222222222222', name: 'locked', status: 'Locked', lock_reason: 'hold' })
    await bench.addAccount({ account_id: '333333333333', name: 'fresh_100%' })
    await bench.addAccount({ account_id: 'a-project', name: 'elsewhere', cloud: 'gcp' })
    const ids = async (filter: object, sort = ['name', 'ASC']) =>
      (await bench.asAdmin.listAwsAccounts({ filter: JSON.stringify(filter), sort: JSON.stringify(sort) })).data.map(
        (one) => one.name,
      )
    expect(await ids({})).toEqual(['fresh_100%', 'locked', 'quiet'])
    expect(await ids({}, ['id', 'DESC'])).toHaveLength(3)
    expect(await ids({ status: 'Locked' })).toEqual(['locked'])
    expect(await ids({ lock_reason: 'hold' })).toEqual(['locked'])
    expect(await ids({ idle_days: 7 })).toEqual(['quiet'])
    expect(await ids({ q: '100%' })).toEqual(['fresh_100%'])
    expect(await ids({ q: 'fresh %' })).toEqual(['fresh_100%'])
    expect(await ids({ q: '%' })).toEqual([])
    expect(await refusal(ids({ credentials: 'x' }))).toMatch(/^422/)
    expect((await bench.asAdmin.listGcpProjects({})).data.map((one) => one.id)).toEqual(['a-project'])
  })

  test('omit retired accounts, whose id can be added again', async () => {
    await bench.addAccount({ account_id })
    await bench.asAdmin.deleteAwsAccount({ account_id })
    expect((await bench.asAdmin.listAwsAccounts({})).total).toBe(0)
    expect(await refusal(bench.asAdmin.deleteAwsAccount({ account_id }))).toMatch(/^404/)
    expect((await bench.asAdmin.updateAwsAccount({ awsAccountEdit: added })).status).toBe('Pending')
  })
})
