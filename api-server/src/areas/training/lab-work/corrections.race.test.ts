import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import { audit, deployments } from '../../../db/schema/index.ts'

describeOnPostgres('a running lab that several administrators build again', () => {
  let bench: LabBench
  beforeAll(async () => {
    bench = await openLabBench({ database: await openTestPostgres() })
    for (const _ of [1, 2, 3]) await bench.addAccount()
    await bench.enrol('mara')
    await bench.as('mara').deployLab(bench.place)
    await bench.queue.work()
  })
  afterAll(() => bench.close())

  const support = (name: string) => bench.as(name, { roles: ['user', 'admin'], capabilities: ['support'] })
  const rebuild = (name: string, deployment_id: string) =>
    support(name)
      .resetLabForUser({ slug: 'open-door', id: 'mara', labRebuild: { deployment_id, reason: 'It hangs' } })
      .then(
        () => 'built again',
        (error: { status: number; code: string }) => `${error.status} ${error.code}`,
      )
  const seen = async () => (await support('ada').listUserLabs({ username: 'mara' }))[0]?.deployment_id ?? ''

  test('is rebuilt once, whether they act at the same moment or after it runs again', async () => {
    const first = await seen()
    const names = ['ada', 'ben', 'cleo', 'dora']
    const outcomes = await Promise.all(names.map((name) => rebuild(name, first)))
    expect(outcomes.toSorted()).toEqual(['409 stale_version', '409 stale_version', '409 stale_version', 'built again'])
    await bench.queue.work()
    const second = await seen()
    expect(await rebuild('ben', first)).toBe('409 stale_version')
    expect(await seen()).toBe(second)
    expect(await bench.deps.db.$count(deployments)).toBe(2)
    expect(await bench.deps.db.$count(audit, eq(audit.action, 'labs.reset'))).toBe(1)
    expect(await rebuild('ben', second)).toBe('built again')
  })
})
