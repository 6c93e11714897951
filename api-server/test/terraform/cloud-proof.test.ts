import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { proveCloud } from '../../src/areas/training/canaries/proof.ts'
import { audit, cloudAccounts, cloudProofs, deployments, flags, labs } from '../../src/db/schema/index.ts'
import { CloudError } from '../../src/integrations/clouds/driver.ts'
import { type LabBench, openLabBench } from '../fixtures/lab-fixture.ts'
import { describeWithTerraform } from './terraform.ts'
import { openYard, type Yard, yardClouds } from './test-clouds.ts'

// The cloud is a folder: this tests the proof, and not AWS, Azure or Google.
describeWithTerraform('a proof on a cloud that is a folder', () => {
  let bench: LabBench
  let yard: Yard

  beforeAll(async () => {
    yard = openYard()
    bench = await openLabBench({
      labChanges: {
        cloud: 'gcp',
        module: 'fake/yard',
        module_stages: [],
        variables: { cloud: yard.folders.cloud },
        canary: {
          extra_data: {},
          answers: [{ flag: 'behind-it', commands: ['echo no shell reaches a real cloud'], output: 'flag' }],
        },
      },
      createClouds: ({ db }) => yardClouds(db, yard, { cleaner: { ...yard.cloud, nuke } }),
    })
    // As in a real proof, the simulated shell has no access to this cloud, so the commands of the script do not run.
    Object.assign(bench.deps, { config: { ...bench.deps.config, labDriver: 'terraform' } })
    await bench.deps.db.update(flags).set({ required: false })
    await bench.deps.db
      .update(flags)
      .set({ secret: 'flag_shed', slug: 'behind-it', required: true })
      .where(eq(flags.type, 'DYNAMIC'))
  })
  afterAll(async () => {
    await bench.close()
    yard.remove()
  })
  beforeEach(async () => {
    await bench.clear()
    await bench.addAccount({ cloud: 'gcp' })
  })

  let failing = 0
  const nuke: Yard['cloud']['nuke'] = async (access, run) => {
    if (failing-- > 0) throw new CloudError('failed', 'Throttling: rate exceeded.')
    return yard.cloud.nuke(access, run)
  }
  const reported: string[] = []
  /** Makes retries due immediately, so that no test has to wait. */
  async function work() {
    await bench.queue.work()
    await bench.deps.db.update(cloudAccounts).set({ retry_at: null })
    await bench.queue.run('cloud-accounts.sweep')
  }
  const prove = (makeByHand: () => Promise<string>) =>
    proveCloud(bench.deps, {
      cloud: 'gcp',
      lab: 'open-door',
      program: 'Terraform of the tests',
      makeByHand,
      work,
      say: (sentence) => reported.push(sentence),
    })
  const statusNow = async () => (await bench.deps.db.select().from(cloudAccounts))[0]?.status

  test('is stored with its receipts after the account was leased, solved, polluted by hand and emptied twice', async () => {
    const proof = await prove(async () => {
      writeFileSync(join(yard.folders.cloud, 'folder_thing.stray-1'), '')
      return 'stray'
    })
    expect(proof).toMatchObject({ cloud: 'gcp', lab: 'open-door', module: 'fake/yard', module_version: '1.0.0' })
    expect(proof.removed).toContainEqual({ type: 'folder_thing', name: 'stray-1' })
    expect([await statusNow(), yard.cloud.standing()]).toEqual(['Available', []])
    expect((await bench.deps.db.select().from(deployments))[0]?.state).toBe('ended')
    expect(await bench.asAdmin.listCloudProofs()).toMatchObject([
      {
        cloud: 'gcp',
        at: proof.at.toISOString(),
        program: 'Terraform of the tests',
        removed: { count: proof.removed.length },
      },
    ])
    const entries = await bench.deps.db.select().from(audit).where(eq(audit.action, 'cloud_accounts.prove_cloud'))
    expect(entries).toMatchObject([{ actor: 'command line', subject_id: proof.account_id, after: { proof: proof.id } }])
    await bench.deps.db.delete(cloudProofs)
  })

  test('reports each step, and each failure of the cleaner with its cause', async () => {
    failing = 1
    reported.length = 0
    await prove(async () => {
      writeFileSync(join(yard.folders.cloud, 'folder_thing.stray-1'), '')
      return 'stray'
    })
    const account = (await bench.deps.db.select().from(cloudAccounts))[0]?.account_id
    expect(reported).toEqual([
      `Building open-door in ${account}.`,
      'Solving it by its script.',
      'Creating a resource by hand.',
      'Ending it, and waiting for two passes that find it empty.',
      expect.stringMatching(/^ {2}Clean-up 1 failed: Throttling: rate exceeded\./),
    ])
    await bench.deps.db.delete(cloudProofs)
  })

  test('fails if no receipt lists the manual resource or a step fails, and still empties the account', async () => {
    await expect(prove(async () => 'stray')).rejects.toThrow('No receipt names what was made by hand: stray.')
    await expect(prove(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    await bench.deps.db
      .update(labs)
      .set({ canary: { extra_data: {}, answers: [{ flag: 'behind-it', output: 'nothing' }] } })
    await expect(prove(async () => 'stray')).rejects.toThrow(/The script stopped at behind-it/)
    expect([await statusNow(), yard.cloud.standing()]).toEqual(['Available', []])
    expect(await bench.asAdmin.listCloudProofs()).toEqual([])
  })
})
