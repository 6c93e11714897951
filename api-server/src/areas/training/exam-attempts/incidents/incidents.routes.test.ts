import type { IncidentAsk } from '@flagyard/api-types'
import type { BulkActionName } from '@flagyard/api-types/bulk/schemas'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExamBench, hourFromNow, openExamBench } from '../../../../../test/fixtures/exam-fixture.ts'
import { passExamTime } from '../../../../../test/fixtures/pass-exam-time.ts'
import { seatCandidates } from '../../../../../test/fixtures/seat-candidates.ts'
import { audit, deployments, examAttempts, examLedger, outbox, users } from '../../../../db/schema/index.ts'

let bench: ExamBench
beforeAll(async () => {
  bench = await openExamBench()
  await bench.addAccounts(10)
})
afterAll(() => bench.close())

const MINUTE = 60_000
type Input = Parameters<ExamBench['asAdmin']['createExamIncident']>[0]['incidentInput']

const open = (title: string, scope: Partial<Input>) =>
  bench.asAdmin.createExamIncident({
    incidentInput: {
      title,
      cloud: null,
      region: null,
      exam: null,
      from_at: new Date(Date.now() - 20 * MINUTE).toISOString(),
      until_at: null,
      ...scope,
    },
  })

const asked = (action: BulkActionName, id: string, more: Partial<IncidentAsk> = {}) => ({
  action,
  filter: JSON.stringify({ incident: id }),
  incident: { id, ...more },
})
const preview = (action: BulkActionName, id: string, more?: Partial<IncidentAsk>) =>
  bench.asAdmin.previewBulk({ bulkPreviewAsk: asked(action, id, more) })
const run = (action: BulkActionName, id: string, more?: Partial<IncidentAsk>, reason = 'The cloud is down') =>
  bench.asAdmin.startBulk({ bulkAsk: { ...asked(action, id, more), reason } })
const candidates = async (id: string) =>
  (await bench.asAdmin.listIncidentCandidates({ filter: JSON.stringify({ incident: id }) })).data

async function attemptOf(username: string) {
  const [row] = await bench.deps.db
    .select({ attempt: examAttempts })
    .from(examAttempts)
    .innerJoin(users, eq(users.id, examAttempts.user_id))
    .where(eq(users.username, username))
  return row!.attempt
}
const ledgerOf = async (username: string) =>
  bench.deps.db
    .select()
    .from(examLedger)
    .where(eq(examLedger.attempt_id, (await attemptOf(username)).id))
    .orderBy(sql`position`)
const kindsOf = async (username: string) => (await ledgerOf(username)).map(({ kind }) => kind)
const pass = async (usernames: string[], minutes: number) => {
  for (const username of usernames) await passExamTime(bench.deps.db, (await attemptOf(username)).id, minutes)
}
const setEnvironment = async (username: string, state: 'running' | 'ended') => {
  const { id } = await attemptOf(username)
  await bench.deps.db.update(deployments).set({ state }).where(eq(deployments.attempt_id, id))
}

