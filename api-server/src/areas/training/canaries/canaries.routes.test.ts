import type { CanaryScript, LabCanary } from '@flagyard/api-types'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeExam } from '../../../../test/catalogue.ts'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import * as schema from '../../../db/schema/index.ts'
import type { CloudConsole, LabPanel } from '../../../integrations/clouds/driver.ts'
import { CANARY_ID } from '../../platform/auth/mail-token-queries.ts'

const script: CanaryScript = {
  extra_data: {},
  answers: [
    { flag: 'the-door', words: 'audit-reader' },
    { flag: 'behind-it', resource: { type: 'aws_s3_object', name: 'payroll-2026-10', take: 'contents' } },
    { flag: 'one-line' },
  ],
}
const slug = 'open-door'

let bench: LabBench
let console: CloudConsole
beforeAll(async () => {
  bench = await openLabBench({ labChanges: { canary: script } })
  const slugs = { STATIC: 'the-door', DYNAMIC: 'behind-it', NOFLAG: 'one-line' }
  for (const [type, name] of Object.entries(slugs))
    await bench.deps.db
      .update(schema.flags)
      .set({ slug: name })
      .where(eq(schema.flags.type, type as 'STATIC'))
  await bench.enrol('learner')
  console = bench.deps.cloudConsole
})
beforeEach(async () => {
  const { db } = bench.deps
  Object.assign(bench.deps, { cloudConsole: console })
  await bench.clear()
  for (const table of [schema.canaryRuns, schema.canarySettings, schema.alarms]) await db.delete(table)
  await db.update(schema.labs).set({ canary: script, health: null, extra_fields: [], status: 'published' })
})
afterAll(() => bench.close())

const tend = () => bench.queue.run('canaries.tend')
const canary = () => bench.asAdmin.getLabCanary({ slug })
const deployments = () => bench.deps.db.select().from(schema.deployments)
const write = (canary: CanaryScript | null) => bench.deps.db.update(schema.labs).set({ canary })
const passHours = (hours: number) =>
  bench.deps.db
    .update(schema.canaryRuns)
    .set({ begun_at: sql`${schema.canaryRuns.begun_at} - make_interval(hours => ${hours})` })
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  )

async function turnOn(settings: Partial<Pick<LabCanary, 'every_hours' | 'monthly_runs'>> = {}) {
  const { version } = await canary()
  const labCanaryEdit = { version, enabled: true, every_hours: 24, monthly_runs: 31, ...settings }
  return bench.asAdmin.updateLabCanary({ slug, labCanaryEdit })
}

/** Books an exam of four hours, which reserves an account and a spare one. */
async function bookAccounts({ fromHours }: { fromHours: number }) {
  const { db } = bench.deps
  const { id: exam_id } = await makeExam(db, 'expert')
  const user_id = await bench.idOf('candidate')
  const [attempt] = await db.insert(schema.examAttempts).values({ user_id, exam_id, number: 1 }).returning()
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  const span = { from_at: at(fromHours), until_at: at(fromHours + 4) }
  await db.insert(schema.accountBookings).values({ attempt_id: attempt!.id, cloud: 'aws', ...span })
}

/** Runs a canary to its end: build, solve, end and clean-up. */
async function goThrough() {
  await tend()
  await bench.queue.work()
  await tend()
  await bench.queue.work()
  await tend()
  return (await canary()).runs[0]
}

async function alarms() {
  await bench.queue.run('alarms.look')
  const { data } = await bench.asAdmin.listAlarms({ filter: JSON.stringify({ kind: 'canary_failed' }) })
  return data.map(({ state, subject, sentence }) => ({ state, subject, sentence }))
}

