import type { CanaryScript } from '@flagyard/api-types'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { createManualQueue, type ManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import * as schema from '../../../db/schema/index.ts'

const exams = ['aws-red-team-expert', 'azure-attack-path-specialist']
const slug = 'aws-red-team-expert'

let app: TestApp
let queue: ManualQueue
let script: CanaryScript
beforeAll(async () => {
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ deps: { queue } })
  await app.asAdmin.importSample({ sampleImport: { dry_run: false } })
  script = (await app.asAdmin.getExamForAdmin({ slug })).canary as CanaryScript
})
beforeEach(async () => {
  const { db } = app.deps
  for (const table of [schema.canaryRuns, schema.alarms]) await db.delete(table)
  await db.update(schema.exams).set({ health: null })
  await write({ canary: script, status: 'published' })
})
afterAll(() => app.close())

const write = (change: Partial<typeof schema.exams.$inferInsert>) =>
  app.deps.db.update(schema.exams).set(change).where(eq(schema.exams.slug, slug))
const canary = () => app.asAdmin.getExamCanary({ slug })
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: { message: string }) => error.message,
  )

async function alarms() {
  await queue.run('alarms.look')
  const { data } = await app.asAdmin.listAlarms({ filter: JSON.stringify({ kind: 'canary_failed' }) })
  return data.map(({ state, subject, sentence }) => ({ state, subject, sentence }))
}

test('the list above contains every exam of the demo', async () => {
  const { data } = await app.asAdmin.listExamsForAdmin({ filter: '{"health":"never"}' })
  expect(data.map((one) => one.slug).sort()).toEqual(exams)
})

test.each(exams)('%s is solved by its script without an attempt, and only the run is stored', async (one) => {
  const { users } = await app.asAdmin.getDashboard()
  const { runs, health } = await app.asAdmin.startExamCanary({ slug: one })
  expect(runs).toMatchObject([
    { outcome: 'solved', failed_step: null, message: null, by_hand: true, doing: null, deployment_id: null },
  ])
  expect(health).toMatchObject({ ok: true })
  const { data } = await app.asAdmin.listExamsForAdmin({ filter: '{"health":"solved"}' })
  expect(data).toMatchObject([{ slug: one, attempts_taken: 0, passed: 0, health: { ok: true } }])
  expect((await app.asAdmin.getDashboard()).users).toEqual(users)
  expect((await app.asAdmin.listExamCandidates({ slug: one })).data).toEqual([])
  const { examAttempts, examLedger, deployments, flagTries, flagSolves, plantedFlags, entitlements } = schema
  const { cloudAccounts, accountBookings, rehearsals, shellLog, outbox, orders } = schema
  for (const table of [examAttempts, examLedger, deployments, flagTries, flagSolves, plantedFlags, entitlements])
    expect(await app.deps.db.$count(table)).toBe(0)
  for (const table of [cloudAccounts, accountBookings, rehearsals, shellLog, outbox, orders])
    expect(await app.deps.db.$count(table)).toBe(0)
  const written = await app.deps.db.select().from(schema.audit).where(eq(schema.audit.subject_id, one))
  expect(written.filter(({ action }) => action === 'exams.start_canary')).toMatchObject([{ subject_type: 'exam' }])
})

test('a script that no longer finds a flag fails once a day and opens an alarm until the canary succeeds', async () => {
  const [first, ...others] = script.answers
  const broken = { ...first!, commands: [...first!.commands!, 'echo FLAG{0123456789abcdef0123456789abcdef}'] }
  await write({ canary: { ...script, answers: [broken, ...others] } })
  await queue.run('canaries.try-exams')
  await queue.run('canaries.try-exams')
  const { runs, health } = await canary()
  expect(runs).toMatchObject([
    {
      outcome: 'failed',
      failed_step: first!.flag,
      message: 'The value that the script found is not the flag.',
      by_hand: false,
    },
  ])
  expect(health).toMatchObject({ ok: false, message: `the flag ${first!.flag}` })
  const sentence = `The canary could not solve “AWS Red Team Expert”: it failed at the flag ${first!.flag}`
  expect(await alarms()).toEqual([{ state: 'open', subject: `exam ${slug}`, sentence }])

  await write({ canary: script })
  await app.deps.db
    .update(schema.canaryRuns)
    .set({ begun_at: sql`${schema.canaryRuns.begun_at} - interval '25 hours'` })
  await queue.run('canaries.try-exams')
  expect((await canary()).runs.map(({ outcome }) => outcome)).toEqual(['solved', 'failed'])
  expect(await alarms()).toEqual([{ state: 'ended', subject: `exam ${slug}`, sentence }])
})

test('a rejected command or an omitted flag fails the run without quoting the script', async () => {
  const [first, ...others] = script.answers
  await write({ canary: { ...script, answers: [{ ...first!, commands: ['cat /no-such-file'] }, ...others] } })
  const [refused] = (await app.asAdmin.startExamCanary({ slug })).runs
  expect(refused).toMatchObject({ failed_step: first!.flag, message: 'Command 1 of the script failed.' })
  await write({ canary: { ...script, answers: script.answers.slice(0, -1) } })
  const [silent] = (await app.asAdmin.startExamCanary({ slug })).runs
  expect(silent).toMatchObject({ outcome: 'failed', failed_step: script.answers.at(-1)!.flag })
})

test('tests the published exam and not the script of its draft', async () => {
  const { version } = await app.asAdmin.getExamForAdmin({ slug })
  const answers = [{ flag: script.answers[0]!.flag, words: 'not this' }]
  const { draft, canary: edited } = await app.asAdmin.saveExam({
    slug,
    examEdit: { version, canary: { extra_data: {}, answers } },
  })
  expect([draft, edited]).toMatchObject([{}, { answers }])
  expect((await app.asAdmin.startExamCanary({ slug })).health).toMatchObject({ ok: true })
})

test.each([
  [{ status: 'draft' }, 'Only a published exam can be tested.'],
  [{ canary: null }, 'This exam has no script, so it has no canary.'],
  [{ module_stages: [] }, 'The module of this exam has no simulated twin, so it has no canary.'],
] satisfies [Partial<typeof schema.exams.$inferInsert>, string][])(
  'with %o it is not tried, and says why',
  async (change, sentence) => {
    const [{ module_stages }] = (await app.deps.db.select().from(schema.exams).where(eq(schema.exams.slug, slug))) as [
      typeof schema.exams.$inferSelect,
    ]
    await write(change)
    expect(await canary()).toEqual({ health: null, runs: [], refusal: sentence, allowed: [] })
    expect(await refusalOf(app.asAdmin.startExamCanary({ slug }))).toBe(sentence)
    await queue.run('canaries.try-exams')
    expect((await canary()).runs).toEqual([])
    await write({ module_stages })
  },
)

test('administrators who may not change exams see the results but cannot start a run', async () => {
  const support = app.as('support-of-canaries', { roles: ['user', 'admin'], capabilities: ['support'] })
  expect(await support.getExamCanary({ slug })).toMatchObject({ runs: [], refusal: null, allowed: [] })
  expect(await refusalOf(support.startExamCanary({ slug }))).not.toBe('accepted')
  expect((await canary()).allowed).toEqual(['try'])
})
