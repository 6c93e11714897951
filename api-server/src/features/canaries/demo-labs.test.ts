import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { insertAccount } from '../../../test/lab-fixture.ts'
import { createManualQueue, type ManualQueue } from '../../../test/manual-queue.ts'
import { withCallTimeouts } from '../../integrations/clouds/driver.ts'
import { createSimulatedClouds } from '../../integrations/clouds/simulated.ts'

let app: TestApp
let queue: ManualQueue
beforeAll(async () => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ deps: { queue } })
  Object.assign(app.deps, { clouds: withCallTimeouts(createSimulatedClouds(app.deps.db)) })
  await app.asAdmin.importSample({ sampleImport: { dry_run: false } })
  for (const cloud of ['aws', 'azure', 'gcp'] as const) await insertAccount(app.deps.db, app.deps.secrets, { cloud })
})
afterAll(() => app.close())

test('each lab of the demo is solved by its script, through what its page and its console show', async () => {
  const { data: labs } = await app.asAdmin.listLabsForAdmin({})
  expect(labs).toHaveLength(6)
  const latest = async (slug: string) => (await app.asAdmin.getLabCanary({ slug })).runs[0]
  for (const { slug } of labs) {
    await app.asAdmin.startCanary({ slug })
    await queue.work()
    await queue.run('canaries.tend')
    await queue.work()
    await queue.run('canaries.tend')
    expect(await latest(slug), slug).toMatchObject({ outcome: 'solved', message: null, doing: null })
  }
})
