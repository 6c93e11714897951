import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LabBench, openLabBench } from '../../../../../test/fixtures/lab-fixture.ts'
import {
  audit,
  deployments,
  flagSolves,
  flagTries,
  labAccess,
  labs,
  lessonProgress,
} from '../../../../db/schema/index.ts'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench({
    labChanges: {
      status: 'draft',
      extra_fields: [{ name: 'my_ip', label: 'Your address', hint: '', required: true, max_length: 60, type: 'cidr' }],
    },
  })
  await bench.addAccount()
})
afterAll(() => bench.close())

const slug = 'open-door'
const start = (values: Record<string, string> = { my_ip: '203.0.113.7' }) =>
  bench.asAdmin.startLabTest({ slug, labTestInput: { values } })
const submit = (flag: string, id: string) => bench.asAdmin.submitTestFlag({ slug, id, submitFlagPayload: { flag } })
const refused = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  )
const rows = () => bench.deps.db.select().from(deployments).orderBy(deployments.created_at)

test('an author tests a draft in an account; it counts nowhere, and once solved the lab can be published', async () => {
  const { db } = bench.deps
  expect(await bench.asAdmin.getLabTest({ slug })).toMatchObject({ deployment: null, flags: [{}, {}, {}] })
  expect(await refused(submit('audit-reader', bench.flags.STATIC))).toBe('conflict')
  expect(await refused(start({}))).toBe('invalid')
  const first = await start()
  expect((await start()).deployment?.id).toBe(first.deployment?.id)
  await bench.queue.work()
  const running = await bench.asAdmin.getLabTest({ slug })
  expect(running.deployment).toMatchObject({ state: 'running', console_url: expect.any(String) })
  expect(await refused(bench.asLearner.getDeployment({ id: running.deployment!.id }))).toBe('not_found')

  expect(await refused(submit('nonsense', bench.flags.STATIC))).toBe('wrong_flag')
  await submit('audit-reader', bench.flags.STATIC)
  const publish = async () => {
    const { version } = await bench.asAdmin.getLabForAdmin({ slug })
    return bench.asAdmin.saveLab({ slug, labEdit: { version, status: 'published' } })
  }
  await expect(publish()).rejects.toMatchObject({ errors: [{ field: 'tested_at' }] })
  await submit(await bench.planted(running.deployment!.id), bench.flags.DYNAMIC)
  const solved = await submit('', bench.flags.NOFLAG)
  expect(solved.flags.map((flag) => flag.solved)).toEqual([true, true, true])
  await submit('audit-reader', bench.flags.STATIC)

  for (const table of [flagTries, flagSolves, lessonProgress, labAccess])
    expect(await db.select().from(table), 'a test leaves no learner records').toEqual([])
  expect(await bench.asAdmin.listMyLabs()).toEqual([])
  expect(await bench.asAdmin.listMyFlags()).toEqual([])
  const record = await bench.asAdmin.getLabForAdmin({ slug })
  expect(record).toMatchObject({ deployments: 0, tested_at: expect.any(String), missing: [] })
  expect((await bench.asAdmin.listLabsForAdmin({})).data).toMatchObject([{ deployments: 0 }])
  expect((await bench.asAdmin.getDashboard()).deployments).toMatchObject({ running: 0 })
  const listed = async (filter: object) =>
    (await bench.asAdmin.listDeployments({ filter: JSON.stringify(filter) })).data.map((row) => row.kind)
  expect([await listed({}), await listed({ kind: 'try' }), await listed({ kind: 'lab' })]).toEqual([
    ['try'],
    ['try'],
    [],
  ])

  expect(await publish()).toMatchObject({ status: 'published' })
  const actions = (await db.select().from(audit).where(eq(audit.subject_id, slug)).orderBy(audit.at)).map(
    ({ action }) => action,
  )
  expect(actions).toEqual(['labs.test', 'labs.test_flag', 'labs.test_flag', 'labs.test_flag', 'labs.publish'])
})

test('a test of an author does not affect the author’s own lab as a learner', async () => {
  const mine = bench.asAdmin
  await mine.getMe()
  await bench.enrol('administrator-of-tests')
  await bench.deps.db.update(labs).set({ status: 'published' })
  await bench.addAccount()
  await bench.addAccount()
  await start()
  await bench.queue.work()
  expect(await refused(mine.submitFlag({ id: bench.flags.STATIC, submitFlagPayload: { flag: 'audit-reader' } }))).toBe(
    'conflict',
  )
  await mine.addExtraDataLab({ slug, addExtraDataLabPayload: { values: { my_ip: '198.51.100.4' } } })
  const own = await mine.deployLab(bench.place)
  await bench.queue.work()
  const { deployment: test } = await mine.getLabTest({ slug })
  expect(own.id).not.toBe(test?.id)
  const planted = await bench.planted(test!.id)
  const handed = await mine.submitFlag({ id: bench.flags.DYNAMIC, submitFlagPayload: { flag: planted } })
  expect(handed.correct, 'a flag of the test is not accepted in the learner’s lab').toBe(false)
  expect((await mine.endLabTest({ slug })).deployment?.state).toBe('ending')
  await bench.queue.work()
  expect((await rows()).map(({ state, reason, test }) => [state, reason, test !== null])).toEqual([
    ['ended', 'learner', true],
    ['running', null, false],
  ])
  expect((await mine.getMyLab({ slug })).deployment?.id).toBe(own.id)
  expect(await refused(mine.endLabTest({ slug }))).toBe('conflict')
  await mine.destroyLab(bench.place)
  await bench.queue.work()
})