test('is off until an administrator turns it on, which is audited; then it deploys, solves and ends the lab', async () => {
  const id = await bench.addAccount()
  await tend()
  expect(await deployments()).toEqual([])
  expect(await canary()).toMatchObject({
    enabled: false,
    version: 0,
    has_script: true,
    health: null,
    runs: [],
    refusal: null,
  })
  expect((await bench.asAdmin.listLabsForAdmin({ filter: '{"health":"never"}' })).data).toMatchObject([
    { health: null },
  ])

  expect(await turnOn()).toMatchObject({ enabled: true, version: 1 })
  const edit = { version: 0, enabled: false, every_hours: 24, monthly_runs: 31 }
  expect(await codeOf(bench.asAdmin.updateLabCanary({ slug, labCanaryEdit: edit }))).toBe('stale_version')
  await tend()
  expect((await canary()).runs).toMatchObject([{ doing: 'building', outcome: null, by_hand: false }])
  await bench.queue.work()
  expect((await canary()).runs[0]?.doing).toBe('solving')
  await tend()
  expect((await canary()).runs[0]).toMatchObject({ doing: 'ending', outcome: 'solved' })
  await bench.queue.work()
  await tend()
  const { runs, runs_this_month } = await canary()
  const ended = { doing: null, outcome: 'solved', failed_step: null, seconds_to_credentials: expect.any(Number) }
  expect([runs, runs_this_month]).toMatchObject([[{ ...ended, ended_at: expect.any(String) }], 1])
  expect(await bench.asAdmin.getLabForAdmin({ slug })).toMatchObject({ health: { ok: true }, tested_at: null })
  expect((await bench.asAdmin.listLabsForAdmin({ filter: '{"health":"solved"}' })).data).toHaveLength(1)
  expect((await bench.accountNow(id)).status).toBe('Available')
  expect(await bench.standing()).toEqual([])
  const written = await bench.deps.db.select({ action: schema.audit.action }).from(schema.audit)
  expect(written).toEqual([{ action: 'labs.set_canary' }])

  await tend()
  expect((await deployments()).length, 'not before a day is over').toBe(1)
  await passHours(25)
  await tend()
  expect(await deployments()).toHaveLength(2)
})

test('leaves no trace as a person: no user, figure, try, points or mail, and learners see nothing of it', async () => {
  await bench.addAccount()
  const { users } = await bench.asAdmin.getDashboard()
  await turnOn()
  await tend()
  await bench.queue.work()
  const [deployment] = await deployments()
  expect(deployment).toMatchObject({ user_id: CANARY_ID, kind: 'canary', state: 'running' })
  const dashboard = await bench.asAdmin.getDashboard()
  expect([dashboard.users, dashboard.deployments.running]).toEqual([users, 0])
  expect((await bench.asAdmin.listUsers({ filter: '{"q":"canary"}' })).data).toEqual([])
  expect(await bench.asLearner.listMyLabs()).toMatchObject([{ deployment: null }])
  expect(await codeOf(bench.asLearner.getDeployment({ id: deployment!.id }))).toBe('not_found')
  const desk = await bench.asAdmin.listDeployments({ filter: '{"kind":"canary"}' })
  expect(desk.data).toMatchObject([{ id: deployment?.id, kind: 'canary', lab: slug, allowed: ['end', 'hold'] }])
  await bench.fault({ step: 'apply', effect: 'fail' })
  await goThrough()
  await passHours(25)
  await goThrough()
  expect((await canary()).runs.map(({ outcome }) => outcome)).toEqual(['failed', 'solved'])
  await bench.queue.run('deployments.sweep')
  const { flagTries, flagSolves, plantedFlags, labAccess, outbox } = schema
  for (const table of [flagTries, flagSolves, plantedFlags, labAccess, outbox])
    expect(await bench.deps.db.select().from(table)).toEqual([])
  expect(await bench.asAdmin.getLabForAdmin({ slug })).toMatchObject({ deployments: 0 })
})

const wrong: [string, CanaryScript['answers'][number], string][] = [
  [
    'an answer that is not the flag',
    { flag: 'the-door', words: 'moon' },
    'The value that the script found is not the flag.',
  ],
  ['an output that is not there', { flag: 'the-door', output: '__proto__' }, 'shows no output “__proto__”'],
  ['a resource that is not there', { flag: 'the-door', resource: { type: 'aws_x', take: 'name' } }, 'shows no aws_x'],
  [
    'an attribute that is not there',
    { flag: 'the-door', resource: { type: 'aws_iam_user', take: 'x' } },
    'shows no attribute “x”',
  ],
  ['a deleted flag', { flag: 'gone' }, 'the lab does not have it'],
]
test.each(wrong)(
  '%s fails the run at its step, and is an alarm until the canary gets through',
  async (_, answer, sentence) => {
    const id = await bench.addAccount()
    const answers = [answer, ...script.answers.filter(({ flag }) => flag !== answer.flag)]
    await write({ ...script, answers })
    await turnOn()
    const run = await goThrough()
    expect(run).toMatchObject({
      outcome: 'failed',
      failed_step: answer.flag,
      message: expect.stringContaining(sentence),
    })
    const failure = `The canary could not solve “The open door”: it failed at the flag ${answer.flag}`
    expect(await alarms()).toEqual([{ state: 'open', subject: slug, sentence: failure }])
    expect((await bench.accountNow(id)).status).toBe('Available')

    await write(script)
    await passHours(25)
    expect(await goThrough()).toMatchObject({ outcome: 'solved' })
    expect(await alarms()).toEqual([{ state: 'ended', subject: slug, sentence: failure }])
  },
)

