import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { saveText } from '../../../../test/fixtures/editor.ts'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import { cloudAccounts, deployments, lessonProgress, rateLimits } from '../../../db/schema/index.ts'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench()
  await publish('0')
})
afterAll(() => bench.close())
beforeEach(() => bench.deps.db.delete(rateLimits))

const slug = 'open-door'
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: { code: string; message: string }) => error.code,
  )
const submit = (api: LabBench['asLearner'], id: string, flag: string) =>
  api.submitFlag({ id, submitFlagPayload: { flag } })

/** Saves a draft of the lab in which everything that a run uses differs. The name marks the version. */
async function draft(name: string) {
  const { version, flags } = await bench.asAdmin.getLabForAdmin({ slug })
  const firstOf = (type: string) => flags.filter((flag) => flag.type === type).slice(0, 1)
  await bench.asAdmin.saveLab({
    slug,
    labEdit: {
      version,
      title: `The door ${name}`,
      module: `aws/door-${name}`,
      module_version: `${name}.0.0`,
      module_stages: [{ name: `Stage ${name}`, resources: [{ type: 'aws_s3_object', name: `payroll-${name}` }] }],
      variables: { size: name },
      extra_fields: [{ name: `answer_${name}`, label: 'L', hint: '', required: true, max_length: 20 }],
      duration_minutes: 60 + Number(name),
      extensions: 1 + Number(name),
      extension_minutes: 20 + Number(name),
      resets: 1 + Number(name),
      flags: [
        { title: `Behind ${name}`, question: 'Q', type: 'DYNAMIC', variable: `flag_${name}`, points: 30 },
        ...firstOf('STATIC').map((flag) => ({ ...flag, secret: `secret-${name}`, points: 10 + Number(name) })),
        { title: `Step ${name}`, question: 'Q', type: 'NOFLAG', points: 5 },
      ],
    },
  })
  const { id } = bench.lesson
  await saveText(bench.asAdmin, 'red-team', id, `Do ${name}.`)
}

const solveDraft = (name: string) => bench.solveTest(`secret-${name}`, { [`answer_${name}`]: 'x' })

async function publishDraft() {
  const { version } = await bench.asAdmin.getLabForAdmin({ slug })
  await bench.asAdmin.publishLab({ slug, publication: { version } })
  const course = await bench.asAdmin.getCourseForAdmin({ slug: 'red-team' })
  await bench.asAdmin.publishCourse({ slug: 'red-team', publication: { version: course.content_version } })
}

async function publish(name: string) {
  await draft(name)
  await solveDraft(name)
  await publishDraft()
}

async function emptyPool() {
  await bench.deps.db.update(deployments).set({ cloud_account_id: null })
  bench.queue.waiting.length = 0
  await bench.deps.db.delete(cloudAccounts)
}

let present = 0
test.each(['queued', 'provisioning', 'running'] as const)(
  'a lab that is %s stays as it began where the next revision asks for other data; the next run has that',
  async (state) => {
    const [old, next] = [String(present), String(++present)]
    await draft(next)
    await solveDraft(next)
    await emptyPool()
    const learner = `learner-${state}`
    await bench.enrol(learner)
    const api = bench.as(learner)
    await api.addExtraDataLab({ slug, addExtraDataLabPayload: { values: { [`answer_${old}`]: 'mine' } } })
    if (state !== 'queued') await bench.addAccount()
    const { id } = await api.deployLab(bench.place)
    if (state === 'running') await bench.queue.work()
    expect((await api.getDeployment({ id })).state).toBe(state)
    const before = await api.getMyLab({ slug })
    const listed = await api.listLabFlags({ lab: slug })

    await publishDraft()
    expect((await bench.asVisitor.getLab({ slug })).title).toBe(`The door ${next}`)
    const built = vi.spyOn(bench.deps.clouds, 'apply')
    if (state === 'queued') {
      await bench.addAccount()
      await bench.deps.db.update(deployments).set({ present_at: new Date() }).where(eq(deployments.id, id))
      await bench.queue.run('deployments.sweep')
    }
    await bench.queue.work()
    const running = await api.getMyLab({ slug })
    expect(running).toMatchObject({
      title: `The door ${old}`,
      extensions: 1 + Number(old),
      resets: 1 + Number(old),
      flags: 3,
      duration_minutes: 60 + Number(old),
      instructions: `Do ${old}.`,
      needs_extra_data: false,
      deployment: { state: 'running', stages: [{ name: `Stage ${old}`, state: 'done' }] },
    })
    const { deployment: _, ...panel } = running
    const { deployment: __, ...panelBefore } = before
    expect(panel).toEqual(panelBefore)
    if (state !== 'running')
      expect(built.mock.calls[0]?.[1]).toMatchObject({
        module: `aws/door-${old}`,
        module_version: `${old}.0.0`,
        variables: { size: old, [`answer_${old}`]: 'mine' },
        flags: { [`flag_${old}`]: expect.any(String) },
      })
    built.mockRestore()

    // The run uses its first version of the flags, although one was changed, one deleted and one added.
    expect(await api.listLabFlags({ lab: slug })).toEqual(listed)
    expect(listed.map(({ title }) => title)).toEqual([`Behind ${old}`, 'The door', `Step ${old}`])
    const [taken, changed, step] = listed
    const later = (await bench.asAdmin.getLabForAdmin({ slug })).flags.find(({ type }) => type === 'NOFLAG')!
    expect(await refusal(submit(api, later.id, ''))).toBe('not_found')
    expect(await submit(api, changed!.id, `secret-${next}`)).toMatchObject({ correct: false })
    const solved = await submit(api, changed!.id, `secret-${old}`)
    expect(solved).toMatchObject({ correct: true, flag: { points: 10 + Number(old), earned: 10 + Number(old) } })
    expect((await submit(api, taken!.id, await bench.planted(id))).correct).toBe(true)
    expect(await submit(api, step!.id, '')).toMatchObject({ correct: true, lesson_completed: true })
    expect(await api.getMyLab({ slug })).toMatchObject({ flags: 3, solved_flags: 3 })
    const user = await bench.idOf(learner)
    const progress = () => bench.deps.db.select().from(lessonProgress).where(eq(lessonProgress.user_id, user))
    expect(await progress()).toMatchObject([{ completed_at: expect.any(Date) }])

    // In the last part of the time, extensions follow the version of the run.
    const soon = new Date(Date.now() + 5 * 60_000)
    await bench.deps.db
      .update(deployments)
      .set({ ends_at: soon, hard_deadline_at: new Date(Date.now() + 3 * 3_600_000) })
      .where(eq(deployments.id, id))
    const extended = await api.extendLab(bench.place)
    expect(Date.parse(extended.ends_at!) - soon.getTime()).toBe((20 + Number(old)) * 60_000)
    expect(extended.extensions_left).toBe(Number(old))
    // A reset in the middle of the test rebuilds the environment from the version of the run.
    await bench.addAccount()
    await api.resetLabEnvironment(bench.place)
    await bench.queue.work()
    expect(await api.getMyLab({ slug })).toMatchObject({
      title: `The door ${old}`,
      resets_left: Number(old),
      deployment: { state: 'running', stages: [{ name: `Stage ${old}` }] },
    })

    await api.destroyLab(bench.place)
    await bench.queue.work()
    expect(await api.getMyLab({ slug })).toMatchObject({ title: `The door ${next}`, instructions: `Do ${next}.` })
    await api.addExtraDataLab({ slug, addExtraDataLabPayload: { values: { [`answer_${next}`]: 'mine' } } })
    await bench.addAccount()
    const again = await api.deployLab(bench.place)
    expect(again.stages.map(({ name }) => name)).toEqual([`Stage ${next}`])
    await bench.queue.work()
    expect((await api.listLabFlags({ lab: slug })).map(({ title }) => title)).toEqual([
      ...[`Behind ${next}`, 'The door', `Step ${next}`],
    ])
    // The points are counted once, with their value at the time of the solve.
    expect(await submit(api, changed!.id, `secret-${next}`)).toMatchObject({
      correct: true,
      flag: { points: 10 + Number(next), earned: 10 + Number(old) },
    })
    expect(await refusal(submit(api, taken!.id, ''))).toBe('not_found')
    expect(await progress()).toHaveLength(1)
  },
)

