import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import type { OpenedDatabase } from '../../db/open.ts'
import { simulatedFaults, simulatedHistory, simulatedResources } from '../../db/schema/index.ts'
import { type Build, type CloudAccess, CloudError, callTimeouts, withCallTimeouts } from './driver.ts'
import { createSimulatedClouds } from './simulated.ts'
import { traces } from './traces.ts'

let opened: OpenedDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened.close())
beforeEach(async () => {
  await opened.db.delete(simulatedResources)
  await opened.db.delete(simulatedFaults)
  await opened.db.delete(simulatedHistory)
})

const access: CloudAccess = { cloud: 'aws', account_id: '123456789012', region: 'eu-west-1', credentials: { key: 'k' } }
const build = (deployment_id = randomUUID()): Build => ({
  deployment_id,
  module: 'aws/preview',
  module_version: '1.0.0',
  module_stages: [
    { name: 'Building the network', resources: [{ type: 'aws_vpc', name: 'net' }] },
    {
      name: 'Planting your flags',
      resources: [
        { type: 'aws_ssm_parameter', name: 'signing-key' },
        { type: 'aws_s3_bucket', name: 'reports' },
      ],
    },
  ],
  variables: { visitor: 'FLAG{typed by a learner}' },
  flags: { flag_parameter: 'FLAG{planted}' },
})
const run = () => ({ signal: new AbortController().signal, onProgress: async () => {}, onPlan: async () => [] })
const clouds = (onStep = (_step: string) => {}) => createSimulatedClouds(opened.db, { onStep })
/** Resource and attribute that contain the flag. */
async function plantedOn() {
  const all = await opened.db.select().from(simulatedResources)
  return all.flatMap(({ name, attributes }) =>
    Object.entries(attributes).flatMap(([key, value]) => (value.includes('FLAG{') ? [[name, key]] : [])),
  )
}
const fault = (step: string, effect: 'fail' | 'hang' | 'leave' | 'refuse') =>
  opened.db.insert(simulatedFaults).values({ step, effect })

test('a bucket has the same full name in the outputs and in the account', async () => {
  const one = build()
  const { outputs } = await clouds().apply(access, one, run())
  const all = await opened.db.select().from(simulatedResources)
  const bucket = all.find(({ name }) => name === 'reports')
  expect(outputs.s3_bucket_reports).toMatch(/^reports-[0-9a-f]{6}$/)
  expect(bucket?.attributes.full_name).toBe(outputs.s3_bucket_reports)
})

test('applying twice builds once with the same outputs, and only its resource has the flag', async () => {
  const one = build()
  const first = await clouds().apply(access, one, run())
  expect(await clouds().apply(access, one, run())).toEqual(first)
  expect(await opened.db.select().from(simulatedResources)).toHaveLength(3)
  expect(await clouds().readOutputs(access, one, run())).toEqual(first)
  expect(JSON.stringify(first)).not.toContain('FLAG{')
  expect(await plantedOn()).toEqual([['signing-key', 'value']])
})

test('plants a flag in the resource that declares it', async () => {
  const one = build()
  one.module_stages[0]!.resources.push({ type: 'aws_lambda_function', name: 'preview', holds: 'flag_parameter' })
  await clouds().apply(access, one, run())
  expect(await plantedOn()).toEqual([['preview', 'environment']])
})

test('the password is new with each deployment and each account', async () => {
  const one = build()
  const passwordOf = async (of: CloudAccess, built: Build) => {
    const { credentials } = await clouds().apply(of, built, run())
    await opened.db.delete(simulatedResources)
    return credentials.find(({ label }) => label === 'Password')?.value
  }
  const all = [
    await passwordOf(access, one),
    await passwordOf(access, build()),
    await passwordOf({ ...access, credentials: { key: 'other' } }, one),
  ]
  expect(new Set(all).size).toBe(3)
})

test('an unfinished build has no outputs', async () => {
  const one = build()
  await fault('apply:1', 'leave')
  await expect(clouds().apply(access, one, run())).rejects.toThrow('InsufficientCapacity')
  expect(await clouds().readOutputs(access, one, run())).toBeNull()
})