test('pauses the clocks of a region after a dry run until an administrator resumes them with exactly the paused time', async () => {
  await bench.as('south-1').getMe()
  await bench.exam('down', { extension_ceiling_minutes: 30 })
  await seatCandidates(bench.deps.db, { exam: 'down', region: 'eu-south-1', prefix: 'south', people: 3 })
  await seatCandidates(bench.deps.db, { exam: 'down', region: 'eu-north-1', prefix: 'north', people: 1 })
  const { id, ...incident } = await open('Outage in Milan', { region: 'eu-south-1', cloud: 'aws' })
  expect(incident).toMatchObject({ state: 'open', touched: 0, standing: 0, allowed: ['update', 'act'] })
  expect((await candidates(id)).map(({ username, region }) => [username, region]).toSorted()).toEqual(
    ['south-1', 'south-2', 'south-3'].map((name) => [name, 'eu-south-1']),
  )
  const before = (await attemptOf('south-1')).active_until!
  const dry = await preview('incidents.stop', id)
  expect(dry).toMatchObject({ total: 3, changes: 3, refused: 0 })
  expect(dry.rows.map(({ effect }) => effect?.username).toSorted()).toEqual(['south-1', 'south-2', 'south-3'])
  expect(dry.rows.find(({ effect }) => effect?.username === 'south-1')?.effect).toMatchObject({
    state_after: 'active',
    clock_stopped_at: null,
    clock_stopped_at_after: expect.any(String),
    ends_at: before.toISOString(),
    ends_at_after: null,
  })
  expect(await kindsOf('south-1')).toEqual(['start'])

  await expect(bench.asAdmin.startBulk({ bulkAsk: asked('incidents.stop', id) })).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'reason' }],
  })
  expect(await run('incidents.stop', id)).toMatchObject({ done: 3, failed: 0, incident: id })
  const [stop] = (await ledgerOf('south-2')).slice(-1)
  expect(stop).toMatchObject({ kind: 'stop', reason: 'Outage in Milan: The cloud is down', incident_id: id })
  expect(await bench.asAdmin.getExamIncident({ id })).toMatchObject({ touched: 3, standing: 3 })
  expect(await kindsOf('north-1')).toEqual(['start'])
  // The sweep must not resume a clock that an incident stopped, although the environment runs.
  await bench.queue.run('exam-room.tend')
  expect(await kindsOf('south-1')).toEqual(['start', 'stop'])
  // Running the action again changes nothing.
  expect(await run('incidents.stop', id)).toMatchObject({ done: 0, failed: 3 })

  const mine = await bench.as('south-1').getMyExam({ exam: 'down' })
  expect(mine.ledger.at(-1)).toMatchObject({ kind: 'stop', by: 'us', reason: 'Outage in Milan: The cloud is down' })
  const left = mine.attempts[0]!.seconds_left
  await pass(['south-1', 'south-2', 'south-3'], 25)
  expect((await bench.as('south-1').getMyExam({ exam: 'down' })).attempts[0]!.seconds_left).toBe(left)

  await setEnvironment('south-3', 'ended')
  const goOn = await preview('incidents.resume', id)
  const effects = new Map(goOn.rows.map(({ effect }) => [effect?.username, effect]))
  expect(effects.get('south-1')).toMatchObject({ clock_stopped_at_after: null, still: null, seconds_left: left })
  expect(effects.get('south-3')).toMatchObject({ ends_at_after: null, still: 'Your environment is not available' })
  expect(await run('incidents.resume', id, {}, 'Milan is back')).toMatchObject({ done: 3 })
  const rows = await ledgerOf('south-1')
  const stoppedMs = rows[2]!.from_at!.getTime() - rows[1]!.from_at!.getTime()
  expect((await attemptOf('south-1')).active_until!.getTime()).toBe(before.getTime() - 25 * MINUTE + stoppedMs)
  // The environment is gone, so the rule pauses the clock again at the moment of the resume.
  expect(await kindsOf('south-3')).toEqual(['start', 'stop', 'resume', 'stop'])
  const [, , resumed, again] = await ledgerOf('south-3')
  expect(again).toMatchObject({ from_at: resumed!.from_at, actor_id: null, incident_id: null })
  await setEnvironment('south-3', 'running')
  await bench.queue.run('exam-room.tend')
  expect(await kindsOf('south-3')).toEqual(['start', 'stop', 'resume', 'stop', 'resume'])
  expect((await candidates(id)).find(({ username }) => username === 'south-1')).toMatchObject({
    stood_seconds: Math.round(stoppedMs / 1000),
    done: [
      { incident: id, kind: 'stop' },
      { incident: id, kind: 'resume' },
    ],
  })
  const entries = await bench.deps.db
    .select()
    .from(audit)
    .where(and(eq(audit.subject_id, 'south-1'), inArray(audit.action, ['exams.stop', 'exams.resume'])))
  expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
    ['exams.stop', 'The cloud is down'],
    ['exams.resume', 'Milan is back'],
  ])
})