test('a run fails if the script omits a required flag or extra data', async () => {
  const id = await bench.addAccount()
  await write({ ...script, answers: script.answers.slice(0, 2) })
  await turnOn()
  expect(await goThrough()).toMatchObject({ outcome: 'failed', failed_step: 'one-line' })
  const field = {
    name: 'my_ip',
    label: 'Your address',
    hint: '',
    required: true,
    max_length: 60,
    type: 'ipv4' as const,
  }
  await bench.deps.db.update(schema.labs).set({ canary: script, extra_fields: [field] })
  await passHours(25)
  expect(await goThrough()).toMatchObject({ outcome: 'failed', failed_step: 'extra_data', deployment_id: null })
  await write({ ...script, extra_data: { my_ip: '203.0.113.7' } })
  await passHours(25)
  expect(await goThrough()).toMatchObject({ outcome: 'solved' })
  expect((await bench.accountNow(id)).status).toBe('Available')
})

test('the script gets what a learner’s page shows and no answers: with nothing to see it finds no flag', async () => {
  await bench.addAccount()
  const panels: LabPanel[] = []
  const empty: CloudConsole = {
    async look(panel) {
      panels.push(panel)
      return []
    },
  }
  Object.assign(bench.deps, { cloudConsole: empty })
  await turnOn()
  await tend()
  await bench.queue.work()
  const flag = await bench.planted((await deployments())[0]!.id)
  await tend()
  expect((await canary()).runs[0]).toMatchObject({ outcome: 'failed', failed_step: 'behind-it' })
  await bench.queue.work()

  await bench.asLearner.deployLab(bench.place)
  await bench.queue.work()
  const [shown] = await bench.asLearner.listMyLabs()
  const [panel] = panels
  expect(Object.keys(panel!)).toEqual(['cloud', 'account_id', 'region', 'console_url', 'credentials', 'outputs'])
  const labels = ({ credentials }: Pick<LabPanel, 'credentials'>) => credentials.map(({ label }) => label)
  expect(labels(panel!)).toEqual(labels(shown!.deployment!))
  expect(Object.keys(panel!.outputs)).toEqual(Object.keys(shown!.deployment!.outputs))
  expect(flag).toMatch(/^FLAG/)
  expect(JSON.stringify(panels)).not.toContain(flag)
  expect(JSON.stringify(panels)).not.toContain('audit-reader')
})

test('learners go first: the canary neither starts while one waits nor queues itself', async () => {
  await turnOn()
  await tend()
  expect((await canary()).runs).toEqual([])
  expect(await codeOf(bench.asAdmin.startCanary({ slug })), 'no account is free').toBe('conflict')
  await bench.addAccount()
  const user_id = await bench.idOf('learner')
  const waiting = { user_id, lab_id: bench.lab.id, cloud: 'aws' as const, module_version: '1', duration_seconds: 60 }
  await bench.deps.db.insert(schema.deployments).values(waiting)
  await tend()
  expect(await codeOf(bench.asAdmin.startCanary({ slug })), 'somebody waits').toBe('conflict')
  expect(await deployments()).toHaveLength(1)
  await bookAccounts({ fromHours: 5 })
  await bench.deps.db
    .update(schema.deployments)
    .set({ state: 'queued', cloud_account_id: null, duration_seconds: 36_000 })
  await bench.deps.db.update(schema.cloudAccounts).set({ status: 'Available', lock_reason: null, deployment_id: null })
  await bench.addAccount()
  expect(await codeOf(bench.asAdmin.startCanary({ slug })), 'somebody waits behind booked exams').toBe('conflict')
  await bench.deps.db.delete(schema.accountBookings)
  await bench.deps.db.delete(schema.deployments)
  await tend()
  expect(await deployments()).toMatchObject([{ kind: 'canary', state: 'provisioning' }])
})

test('starts manually and is audited, whether on or off, but never beyond the monthly limit', async () => {
  await bench.addAccount()
  const begun = await bench.asAdmin.startCanary({ slug })
  expect(begun).toMatchObject({ enabled: false, allowed: ['update'], runs: [{ by_hand: true, doing: 'building' }] })
  expect(await codeOf(bench.asAdmin.startCanary({ slug })), 'one run of a lab at a time').toBe('conflict')
  await bench.queue.work()
  await goThrough()
  await turnOn({ monthly_runs: 1, every_hours: 1 })
  expect(await canary()).toMatchObject({ runs_this_month: 1, refusal: 'Its limit for this month is reached: 1.' })
  await bench.deps.db.update(schema.canaryRuns).set({
    begun_at: sql`greatest(now() - interval '2 hours', date_trunc('month', now() at time zone 'UTC') at time zone 'UTC')`,
  })
  await tend()
  expect(await codeOf(bench.asAdmin.startCanary({ slug }))).toBe('conflict')
  expect((await canary()).runs).toHaveLength(1)
  await bench.deps.db.update(schema.canaryRuns).set({ begun_at: sql`now() - interval '32 days'` })
  await tend()
  expect((await canary()).runs).toHaveLength(2)
  const actions = (await bench.deps.db.select().from(schema.audit).orderBy(schema.audit.at)).map(({ action }) => action)
  expect(actions).toEqual(['labs.start_canary', 'labs.set_canary'])
})

