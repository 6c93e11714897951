import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloudAccounts, deployments, flags, labs, nukeReceipts, resourcePrices } from '../../src/db/schema/index.ts'
import { createSimulatedClouds } from '../../src/integrations/clouds/simulated.ts'
import { type LabBench, openLabBench } from '../fixtures/lab-fixture.ts'
import { describeWithTerraform } from './terraform.ts'
import { openYard, type Yard, yardClouds } from './test-clouds.ts'

describe('a lab of the simulated driver', () => labsBy('simulated'))
describeWithTerraform('a lab of the Terraform driver', () => labsBy('terraform'))

function labsBy(driver: 'simulated' | 'terraform') {
  let bench: LabBench
  let yard: Yard

  beforeAll(async () => {
    yard = openYard()
    bench = await openLabBench({
      labChanges: { cloud: 'gcp', module: 'fake/yard' },
      createClouds: ({ db }) => (driver === 'terraform' ? yardClouds(db, yard) : createSimulatedClouds(db)),
    })
    const variables = { cloud: yard.folders.cloud, sheds: '2' }
    await bench.deps.db.update(labs).set({ variables, module_stages: STAGES })
    await bench.deps.db.update(flags).set({ secret: 'flag_shed' }).where(eq(flags.type, 'DYNAMIC'))
    await bench.enrol('learner')
  })
  afterAll(async () => {
    await bench.close()
    yard.remove()
  })
  beforeEach(async () => {
    await bench.clear()
    await bench.deps.db.delete(resourcePrices)
    await bench.addAccount({ cloud: 'gcp' })
  })
  afterEach(async () => {
    await bench.deps.db.update(labs).set({ max_resources: 50, max_hourly_cost: null })
    expect(standing()).toEqual([])
  })

  const standing = () => (driver === 'terraform' ? yard.cloud.standing() : [])
  const now = async () => (await bench.deps.db.select().from(deployments))[0]!
  const accountNow = async () => (await bench.deps.db.select().from(cloudAccounts))[0]!
  const logs = async () => (await now()).stages.flatMap(({ log }) => log).join('\n')
  async function deploy() {
    await bench.asLearner.deployLab(bench.place)
    await bench.queue.work()
    return now()
  }
  async function price(hourly_micros: number) {
    await bench.deps.db.insert(resourcePrices).values({ cloud: 'gcp', type: 'terraform_data', hourly_micros })
  }

  test('that plans too many resources is not built, and its learner sees the reason', async () => {
    await bench.deps.db.update(labs).set({ max_resources: 2 })
    const ended = await deploy()
    expect([ended.state, ended.reason]).toEqual(['ended', 'failed'])
    expect(ended.message).toBe(
      'Your lab exceeds its limits: It plans 3 resources, and the limit is 2. Nothing was built. We have to fix this. No reset was used.',
    )
    expect((await accountNow()).status).toBe('Available')
  })

  test('that is too expensive by the price list is not built', async () => {
    await bench.deps.db.update(labs).set({ max_hourly_cost: 500_000 })
    await price(200_000)
    expect((await deploy()).message).toContain('It plans to cost 0.60 EUR an hour, and the limit is 0.50 EUR an hour.')
  })

  test('with a resource type without a price is built, and its cost is shown as unknown', async () => {
    await bench.deps.db.update(labs).set({ max_hourly_cost: 1 })
    const running = await deploy()
    expect([running.state, running.message]).toEqual(['running', null])
    expect(await logs()).toContain('Planned: 3 resources, about 0.00 EUR an hour by the price list.')
    expect(await logs()).toContain('Without a price, so their cost is unknown: terraform_data.')
    await bench.asLearner.destroyLab(bench.place)
    await bench.queue.work()
  })

  test('runs with its outputs, accepts its flag and ends, and its account is available after it was found empty twice', async () => {
    const running = await deploy()
    expect(running.state).toBe('running')
    const seen = await bench.asLearner.getDeployment({ id: running.id })
    expect(seen.stages.map(({ name }) => name)).toEqual(driver === 'terraform' ? TERRAFORM_STAGES : ['Building'])
    expect(seen.stages.every(({ state }) => state === 'done')).toBe(true)
    const flag = driver === 'terraform' ? (seen.outputs.flag ?? '') : await bench.planted(running.id)
    expect(JSON.stringify(seen.stages)).not.toContain(flag)
    const answer = await bench.asLearner.submitFlag({ id: bench.flags.DYNAMIC, submitFlagPayload: { flag } })
    expect(answer.correct).toBe(true)

    await bench.asLearner.destroyLab(bench.place)
    await bench.queue.work()
    expect([(await now()).state, (await accountNow()).status]).toEqual(['ended', 'Available'])
    const receipts = await bench.deps.db.select().from(nukeReceipts).orderBy(nukeReceipts.at)
    expect(receipts.slice(-2).map(({ pass, removed, left }) => [pass, removed.length, left.length])).toEqual([
      [1, 3, 0],
      [2, 0, 0],
    ])
  })
}

const TERRAFORM_STAGES = ['Preparing Terraform', 'Planning', 'Building', 'Reading what was built']
const STAGES = [
  { name: 'Building', resources: ['shed-0', 'shed-1', 'note'].map((name) => ({ type: 'terraform_data', name })) },
]