test('a clock paused by two incidents resumes when both are over, and a wrong pause can be undone', async () => {
  await bench.exam('twice-held')
  await seatCandidates(bench.deps.db, { exam: 'twice-held', region: 'us-east-2', prefix: 'held', people: 1 })
  const region = await open('Outage in Ohio', { region: 'us-east-2' })
  const task = await open('Broken task', { exam: 'twice-held' })
  for (const { id } of [region, task]) expect(await run('incidents.stop', id)).toMatchObject({ done: 1 })
  const dry = await preview('incidents.resume', region.id)
  expect(dry.rows[0]?.effect).toMatchObject({ still: 'Broken task: the clock is still paused', ends_at_after: null })
  const over = await run('incidents.resume', region.id)
  const { data: items } = await bench.asAdmin.listBulkItems({ filter: JSON.stringify({ job: over.id }) })
  expect(items).toMatchObject([
    { label: 'held-1 · Exam twice-held', message: 'Broken task: the clock is still paused' },
  ])
  await bench.queue.run('exam-room.tend')
  expect((await attemptOf('held-1')).clock_stopped_at).not.toBeNull()
  await run('incidents.resume', task.id)
  expect((await attemptOf('held-1')).clock_stopped_at).toBeNull()
  expect(await kindsOf('held-1')).toEqual(['start', 'stop', 'stop', 'resume', 'stop', 'resume'])

  const wrong = await run('incidents.stop', task.id)
  expect(wrong).toMatchObject({ done: 1, allowed: ['undo'] })
  expect(await bench.asAdmin.undoBulkJob({ job_id: wrong.id })).toMatchObject({ done: 1, incident: task.id })
  expect((await attemptOf('held-1')).clock_stopped_at).toBeNull()
  expect((await ledgerOf('held-1')).at(-1)).toMatchObject({ reason: 'Broken task: the stop was undone' })
})

test('extends all exams once, up to their maximum, which is shown; postpones them and writes to the candidates', async () => {
  await bench.as('low-1').getMe()
  const short = await bench.exam('low-ceiling', { extension_ceiling_minutes: 10 })
  await bench.exam('high-ceiling', { extension_ceiling_minutes: 60 })
  await seatCandidates(bench.deps.db, { exam: 'low-ceiling', region: 'ap-east-1', prefix: 'low', people: 1 })
  await seatCandidates(bench.deps.db, { exam: 'high-ceiling', region: 'ap-east-1', prefix: 'high', people: 1 })
  const { id } = await open('Slow console', { region: 'ap-east-1' })
  const minutes = { minutes: 30 }
  await expect(run('incidents.extend', id)).rejects.toMatchObject({ errors: [{ field: 'incident.minutes' }] })
  const dry = await preview('incidents.extend', id, minutes)
  expect(dry.rows.map(({ effect }) => [effect?.username, effect?.minutes, effect?.bounded]).toSorted()).toEqual([
    ['high-1', 30, false],
    ['low-1', 10, true],
  ])
  const before = (await attemptOf('high-1')).active_until!
  const job = await run('incidents.extend', id, minutes)
  expect(job).toMatchObject({ done: 2 })
  const { data: items } = await bench.asAdmin.listBulkItems({ filter: JSON.stringify({ job: job.id }) })
  expect(items.flatMap(({ message }) => message ?? [])).toEqual([
    'It was extended by 10 of 30 minutes, which is its maximum.',
  ])
  expect((await attemptOf('high-1')).active_until!.getTime() - before.getTime()).toBe(30 * MINUTE)
  expect((await run('incidents.extend', id, minutes)).done).toBe(0)
  await expect(
    bench.asAdmin.extendExam({ exam_id: short.id, user_id: 'low-1', extendExamEdit: { minutes: 1, reason: 'More' } }),
  ).rejects.toMatchObject({ status: 409 })

  const letter = { subject: 'The console was slow', text: 'We are sorry.\n\n<b>You</b> have more time.' }
  await expect(run('incidents.write', id, { subject: 'Only this' })).rejects.toMatchObject({
    errors: [{ field: 'incident.text' }],
  })
  for (let twice = 0; twice < 2; twice++) expect(await run('incidents.write', id, letter)).toMatchObject({ done: 2 })
  const mails = await bench.deps.db.select().from(outbox).where(eq(outbox.kind, 'exam_incident'))
  expect(mails).toHaveLength(2)
  expect(mails[0]!.html).toContain('&lt;b&gt;You&lt;/b&gt;')

  expect((await preview('incidents.postpone', id)).rows[0]?.effect).toMatchObject({
    state: 'active',
    state_after: 'purchased',
    scheduled_at_after: null,
  })
  expect(await run('incidents.postpone', id)).toMatchObject({ done: 2 })
  // The accounts have no credentials for a clean-up, so its jobs would fail.
  bench.queue.waiting.splice(0)
  expect(await attemptOf('low-1')).toMatchObject({ state: 'purchased', scheduled_at: null, active_until: null })
  expect((await bench.mails('low-1')).map(({ kind }) => kind)).toEqual(['exam_incident', 'exam_postponed'])
  expect(await kindsOf('low-1')).toEqual(['start', 'extension', 'reschedule'])
  // They stay candidates of the incident because it changed their attempts.
  expect((await candidates(id)).map(({ username }) => username).toSorted()).toEqual(['high-1', 'low-1'])
})

