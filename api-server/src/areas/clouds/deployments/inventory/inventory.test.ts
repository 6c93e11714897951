import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type LabBench, openLabBench } from '../../../../../test/fixtures/lab-fixture.ts'
import { deploymentInventories, deployments, labs, outbox, resourcePrices } from '../../../../db/schema/index.ts'
import { countContents, excessOf } from './inventory.ts'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench({ labChanges: { max_resources: 5, max_hourly_cost: 1_000_000 } })
  await bench.deps.db.insert(resourcePrices).values([
    { cloud: 'aws', type: 'aws_instance', hourly_micros: 400_000 },
    { cloud: 'aws', type: 'aws_instance', region: 'us-east-1', hourly_micros: 9_000_000 },
    { cloud: 'aws', type: 'aws_iam_user', hourly_micros: 0 },
  ])
})
beforeEach(() => bench.clear())
afterAll(() => bench.close())

let made = 0
async function running() {
  await bench.addAccount()
  const username = `holder-${++made}`
  await bench.enrol(username)
  const { id } = await bench.as(username).deployLab(bench.place)
  await bench.queue.work()
  return { id, username, shown: () => bench.as(username).getDeployment({ id }) }
}
const appears = (message: string) => bench.fault({ step: 'inventory', effect: 'appear', message })
/** Lets five minutes pass, then runs the sweep. */
async function read() {
  await bench.deps.db.update(deploymentInventories).set({ asked_at: sql`now() - interval '5 minutes'` })
  await bench.queue.run('deployments.read-inventories')
  await bench.queue.work()
}
const inventoryOf = (id: string) => bench.asAdmin.getDeploymentInventory({ id })
const stateOf = async (id: string) => {
  const [row] = await bench.deps.db.select().from(deployments).where(eq(deployments.id, id))
  return `${row?.state} ${row?.reason}`
}
const kinds = async () => (await bench.deps.db.select().from(outbox)).map(({ kind }) => kind)

test('counts the resources in the account and prices those with a known price, for the learner too', async () => {
  const { id, shown } = await running()
  expect([(await shown()).contents, (await inventoryOf(id)).contents]).toEqual([null, null])
  await appears('aws_instance 1')
  await read()
  expect((await shown()).contents).toMatchObject({
    resources: 4,
    max_resources: 5,
    hourly_micros: 400_000,
    max_hourly_cost: 1_000_000,
    unpriced: 2,
    over_since: null,
  })
  const { types, error, over } = await inventoryOf(id)
  expect({ types, error, over }).toEqual({
    types: [
      { type: 'aws_iam_access_key', count: 1, hourly_micros: null },
      { type: 'aws_iam_user', count: 1, hourly_micros: 0 },
      { type: 'aws_instance', count: 1, hourly_micros: 400_000 },
      { type: 'aws_s3_object', count: 1, hourly_micros: null },
    ],
    error: null,
    over: [],
  })
})

test('warns the learner once when over a limit and tells support; if still over at the next reading, the lab ends', async () => {
  const { id, username, shown } = await running()
  await appears('aws_instance 3')
  await read()
  expect((await shown()).contents?.over_since).toEqual(expect.any(String))
  expect(await inventoryOf(id)).toMatchObject({ over: ['resources', 'cost'], over_readings: 1, ends_when_over: true })
  expect([await stateOf(id), await kinds()]).toEqual(['running null', ['lab_over_limits']])
  expect((await bench.asAdmin.getUser({ username })).issues.over_limits).toBe(1)
  const listed = await bench.asAdmin.listUsers({ filter: '{"issue":"over_limits"}' })
  expect(listed.data.map((row) => row.username)).toEqual([username])
  await read()
  expect(await stateOf(id)).toBe('ended spend')
  await bench.queue.run('deployments.sweep')
  expect(await kinds()).toEqual(['lab_over_limits', 'lab_ended'])
  expect((await bench.asAdmin.getUser({ username })).issues.over_limits).toBe(0)
})

test('keeps the lab of a learner who removes the excess in time, and warns again the next time', async () => {
  const { id } = await running()
  await appears('aws_instance 3')
  await read()
  await bench.deps.db.execute(sql`delete from simulated.resources where name like 'stray-%'`)
  await read()
  expect(await inventoryOf(id)).toMatchObject({ over: [], over_readings: 0, contents: { over_since: null } })
  await appears('aws_instance 4')
  await read()
  expect([await stateOf(id), await kinds()]).toEqual(['running null', ['lab_over_limits', 'lab_over_limits']])
})