test('a learner who waits, resets or is helped by support gets the corrected lab with their remaining time', async () => {
  const { queue, asAdmin } = bench
  const { db } = bench.deps
  const mend = async (module_version: string, duration_minutes: number) => {
    const { version } = await asAdmin.getLabForAdmin({ slug })
    await asAdmin.saveLab({ slug, labEdit: { version, module_version, duration_minutes } })
    await bench.solveTest(`secret-${present}`, { [`answer_${present}`]: 'x' })
  }
  const publishMended = async () => {
    const { version } = await asAdmin.getLabForAdmin({ slug })
    await asAdmin.publishLab({ slug, publication: { version } })
  }
  await bench.enrol('waits')
  const api = bench.as('waits')
  await api.addExtraDataLab({ slug, addExtraDataLabPayload: { values: { [`answer_${present}`]: 'mine' } } })
  await mend('9.0.1', 90)
  await emptyPool()
  const { id } = await api.deployLab(bench.place)
  expect((await api.getDeployment({ id })).state).toBe('queued')
  await publishMended()
  const built = vi.spyOn(bench.deps.clouds, 'apply')
  await bench.addAccount()
  await db.update(deployments).set({ present_at: new Date() }).where(eq(deployments.id, id))
  await queue.run('deployments.sweep')
  await queue.work()
  expect(built.mock.calls.at(-1)?.[1]).toMatchObject({ module_version: '9.0.1' })
  expect(await api.getMyLab({ slug })).toMatchObject({ duration_minutes: 90, deployment: { state: 'running' } })

  await bench.addAccount()
  await mend('9.0.2', 120)
  await publishMended()
  await bench.addAccount()
  await db
    .update(deployments)
    .set({ ends_at: new Date(Date.now() + 45 * 60_000) })
    .where(eq(deployments.id, id))
  const reset = await api.resetLabEnvironment(bench.place)
  await queue.work()
  expect(built.mock.calls.at(-1)?.[1]).toMatchObject({ module_version: '9.0.2' })
  const [row] = await db.select().from(deployments).where(eq(deployments.id, reset.id))
  expect(row?.duration_seconds).toBeGreaterThan(44 * 60)
  expect(row?.duration_seconds).toBeLessThan(46 * 60)

  await bench.addAccount()
  await mend('9.0.3', 120)
  await publishMended()
  await bench.addAccount()
  await asAdmin.resetLabForUser({ slug, id: 'waits' })
  await api.addExtraDataLab({ slug, addExtraDataLabPayload: { values: { [`answer_${present}`]: 'mine' } } })
  await api.getMyLab({ slug })
  await queue.run('deployments.sweep')
  await queue.work()
  expect(built.mock.calls.at(-1)?.[1]).toMatchObject({ module_version: '9.0.3' })
  built.mockRestore()
})