test('includes candidates whose preparation starts during the incident, and only affects its own exams', async () => {
  const exam = await bench.exam('tomorrow')
  await bench.as('tom').getMe()
  await bench.give('tom', exam)
  await bench.as('tom').scheduleExam({ exam: 'tomorrow', scheduleExamPayload: hourFromNow(40) })
  const { id } = await open('Broken image', { exam: 'tomorrow' })
  const elsewhere = await open('Outage in Ireland', { exam: 'tomorrow', region: 'eu-west-1' })
  expect(await candidates(id)).toEqual([])
  const { scheduled_at } = await bench.attempt('tom', exam)
  await bench.pass('tom', exam, (scheduled_at!.getTime() - Date.now()) / MINUTE - 40)
  expect(await candidates(id)).toMatchObject([{ username: 'tom', state: 'scheduled', region: null }])
  expect(await candidates(elsewhere.id)).toEqual([])
  await bench.queue.run('exam-room.tend')
  await bench.queue.work()
  for (const one of [id, elsewhere.id])
    expect(await candidates(one)).toMatchObject([{ username: 'tom', state: 'preparing', region: 'eu-west-1' }])
  expect((await preview('incidents.stop', id)).reasons).toEqual([{ message: 'This exam is not running.', count: 1 }])

  const foreign = await attemptOf('north-1')
  const touch = { ...asked('incidents.stop', id), filter: undefined, ids: [foreign.id], reason: 'Not mine' }
  const { filter: _, ...bulkAsk } = touch
  expect(await bench.asAdmin.startBulk({ bulkAsk })).toMatchObject({ done: 0, failed: 1 })
  expect(await kindsOf('north-1')).toEqual(['start'])

  const seen = await bench.asAdmin.getExamIncident({ id })
  const end = (version: number, until_at: string) =>
    bench.asAdmin.updateExamIncident({ id, incidentEdit: { version, until_at } })
  await expect(end(seen.version, '2020-01-01T00:00:00.000Z')).rejects.toMatchObject({
    errors: [{ field: 'until_at' }],
  })
  const over = await end(seen.version, new Date().toISOString())
  expect(over).toMatchObject({ state: 'ended' })
  await expect(end(seen.version, new Date().toISOString())).rejects.toMatchObject({ code: 'stale_version' })
  await expect(open('Nowhere', { exam: 'no-such-exam' })).rejects.toMatchObject({ errors: [{ field: 'exam' }] })
})

test('a past incident shows support which candidates an outage of the server affected, and for how many minutes', async () => {
  const exam = await bench.exam('stopped')
  await bench.as('sam').getMe()
  await bench.give('sam', exam)
  await bench.as('sam').scheduleExam({ exam: 'stopped', scheduleExamPayload: hourFromNow(48) })
  const { scheduled_at } = await bench.attempt('sam', exam)
  // The first sweep since two days before the exam runs 90 minutes after its start.
  await bench.pass('sam', exam, (scheduled_at!.getTime() - Date.now()) / MINUTE + 90)
  for (let turns = 0; turns < 3; turns++) {
    await bench.queue.run('exam-room.tend')
    await bench.queue.work()
  }
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * MINUTE).toISOString()
  const { id } = await open('Our server stopped', { from_at: hoursAgo(2), until_at: hoursAgo(1), cloud: 'aws' })
  const sam = (await candidates(id)).find(({ username }) => username === 'sam')
  expect(Math.abs(sam!.late_seconds - 90 * 60)).toBeLessThan(30)
  const before = await open('Long before', { from_at: hoursAgo(200), until_at: hoursAgo(199), cloud: 'aws' })
  expect((await candidates(before.id)).map(({ username }) => username)).not.toContain('sam')
})