test('a script can be edited, and a lab whose script names a missing flag cannot be published', async () => {
  const { version } = await bench.asAdmin.getLabForAdmin({ slug })
  const answers = [...script.answers, { flag: 'gone' }]
  const saved = await bench.asAdmin.saveLab({ slug, labEdit: { version, canary: { ...script, answers } } })
  expect(saved.canary?.answers.at(-1)).toEqual({ flag: 'gone' })
  expect(saved.missing).toMatchObject([{ field: 'canary', message: expect.stringContaining('the flag “gone”') }])
  expect((await canary()).has_script, 'people still have what was published').toBe(true)
  const again = await bench.asAdmin.saveLab({ slug, labEdit: { version: saved.version, canary: null } })
  expect(again).toMatchObject({ canary: null, missing: [] })
  const seen = { slug, seenContent: { version: again.version } }
  await bench.asAdmin.discardLabDraft(seen)
})

test('drafts and labs without a script are never tested', async () => {
  await bench.addAccount()
  await turnOn()
  await write(null)
  await tend()
  expect(await canary()).toMatchObject({ has_script: false, refusal: 'This lab has no script for the canary.' })
  await bench.deps.db.update(schema.labs).set({ canary: script, status: 'draft' })
  await tend()
  expect(await codeOf(bench.asAdmin.startCanary({ slug }))).toBe('conflict')
  expect(await deployments()).toEqual([])
})

test('a run continues after its process died, and a stuck run ends in time; the account is returned', async () => {
  const id = await bench.addAccount()
  await turnOn()
  await tend()
  bench.queue.waiting.length = 0
  await bench.queue.run('deployments.sweep')
  await bench.queue.work()
  Object.assign(bench.deps, {
    cloudConsole: { look: () => Promise.reject(new Error('killed')) } satisfies CloudConsole,
  })
  await tend()
  expect((await canary()).runs[0]).toMatchObject({ doing: 'solving', outcome: null })
  Object.assign(bench.deps, { cloudConsole: console })
  await tend()
  bench.queue.waiting.length = 0
  await bench.queue.run('deployments.sweep')
  await bench.queue.work()
  await tend()
  expect((await canary()).runs[0]).toMatchObject({ outcome: 'solved', doing: null })

  await passHours(25)
  await tend()
  await passHours(2)
  await tend()
  await bench.queue.work()
  await tend()
  expect((await canary()).runs[0]).toMatchObject({ outcome: 'failed', failed_step: 'time', doing: null })
  await bench.queue.work()
  expect((await bench.accountNow(id)).status).toBe('Available')
})

test('a late process decides nothing', async () => {
  await bench.addAccount()
  await turnOn()
  await tend()
  await bench.queue.work()
  const { promise: looked, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: looks, resolve: isLooking } = Promise.withResolvers<void>()
  const slow: CloudConsole = {
    async look(panel, run) {
      isLooking()
      await looked
      return console.look(panel, run)
    },
  }
  Object.assign(bench.deps, { cloudConsole: slow })
  const late = tend()
  await looks
  await passHours(1)
  await tend()
  goOn()
  await late
  await bench.queue.work()
  await tend()
  expect((await canary()).runs[0]).toMatchObject({ outcome: 'failed', failed_step: 'time' })
})

test('a run is over after two hours even if its lab hangs while ending, and the lab is tested again once it has ended', async () => {
  await bench.addAccount()
  await turnOn()
  await tend()
  await bench.queue.work()
  await tend()
  await passHours(3)
  await tend()
  expect((await canary()).runs[0]).toMatchObject({ outcome: 'failed', failed_step: 'end', doing: null })
  await bench.queue.work()
  expect((await deployments())[0]).toMatchObject({ state: 'ended' })
})

test('a run that an administrator ends says nothing about the lab', async () => {
  const id = await bench.addAccount()
  await turnOn()
  await tend()
  await bench.queue.work()
  const [deployment] = await deployments()
  await bench.asAdmin.endDeployment({ id: deployment!.id, deploymentEnd: { reason: 'The account is needed' } })
  await bench.queue.work()
  await tend()
  await tend()
  expect((await canary()).runs[0]).toMatchObject({ outcome: 'stopped', doing: null })
  expect(await bench.asAdmin.getLabForAdmin({ slug })).toMatchObject({ health: null })
  expect(await alarms()).toEqual([])
  expect((await bench.accountNow(id)).status).toBe('Available')
})
