import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type LabBench, openLabBench } from '../../../../../test/fixtures/lab-fixture.ts'
import { deploymentInventories, deployments, labs, outbox, resourcePrices } from '../../../../db/schema/index.ts'

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
/** Five minutes pass, and the sweep comes. */
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

test('what stands in the account now is counted and priced where its price is known, for its learner too', async () => {
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

test('over a limit the learner is warned once and support sees it; still over at the next reading, the lab ends', async () => {
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

test('whoever removes what is too much in time keeps the lab, and is warned anew the next time', async () => {
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

test('a provider that fails leaves the last reading with its error, ends nothing, and holds up nobody', async () => {
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

test('a reading is begun once within five minutes, and one that comes late writes nothing', async () => {
  const { id } = await running()
  await read()
  const before = await inventoryOf(id)
  await bench.queue.run('deployments.read-inventory', { id })
  await bench.queue.run('deployments.read-inventories')
  expect(bench.queue.waiting).toEqual([])
  expect(await inventoryOf(id)).toEqual(before)
})

test('a real account is read at once, then every half an hour, and after five minutes when it was over its limits', async () => {
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

test('a run keeps the limits with which it began', async () => {
  const { id } = await running()
  await bench.deps.db.update(labs).set({ max_resources: 1, max_hourly_cost: 1 })
  await appears('aws_instance 1')
  await read()
  expect((await inventoryOf(id)).contents).toMatchObject({ max_resources: 5, max_hourly_cost: 1_000_000 })
  await bench.deps.db.update(labs).set({ max_resources: 5, max_hourly_cost: 1_000_000 })
})

test('what an administrator lets stay in an account does not count', async () => {
  const { id } = await running()
  const residue = [{ type: 'aws_instance', name: 'stray-4' }]
  await bench.deps.db.execute(
    sql`update cloud_accounts set accepted_residue = ${JSON.stringify(residue)}::jsonb, residue_until = now() + interval '1 day'`,
  )
  await appears('aws_instance 1')
  await read()
  expect((await inventoryOf(id)).contents?.resources).toBe(3)
})