test('keeps the last reading with the error when a provider fails, ends nothing and blocks nothing', async () => {
  const one = await running()
  const other = await running()
  await read()
  await bench.fault({ step: 'inventory', effect: 'fail', message: 'Throttled', times: 1 })
  await appears('aws_odd 1')
  await read()
  const both = await Promise.all([inventoryOf(one.id), inventoryOf(other.id)])
  expect(both.map(({ error }) => error).toSorted()).toEqual(['Throttled', null])
  expect(both.every(({ contents }) => contents?.read_at)).toBe(true)
})

test('starts a reading at most once within five minutes, and discards a late result', async () => {
  const { id } = await running()
  await read()
  const before = await inventoryOf(id)
  await bench.queue.run('deployments.read-inventory', { id })
  await bench.queue.run('deployments.read-inventories')
  expect(bench.queue.waiting).toEqual([])
  expect(await inventoryOf(id)).toEqual(before)
})

test('reads a real account immediately, then every half hour, and every five minutes while it is over its limits', async () => {
  const simulated = bench.deps.config.labDriver
  Object.assign(bench.deps.config, { labDriver: 'terraform' })
  onTestFinished(() => void Object.assign(bench.deps.config, { labDriver: simulated }))
  const { id } = await running()
  const readAt = async () => (await inventoryOf(id)).contents?.read_at
  await bench.queue.run('deployments.read-inventories')
  await bench.queue.work()
  const first = await readAt()
  expect(first).toEqual(expect.any(String))
  await read()
  await bench.queue.run('deployments.read-inventory', { id })
  expect(await readAt()).toBe(first)
  await appears('aws_instance 3')
  await bench.deps.db.update(deploymentInventories).set({ asked_at: sql`now() - interval '31 minutes'` })
  await bench.queue.run('deployments.read-inventories')
  await bench.queue.work()
  expect(await inventoryOf(id)).toMatchObject({ over_readings: 1 })
  await read()
  expect(await stateOf(id)).toBe('ended spend')
})

test('uses the limits with which the run started', async () => {
  const { id } = await running()
  await bench.deps.db.update(labs).set({ max_resources: 1, max_hourly_cost: 1 })
  await appears('aws_instance 1')
  await read()
  expect((await inventoryOf(id)).contents).toMatchObject({ max_resources: 5, max_hourly_cost: 1_000_000 })
  await bench.deps.db.update(labs).set({ max_resources: 5, max_hourly_cost: 1_000_000 })
})

test('ignores resources that an administrator accepted in the account', async () => {
  const { id } = await running()
  const residue = [{ type: 'aws_instance', name: 'stray-4' }]
  await bench.deps.db.execute(
    sql`update cloud_accounts set accepted_residue = ${JSON.stringify(residue)}::jsonb, residue_until = now() + interval '1 day'`,
  )
  await appears('aws_instance 1')
  await read()
  expect((await inventoryOf(id)).contents?.resources).toBe(3)
})

const resources = (type: string, count: number) => Array.from({ length: count }, (_, n) => ({ type, name: `${n}` }))
const prices = new Map([['aws_instance', 100_000]])

test('counts a type without a price and does not estimate its cost', () => {
  const counted = countContents([...resources('aws_instance', 3), ...resources('aws_odd', 2)], prices)
  expect(counted).toEqual({
    resources: 5,
    hourly_micros: 300_000,
    types: [
      { type: 'aws_instance', count: 3, hourly_micros: 300_000 },
      { type: 'aws_odd', count: 2, hourly_micros: null },
    ],
  })
})

test('allows reaching a limit but not exceeding it, and treats null as no limit', () => {
  const counted = countContents(resources('aws_instance', 3), prices)
  expect(excessOf(counted, { max_resources: 3, max_hourly_cost: 300_000 })).toEqual([])
  expect(excessOf(counted, { max_resources: 2, max_hourly_cost: 299_999 })).toEqual(['resources', 'cost'])
  expect(excessOf(counted, { max_resources: null, max_hourly_cost: null })).toEqual([])
})
