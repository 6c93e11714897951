import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LabBench, openLabBench } from '../../test/fixtures/lab-fixture.ts'
import type { LabPanel } from '../integrations/clouds/driver.ts'
import { PASSWORD_LABEL } from '../integrations/clouds/simulated-build.ts'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench()
  await bench.enrol('learner')
})
afterAll(() => bench.close())

const look = async (panel: LabPanel) =>
  bench.deps.cloudConsole.look(panel, { signal: new AbortController().signal }).then(
    (seen) => seen.map(({ type }) => type),
    (error: Error) => error.message,
  )

test('wrong credentials and other addresses show nothing', async () => {
  await bench.addAccount()
  const { id } = await bench.asLearner.deployLab(bench.place)
  await bench.queue.work()
  const panel = await bench.asLearner.getDeployment({ id })
  expect(await look(panel)).toEqual(['aws_iam_user', 'aws_s3_object', 'aws_iam_access_key', 'aws_default_vpc'])

  const refused = 'The user name and password of the lab do not work in its console.'
  const guessed = panel.credentials.map((one) => (one.label === PASSWORD_LABEL ? { ...one, value: 'guess' } : one))
  expect(await look({ ...panel, credentials: guessed })).toBe(refused)
  expect(await look({ ...panel, credentials: [] })).toBe(refused)
  expect(await look({ ...panel, console_url: 'https://elsewhere.example/console' })).toBe(refused)
  expect(await look({ ...panel, account_id: '000000000000' })).toBe(refused)
  await bench.asLearner.destroyLab(bench.place)
  expect(await look(panel)).toBe(refused)
})