test('after three failed builds support rebuilds one environment or all of an incident, with the reason in the ledger', async () => {
  const { db } = bench.deps
  await bench.exam('stuck')
  await seatCandidates(db, { exam: 'stuck', region: 'sa-east-1', prefix: 'stuck', people: 2 })
  const fail = async (username: string) => {
    const { id, user_id, exam_id } = await attemptOf(username)
    await setEnvironment(username, 'ended')
    const failed = {
      user_id,
      exam_id,
      attempt_id: id,
      cloud: 'aws' as const,
      state: 'ended' as const,
      reason: 'failed' as const,
      message: 'Out of addresses.',
      module_version: '1.0.0',
      duration_seconds: 60,
    }
    await db.insert(deployments).values([failed, failed, failed])
  }
  const rebuild = async (username: string, dry_run: boolean, version?: number) => {
    const attempt = await attemptOf(username)
    const attemptRebuild = { version: version ?? attempt.version, reason: dry_run ? '' : 'More addresses', dry_run }
    return bench.asAdmin.rebuildExam({ username, id: attempt.id, attemptRebuild })
  }
  await expect(rebuild('stuck-1', false)).rejects.toMatchObject({ code: 'conflict' })
  for (const name of ['stuck-1', 'stuck-2']) await fail(name)
  await bench.queue.run('exam-room.tend')
  const { id, version } = await attemptOf('stuck-1')
  expect((await bench.asAdmin.getUserAttempt({ username: 'stuck-1', id })).allowed).toContain('rebuild')
  const today = await bench.asAdmin.listExamsToday({ time_zone: 'Europe/Berlin' })
  expect(today.exams.find(({ username }) => username === 'stuck-1')).toMatchObject({
    state: 'active',
    environment: 'failed',
    needs: 'build',
  })
  await expect(bench.asAdmin.listExamsToday({ time_zone: '+02:00' })).rejects.toMatchObject({ status: 422 })

  expect(await rebuild('stuck-1', true)).toMatchObject({
    failed_builds: 3,
    last_message: 'Out of addresses.',
    clock_stands: true,
  })
  expect(await kindsOf('stuck-1')).toEqual(['start', 'stop'])
  await expect(rebuild('stuck-1', false, version - 1)).rejects.toMatchObject({ code: 'stale_version' })
  await rebuild('stuck-1', false)
  expect((await ledgerOf('stuck-1')).at(-1)).toMatchObject({ kind: 'reset', reason: 'More addresses' })
  await expect(rebuild('stuck-1', false)).rejects.toMatchObject({ code: 'conflict' })

  const incident = await open('No addresses', { exam: 'stuck' })
  const disable = (disabled_at: Date | null) =>
    db.update(users).set({ disabled_at }).where(eq(users.username, 'stuck-2'))
  await disable(new Date())
  await expect(rebuild('stuck-2', true)).rejects.toMatchObject({ message: expect.stringContaining('disabled') })
  expect((await preview('incidents.rebuild', incident.id)).reasons).toContainEqual({
    message: 'This account is disabled. Enable it first.',
    count: 1,
  })
  expect((await preview('incidents.write', incident.id)).changes).toBe(1)
  await disable(null)
  expect((await preview('incidents.rebuild', incident.id)).changes).toBe(1)
  expect(await run('incidents.rebuild', incident.id)).toMatchObject({ done: 1, failed: 1 })
  await bench.queue.work()
  await bench.queue.run('exam-room.tend')
  for (const name of ['stuck-1', 'stuck-2']) {
    expect(await kindsOf(name)).toEqual(['start', 'stop', 'reset', 'resume'])
    expect(await attemptOf(name)).toMatchObject({ clock_stopped_at: null, resets_used: 0 })
  }
})
