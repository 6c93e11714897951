import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloudAccounts, deployments, terraformEnvironments } from '../../src/db/schema/index.ts'
import { CloudError } from '../../src/integrations/clouds/driver.ts'
import { type LabBench, openLabBench } from '../fixtures/lab-fixture.ts'
import { describeWithTerraform } from './terraform.ts'
import { openYard, type Yard, yardClouds } from './test-clouds.ts'

const project_id = 'pool-journey-1'
const key = { type: 'folder_key', name: 'pending-deletion' }
const WHY = 'KMSInvalidStateException: pending-deletion is pending deletion.'

// Tests with the simulated driver: cloud-accounts/routes.test.ts, administration.test.ts and e2e/night-duty.spec.ts.
describeWithTerraform('support cases with the Terraform driver', () => {
  let bench: LabBench
  let yard: Yard
  let account: string

  beforeAll(async () => {
    yard = openYard()
    const variables = { cloud: yard.folders.cloud, sheds: '1', keys: '1' }
    bench = await openLabBench({
      labChanges: { cloud: 'gcp', module: 'fake/yard', module_stages: [], variables },
      createClouds: ({ db }) => yardClouds(db, yard, { cleaner: { ...yard.cloud, nuke } }),
    })
    await bench.enrol('learner')
  })
  afterAll(async () => {
    await bench.close()
    yard.remove()
  })
  beforeEach(async () => {
    await bench.clear()
    account = await bench.addAccount({ cloud: 'gcp', account_id: project_id })
  })
  afterEach(async () => {
    expect(await bench.deps.db.select().from(terraformEnvironments)).toEqual([])
  })

  /** Cleaner that stops at a key which the cloud deletes later, unless the filters exclude the key. */
  const nuke: Yard['cloud']['nuke'] = async (access, run) => {
    const { removed } = await yard.cloud.nuke(access, { ...run, keep: [...run.keep, key] })
    if (isStanding() && !run.keep.some(({ name }) => name === key.name)) throw new CloudError('failed', WHY, removed)
    return { removed }
  }
  const isStanding = () => yard.cloud.standing().includes(`${key.type}.${key.name}`)
  const edit = async (more: object) => {
    const { version } = await bench.accountNow(account)
    return bench.asAdmin.updateGcpProject({ gcpProjectEdit: { project_id, version, ...more } })
  }
  const page = () => bench.asAdmin.getCloudAccount({ id: project_id })
  const deploy = () => bench.asLearner.deployLab(bench.place)
  const now = async (id: string) =>
    (await bench.deps.db.select().from(deployments).where(eq(deployments.id, id)))[0]?.state
  async function end() {
    await bench.asLearner.destroyLab(bench.place)
    await bench.queue.work()
  }

  test('the pool is empty: a learner waits, and is served as soon as a held account is released', async () => {
    await edit({ hold: true, reason: 'Quota' })
    const { id, state } = await deploy()
    expect(state).toBe('queued')
    await bench.queue.work()
    expect([await now(id), yard.cloud.standing()]).toEqual(['queued', []])
    await edit({ hold: false, reason: 'The pool is empty' })
    await bench.queue.work()
    expect([await now(id), yard.cloud.standing()]).toEqual([
      'running',
      ['terraform_data.key-0', 'terraform_data.shed-0'],
    ])
    await end()
    expect((await page()).status).toBe('Available')
  })

  test('an abuse notice revokes the learner’s key and leaves all other resources unchanged until it is released', async () => {
    const { id } = await deploy()
    await bench.queue.work()
    yard.cloud.make('folder_miner.made-by-hand')
    const built = yard.cloud.standing()
    expect(built).toContain('terraform_data.key-0')
    expect(await edit({ hold: true, reason: 'Abuse notice' })).toMatchObject({ hold_reason: 'Abuse notice' })
    expect(await bench.asLearner.getDeployment({ id })).toMatchObject({ state: 'ending', credentials: [] })
    await bench.queue.work()
    await bench.queue.run('cloud-accounts.sweep')
    await bench.queue.work()
    expect(await page()).toMatchObject({ status: 'Locked', lock_reason: 'hold', holder: null })
    const remaining = built.filter((name) => name !== 'terraform_data.key-0')
    expect([await now(id), yard.cloud.standing()]).toEqual(['ended', remaining])
    // Terraform's record of the environment is evidence too, until the account is emptied.
    expect(await bench.deps.db.$count(terraformEnvironments)).toBe(1)
    await edit({ hold: false, reason: 'Answered' })
    await bench.queue.work()
    expect([(await page()).status, yard.cloud.standing()]).toEqual(['Available', []])
  })

  test('a nuke that stops at a key pending deletion quarantines the account the third time; accepting the key makes it clean', async () => {
    await deploy()
    await bench.queue.work()
    yard.cloud.make(`${key.type}.${key.name}`)
    await end()
    for (let more = 0; more < 2; more++) {
      await bench.deps.db.update(cloudAccounts).set({ retry_at: null })
      await bench.queue.run('cloud-accounts.sweep')
      await bench.queue.work()
    }
    const failed = await page()
    expect(failed).toMatchObject({ status: 'Locked', lock_reason: 'quarantine', last_error: WHY, nuke_failures: 3 })
    expect(failed.receipts.slice(0, 3)).toMatchObject(
      Array.from({ length: 3 }, () => ({ cause: WHY, left: { count: 1, first: [key] } })),
    )
    expect(failed.receipts[2]?.removed.first).toContainEqual({ type: 'terraform_data', name: 'shed[0]' })

    const until = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
    await bench.asAdmin.acceptCloudResidue({
      id: project_id,
      residueAcceptance: { version: failed.version, resources: [key], until, reason: 'Gone in a week' },
    })
    await bench.asAdmin.nukeGcpProject({ project_id, nukeConfirmation: { confirm: project_id } })
    await bench.queue.work()
    const free = await page()
    expect([free.status, free.last_error, yard.cloud.standing()]).toEqual([
      'Available',
      null,
      ['folder_key.pending-deletion'],
    ])
    expect(free.receipts.slice(0, 2)).toMatchObject([
      { pass: 2, cause: null, left: { count: 0 }, residue: { first: [key] } },
      { pass: 1, cause: null, left: { count: 0 }, residue: { first: [key] } },
    ])
    yard.cloud.remove(key)
  })
})