test('leftovers of another deployment cause a conflict until a nuke', async () => {
  await clouds().apply(access, build(), run())
  await expect(clouds().apply(access, build(), run())).rejects.toThrow('AlreadyExists')
  expect((await clouds().inventory(access, run())).left).toHaveLength(3)
  expect((await clouds().nuke(access, { ...run(), keep: [], deploymentId: null })).removed).toHaveLength(3)
  expect((await clouds().inventory(access, run())).left).toEqual([])
})

test('the baseline of an account survives a nuke', async () => {
  const { cloud, account_id } = access
  await opened.db.insert(simulatedResources).values([
    { cloud, account_id, type: 'aws_default_vpc', name: 'default' },
    { cloud, account_id, type: 'aws_kms_key', name: 'pending-deletion', baseline: true },
  ])
  expect((await clouds().nuke(access, { ...run(), keep: [], deploymentId: null })).removed).toEqual([])
  expect((await clouds().inventory(access, run())).left).toEqual([])
})

test('a nuke stops at a resource that cannot be deleted, reports the removed ones, and skips those to keep', async () => {
  const { cloud, account_id } = access
  const key = { type: 'aws_kms_key', name: 'pending-deletion' }
  await opened.db.insert(simulatedResources).values([
    { cloud, account_id, ...key, attributes: { undeletable: 'KMSInvalidStateException' }, created_at: new Date(0) },
    { cloud, account_id, type: 'aws_vpc', name: 'net' },
  ])
  const failure = await clouds()
    .nuke(access, { ...run(), keep: [], deploymentId: null })
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ message: 'KMSInvalidStateException', removed: [{ type: 'aws_vpc', name: 'net' }] })
  expect((await clouds().nuke(access, { ...run(), keep: [key], deploymentId: null })).removed).toEqual([])
  expect((await clouds().inventory(access, run())).left).toEqual([key])
})

test('a hanging call ends at its timeout, and an aborted one stops', async () => {
  await fault('nuke', 'hang')
  await opened.db.insert(simulatedResources).values({ ...access, type: 'aws_vpc', name: 'net' })
  const impatient = withCallTimeouts(clouds(), { ...callTimeouts, nuke: 0.05 })
  const late = await impatient.nuke(access, { ...run(), keep: [], deploymentId: null }).catch((error: unknown) => error)
  expect(late).toBeInstanceOf(CloudError)
  expect((late as CloudError).kind).toBe('timeout')

  await fault('nuke', 'hang')
  const stop = new AbortController()
  const hanging = clouds().nuke(access, { signal: stop.signal, keep: [], deploymentId: null })
  stop.abort(new Error('stopping'))
  await expect(hanging).rejects.toThrow()
})

test.each([
  ['aws', ['aws_cloudformation_stack', 'aws_ssm_command', 'aws_s3_bucket']],
  ['azure', ['azurerm_key_vault', 'azurerm_subscription_template_deployment']],
  ['gcp', ['google_compute_instance']],
] as const)(
  'histories of %s survive a clean-up: the guard rail denies each of them, and without it each is readable',
  async (cloud, types) => {
    const account = { ...access, cloud }
    const asked = traces.filter((one) => one.cloud === cloud && one.simulated !== null && one.simulated !== 'apart')
    expect(asked).toHaveLength(types.length)
    const probe = async () => {
      const found = await clouds().probe(account, run())
      return asked.map(({ id }) => found.find(({ trace }) => trace === id))
    }
    await fault('probe', 'leave')
    for (const one of await probe()) expect(one).toMatchObject({ result: 'empty', names: [] })
    const rows = types.map((type) => ({ cloud, account_id: account.account_id, type, name: 'of-the-first' }))
    await opened.db.insert(simulatedResources).values(rows)
    const { removed } = await clouds().nuke(account, { ...run(), keep: [], deploymentId: null })
    expect(removed).toHaveLength(types.length)
    for (const one of await probe()) expect(one).toMatchObject({ result: 'denied', names: [] })
    await opened.db.update(simulatedFaults).set({ times: 1 })
    for (const one of await probe())
      expect(one).toMatchObject({ result: 'visible', names: [expect.stringContaining('of-the-first')] })
  },
)
