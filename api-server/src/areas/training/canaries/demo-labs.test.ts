import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { insertAccount } from '../../../../test/fixtures/lab-fixture.ts'
import { createManualQueue, type ManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import { withCallTimeouts } from '../../../integrations/clouds/driver.ts'
import { createSimulatedClouds } from '../../../integrations/clouds/simulated.ts'

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

const labs = [
  'a-machine-with-a-key',
  'a-talkative-instance',
  'borrowed-service-account',
  'cross-account-trust',
  'the-build-that-knew-too-much',
  'the-forgotten-app-registration',
]

test('the list below contains every lab of the demo', async () => {
  const { data } = await app.asAdmin.listLabsForAdmin({})
  expect(data.map(({ slug }) => slug).sort()).toEqual(labs)
})

test.each(labs)('%s is solved by the commands of its script in the learner’s shell', async (slug) => {
  await app.asAdmin.startCanary({ slug })
  await queue.work()
  await queue.run('canaries.tend')
  await queue.work()
  await queue.run('canaries.tend')
  const [latest] = (await app.asAdmin.getLabCanary({ slug })).runs
  expect(latest).toMatchObject({ outcome: 'solved', message: null, doing: null })
})