test('an author tests the draft of published content, and solving it allows publishing exactly that draft', async () => {
  const { asAdmin } = bench
  const publish = (version: number) => asAdmin.publishLab({ slug, publication: { version } })
  const { version, flags } = await asAdmin.getLabForAdmin({ slug })
  expect(await asAdmin.getLabTest({ slug })).toMatchObject({ drafted: false, outdated: false })
  const worded = await asAdmin.saveLab({ slug, labEdit: { version, description: 'Other words.' } })
  expect(worded, 'texts need no test').toMatchObject({ missing: [] })
  const draft = await asAdmin.saveLab({
    slug,
    labEdit: {
      version: worded.version,
      module_version: '2.0.0',
      module_stages: [{ name: 'Another stage', resources: [{ type: 'aws_s3_object', name: 'payroll' }] }],
      flags: flags.map((flag) =>
        flag.type === 'STATIC' ? { ...flag, title: 'Renamed', secret: 'another-role' } : flag,
      ),
    },
  })
  expect(draft).toMatchObject({ tested_at: null, missing: [{ field: 'tested_at' }] })
  await expect(publish(draft.version)).rejects.toMatchObject({ extra: { missing: [{ code: 'test_run' }] } })
  expect(await asAdmin.getLabTest({ slug })).toMatchObject({
    drafted: true,
    outdated: true,
    flags: [{ solved: false }, {}, {}],
  })

  await bench.addAccount()
  const { deployment } = await start()
  expect(deployment?.stages.map(({ name }) => name)).toEqual(['Another stage'])
  await bench.queue.work()
  const asLearner = await asAdmin.listLabFlags({ lab: slug })
  expect(asLearner[0], 'a draft under test is not listed as a lab').toMatchObject({ title: 'The door' })
  expect(await refused(submit('audit-reader', bench.flags.STATIC))).toBe('wrong_flag')
  await submit('another-role', bench.flags.STATIC)
  await submit(await bench.planted(deployment!.id), bench.flags.DYNAMIC)
  const solved = await submit('', bench.flags.NOFLAG)
  expect(solved).toMatchObject({
    drafted: true,
    outdated: false,
    flags: [{ solved: true }, { solved: true }, { solved: true }],
  })
  await asAdmin.endLabTest({ slug })
  await bench.queue.work()

  // Changed afterwards, it is a different lab; changed back, it is the solved one.
  const save = async (labEdit: { variables: Record<string, string> }) => {
    const { version } = await asAdmin.getLabForAdmin({ slug })
    return asAdmin.saveLab({ slug, labEdit: { version, ...labEdit } })
  }
  const changed = await save({ variables: { size: 'large' } })
  expect(changed.missing).toMatchObject([{ field: 'tested_at' }])
  await expect(publish(changed.version)).rejects.toMatchObject({ extra: { missing: [{ code: 'test_run' }] } })
  const back = await save({ variables: {} })
  expect(back).toMatchObject({ tested_at: expect.any(String), missing: [] })
  expect(await publish(back.version)).toMatchObject({ module_version: '2.0.0', draft: null, missing: [] })
})

test('a test ends when its time is over, and only editors of content can start one', async () => {
  await bench.addAccount()
  const { deployment } = await start()
  await bench.queue.work()
  const { db } = bench.deps
  await db
    .update(deployments)
    .set({ ends_at: new Date(0) })
    .where(eq(deployments.id, deployment!.id))
  await bench.queue.run('deployments.sweep')
  await bench.queue.work()
  expect((await bench.asAdmin.getLabTest({ slug })).deployment).toMatchObject({ state: 'ended', reason: 'expired' })
  expect(await refused(submit('audit-reader', bench.flags.STATIC))).toBe('conflict')
  const only = bench.as('only-support', { roles: ['user', 'admin'], capabilities: ['support'] })
  expect(await refused(only.startLabTest({ slug, labTestInput: { values: {} } }))).toBe('forbidden')
  expect((await only.getLabTest({ slug })).deployment).toBeNull()
})
