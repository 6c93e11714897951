import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ANSWER_DAYS, MAX_EXTRA_POINTS } from '@flagyard/api-types/exam-attempts/timing'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeCourse } from '../../../../../test/catalogue.ts'
import { type ExamBench, hourFromNow, openExamBench } from '../../../../../test/fixtures/exam-fixture.ts'
import { pdfText } from '../../../../../test/fixtures/pdf-text.ts'
import * as tables from '../../../../db/schema/index.ts'
import { saveExamSnapshot } from '../../../catalogue/exams/queries.ts'
import { hashPassword } from '../../../platform/auth/passwords/hash.ts'

let bench: ExamBench
beforeAll(async () => {
  bench = await openExamBench()
  await bench.addAccounts(10)
  await bench.addAccounts(4, { cloud: 'azure' })
})
afterAll(() => bench.close())

type Exam = Awaited<ReturnType<ExamBench['exam']>>
type State = (typeof tables.examAttempts.$inferSelect)['state']
const MINUTE = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)
const pull = (n: number) => `https://github.com/flagyard/labs/pull/${n}`

/** Creates an exam with two flags in a course, so that it has a certificate. */
async function examOfCourse(slug: string, changes: Partial<typeof tables.exams.$inferInsert> = {}) {
  const course = await makeCourse(bench.deps.db, `course-of-${slug}`)
  const exam = await bench.exam(slug, { passing_points: 50, course_id: course.id, attempts: 3, ...changes })
  const common = { exam_id: exam.id, question: 'Which?', type: 'STATIC' as const }
  const ids = { good: randomUUID(), broken: randomUUID() }
  await bench.deps.db.insert(tables.flags).values([
    { ...common, id: ids.good, title: 'The good one', position: 0, points: 30, secret: 'audit-reader' },
    { ...common, id: ids.broken, title: 'The broken one', position: 1, points: 25, secret: 'hard-to-find' },
  ])
  return { exam, course, ids }
}

const terms = {
  seconds: 14_400,
  passing_points: 50,
  resets: 1,
  extension_ceiling_minutes: 120,
  module_version: '1.0.0',
}

/** Inserts an attempt that started five hours ago, with its ledger rows. */
async function sat(
  name: string,
  exam: Exam,
  state: State,
  more: Partial<typeof tables.examAttempts.$inferInsert> = {},
) {
  const { db } = bench.deps
  const user_id = await bench.idOf(name)
  const ended = state !== 'active'
  const [attempt] = await db
    .insert(tables.examAttempts)
    .values({
      user_id,
      exam_id: exam.id,
      state,
      terms,
      time_zone: 'America/New_York',
      calendar_sequence: 1,
      scheduled_at: ago(300),
      started_at: ago(300),
      checked_in_at: ago(310),
      ready_at: ago(320),
      ...(ended ? { decided_at: ago(60) } : { active_until: new Date(Date.now() + 60 * MINUTE) }),
      ...more,
    })
    .returning()
  await db.insert(tables.examLedger).values([
    {
      attempt_id: attempt!.id,
      kind: 'start',
      from_at: ago(300),
      until_at: ago(60),
      seconds: ended ? 14_400 : 36_000,
    },
    ...(ended ? [{ attempt_id: attempt!.id, kind: 'end' as const, from_at: ago(60), points: attempt!.points }] : []),
  ])
  return attempt!
}

const solve = (attempt: { id: string; user_id: string }, flag_id: string, points: number) =>
  bench.deps.db.insert(tables.flagSolves).values({ attempt_id: attempt.id, user_id: attempt.user_id, flag_id, points })

const attemptOf = async (id: string) =>
  (await bench.deps.db.select().from(tables.examAttempts).where(eq(tables.examAttempts.id, id)))[0]!
const certificatesOf = async (name: string) =>
  bench.deps.db
    .select()
    .from(tables.certificates)
    .where(eq(tables.certificates.user_id, await bench.idOf(name)))
const kindsOf = async (name: string) => (await bench.mails(name)).map(({ kind }) => kind)
const version = async (username: string, id: string) => (await bench.asAdmin.getUserAttempt({ username, id })).version
const ledgerOf = (id: string) =>
  bench.deps.db.select().from(tables.examLedger).where(eq(tables.examLedger.attempt_id, id)).orderBy(sql`position`)

/** Queues a lab that waits for an account of the cloud. */
async function waitForAccount(cloud: 'azure') {
  const { db } = bench.deps
  const [row] = await db
    .insert(tables.deployments)
    .values({ user_id: await bench.idOf('somebody'), cloud, duration_seconds: 600, module_version: '1.0.0' })
    .returning()
  const state = async () =>
    (await db.select().from(tables.deployments).where(eq(tables.deployments.id, row!.id)))[0]!.state
  expect(await state()).toBe('queued')
  return { state }
}

test('a pull request is only stored as text: nothing is fetched from it, and other addresses are rejected', async () => {
  const heard: string[] = []
  const sentinel = createServer((request, response) => {
    heard.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => sentinel.once('listening', resolve))
  const { port } = sentinel.address() as AddressInfo
  const fetched = vi.spyOn(globalThis, 'fetch')
  const { exam } = await examOfCourse('texts')
  await sat('peter', exam, 'active')
  const send = (url: string) => bench.as('peter').addExtraPointsPR({ exam: 'texts', extraPointsPRPayload: { url } })
  for (const url of [
    `http://127.0.0.1:${port}/a/b/pull/1`,
    `https://127.0.0.1:${port}/a/b/pull/1`,
    `https://localhost:${port}/a/b/pull/1`,
    'https://169.254.169.254/latest/meta-data/pull/1',
    'http://github.com/a/b/pull/1',
    'https://github.com:8443/a/b/pull/1',
    `https://github.com@127.0.0.1:${port}/a/b/pull/1`,
    `https://${'me'}:${'secret'}@github.com/a/b/pull/1`,
    'https://github.com.evil.example/a/b/pull/1',
    'https://evil.example/github.com/a/b/pull/1',
    'https://github.com/a/b/issues/1',
    'https://github.com/a/b/pull/new',
    'javascript:alert(1)//github.com/a/b/pull/1',
  ])
    await expect(send(url), url).rejects.toMatchObject({ status: 422 })
  expect(await send(`${pull(7)}/files?diff=split#top`)).toMatchObject({ url: pull(7), state: 'pending', points: 0 })
  expect(await send('https://gitlab.com/group/sub/project/-/merge_requests/3')).toMatchObject({ state: 'pending' })
  // Sending the same pull request again does not count. The maximum is five.
  const again = await send(pull(7))
  for (let n = 8; n < 8 + MAX_EXTRA_POINTS - 2; n++) await send(pull(n))
  await expect(send(pull(99))).rejects.toMatchObject({ status: 409 })
  expect((await send(pull(7))).id).toBe(again.id)
  expect(heard).toEqual([])
  expect(fetched.mock.calls.filter(([target]) => /github|gitlab|127/.test(String(target)))).toEqual([])
  fetched.mockRestore()
  sentinel.close()
  await expect(
    bench.as('stranger').addExtraPointsPR({ exam: 'texts', extraPointsPRPayload: { url: pull(1) } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('extra points are decided once: the result waits for them, passes with them, and gets exactly one certificate', async () => {
  const { exam, ids } = await examOfCourse('extra')
  const attempt = await sat('eva', exam, 'active')
  await solve(attempt, ids.good, 30)
  const eva = bench.as('eva')
  const request = await eva.addExtraPointsPR({ exam: 'extra', extraPointsPRPayload: { url: pull(1), note: 'A lab' } })
  const other = await eva.addExtraPointsPR({ exam: 'extra', extraPointsPRPayload: { url: pull(2) } })
  expect((await eva.handInExam({ exam: 'extra' })).attempts[0]).toMatchObject({ state: 'provisional', points: 30 })

  const { data: queue } = await bench.asAdmin.listExtraPoints({ filter: '{"state":"pending"}' })
  const mine = queue.filter(({ username }) => username === 'eva')
  expect(mine).toMatchObject([
    { url: pull(1), note: 'A lab', attempt_state: 'provisional', allowed: ['decide'] },
    { url: pull(2) },
  ])
  const { attention } = await bench.asAdmin.getDashboard()
  expect(attention.map(({ to }) => decodeURIComponent(to))).toContain('/admin/extra_points?filter={"state":"pending"}')

  const decide = (id: string, state: 'approved' | 'refused', points: number, more = {}) =>
    bench.asAdmin.decideExtraPoints({
      username: 'eva',
      exam_slug: 'extra',
      extraPointsDecision: { id, state, points, reason: 'Works and was merged', ...more },
    })
  await expect(decide(request.id, 'approved', 0)).rejects.toMatchObject({ status: 422 })
  await expect(decide(request.id, 'approved', 20, { reason: '' })).rejects.toMatchObject({ status: 422 })
  await expect(decide(randomUUID(), 'approved', 20)).rejects.toMatchObject({ status: 404 })
  // A dry run returns the result and changes nothing.
  expect(await decide(request.id, 'approved', 20, { reason: '', dry_run: true })).toMatchObject({
    state: 'provisional',
    points_before: 30,
    points: 50,
    certificate: false,
  })
  const both = await Promise.allSettled([decide(request.id, 'approved', 20), decide(request.id, 'approved', 20)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(decide(request.id, 'refused', 0)).rejects.toMatchObject({ status: 409 })
  expect(await attemptOf(attempt.id)).toMatchObject({ state: 'provisional', points: 30, extra_points: 20 })
  expect(await certificatesOf('eva')).toEqual([])

  expect(await decide(other.id, 'refused', 0)).toMatchObject({ state: 'passed', points: 50, certificate: true })
  expect(await attemptOf(attempt.id)).toMatchObject({ state: 'passed', points: 30, extra_points: 20 })
  expect(await certificatesOf('eva')).toMatchObject([{ type: 'arte', points: 50 }])
  const record = await eva.getMyAttempt({ exam: 'extra', id: attempt.id })
  expect(record.extra_points_requests).toMatchObject([
    { state: 'approved', points: 20, reason: 'Works and was merged' },
    { state: 'refused', points: 0 },
  ])
  expect(record.rows.filter(({ kind }) => kind === 'extra_points')).toMatchObject([{ points: 20 }, { points: 0 }])
  for (let twice = 0; twice < 2; twice++) await bench.queue.run('exam-room.tell')
  await bench.as('eva').generateCertificate({
    course_id: 'course-of-extra',
    generateCertificatePayload: { type: 'arte', name: 'Eva' },
  })
  expect(await certificatesOf('eva')).toHaveLength(1)
  const mailed = (await kindsOf('eva')).filter((kind) => kind !== 'exam_result')
  expect(mailed.sort()).toEqual(['certificate', 'exam_extra_points', 'exam_extra_points'])
  // The mail about the decision included the final result, so there is no separate one.
  expect((await kindsOf('eva')).filter((kind) => kind === 'exam_result')).toHaveLength(0)
  await expect(eva.addExtraPointsPR({ exam: 'extra', extraPointsPRPayload: { url: pull(3) } })).rejects.toMatchObject({
    status: 409,
  })
})

test('an exam that failed while its extra points were pending passes with them, and the next attempt is cancelled', async () => {
  const { exam } = await examOfCourse('late-points', { cloud: 'azure' })
  const attempt = await sat('lars', exam, 'failed', { points: 45 })
  const [row] = await bench.deps.db
    .insert(tables.extraPoints)
    .values({ attempt_id: attempt.id, url: pull(4) })
    .returning()
  await bench.give('lars', exam)
  const next = async () => bench.attempt('lars', exam)
  await bench.as('lars').scheduleExam({ exam: 'late-points', scheduleExamPayload: hourFromNow(90) })
  expect(await next()).toMatchObject({ state: 'scheduled' })
  const lab = await waitForAccount('azure')
  await bench.deps.db.update(tables.exams).set({ cloud: 'gcp' }).where(eq(tables.exams.id, exam.id))
  await bench.asAdmin.decideExtraPoints({
    username: 'lars',
    exam_slug: 'late-points',
    extraPointsDecision: { id: row!.id, state: 'approved', points: 5, reason: 'Merged' },
  })
  expect(await attemptOf(attempt.id)).toMatchObject({ state: 'passed', points: 45, extra_points: 5 })
  expect(await next()).toMatchObject({ state: 'void', number: 2 })
  expect(
    await bench.deps.db
      .select()
      .from(tables.accountBookings)
      .where(eq(tables.accountBookings.attempt_id, (await next()).id)),
  ).toEqual([])
  expect(await lab.state()).toBe('held')
  expect(await kindsOf('lars')).toEqual(expect.arrayContaining(['exam_needless', 'exam_extra_points', 'certificate']))
  expect((await bench.as('lars').getCanSchedule({ exam: 'late-points' })).reasons).toMatchObject([{ code: 'passed' }])
})

test('a broken flag is regraded once for every affected attempt, and no one loses points', async () => {
  const { exam, ids } = await examOfCourse('broken')
  const failed = await sat('fay', exam, 'failed', { points: 30 })
  const low = await sat('lou', exam, 'failed', { points: 0 })
  const passed = await sat('pat', exam, 'passed', { points: 50 })
  const running = await sat('rory', exam, 'active')
  const found = await sat('finn', exam, 'passed', { points: 55 })
  await sat('dee', exam, 'disqualified', { points: 40 })
  await solve(found, ids.broken, 25)
  const preview = async () => bench.asAdmin.getUsersToRegrade({ slug: 'broken', flag: ids.broken })
  expect((await bench.asAdmin.getUsersToRegrade({ slug: 'broken' })).rows).toEqual([])
  const before = await preview()
  expect(before.flags.map(({ title }) => title)).toEqual(['The good one', 'The broken one'])
  expect(JSON.stringify(before)).not.toContain('hard-to-find')
  expect(before.rows).toMatchObject([
    { username: 'fay', state_before: 'failed', state: 'passed', points_before: 30, points: 55, certificate: true },
    { username: 'lou', state: 'failed', points: 25, certificate: false },
    { username: 'pat', state: 'passed', points: 75, certificate: false },
    { username: 'rory', state: 'active', points: 25 },
  ])
  const run = (more = {}) =>
    bench.asAdmin.startBulk({
      bulkAsk: {
        action: 'users.regrade',
        ids: before.rows.map(({ username }) => username),
        flag: ids.broken,
        reason: 'The role was missing',
        ...more,
      },
    })
  await expect(run({ flag: undefined })).rejects.toMatchObject({ status: 422 })
  await expect(run({ reason: undefined })).rejects.toMatchObject({ status: 422 })
  expect(await run()).toMatchObject({ state: 'done', done: 4, failed: 0 })
  expect(await attemptOf(failed.id)).toMatchObject({ state: 'passed', points: 55 })
  expect(await attemptOf(low.id)).toMatchObject({ state: 'failed', points: 25 })
  expect(await attemptOf(passed.id)).toMatchObject({ state: 'passed', points: 75 })
  expect(await attemptOf(found.id)).toMatchObject({ state: 'passed', points: 55 })
  expect(await certificatesOf('fay')).toMatchObject([{ type: 'arte', points: 55 }])
  expect((await ledgerOf(failed.id)).map(({ kind, points }) => [kind, points])).toEqual([
    ['start', 0],
    ['end', 30],
    ['regrade', 25],
    ['points', 55],
  ])
  // Running it again changes nothing.
  expect(await run()).toMatchObject({ state: 'done', done: 0, failed: 4 })
  expect((await preview()).rows).toEqual([])
  expect(await attemptOf(low.id)).toMatchObject({ points: 25 })
  expect((await kindsOf('fay')).sort()).toEqual(['certificate', 'exam_points'])
  // A learner who solves the flag afterwards does not get its points twice.
  const rory = bench.as('rory')
  const submit = { id: ids.broken, submitExamFlagPayload: { flag: 'hard-to-find' } }
  expect(await rory.submitExamFlag(submit)).toMatchObject({ correct: true, points: 25 })
  expect((await rory.listExamFlags({ exam: 'broken' }))[1]).toMatchObject({ credited_at: expect.any(String) })
  expect((await rory.handInExam({ exam: 'broken' })).attempts[0]).toMatchObject({ state: 'failed', points: 25 })
  expect(running.id).toBeTruthy()
})

test('a regrade gives the points of the booked version, and nothing if that version lacks the flag', async () => {
  const { db } = bench.deps
  const { exam, ids } = await examOfCourse('booked-before')
  const snapshot = () => db.transaction((tx) => saveExamSnapshot(tx, exam.id))
  const { id: snapshot_id } = await snapshot()
  const early = await sat('edda', exam, 'failed', { points: 30, snapshot_id })
  const late = await sat('lena', exam, 'failed', { points: 0 })
  await db.update(tables.flags).set({ points: 40, title: 'Worth more now' }).where(eq(tables.flags.id, ids.broken))
  await db.update(tables.flags).set({ archived_at: new Date() }).where(eq(tables.flags.id, ids.good))
  const [added] = await db
    .insert(tables.flags)
    .values({ exam_id: exam.id, question: 'New?', type: 'NOFLAG', title: 'A new one', position: 2, points: 5 })
    .returning()
  const changes = async (flag: string) =>
    (await bench.asAdmin.getUsersToRegrade({ slug: 'booked-before', flag })).rows.map((row) => [
      row.username,
      row.points - row.points_before,
    ])
  expect(await changes(ids.broken)).toEqual([
    ['edda', 25],
    ['lena', 40],
  ])
  expect(await changes(added!.id)).toEqual([['lena', 5]])
  await bench.asAdmin.startBulk({
    bulkAsk: { action: 'users.regrade', ids: ['edda', 'lena'], flag: ids.broken, reason: 'The role was missing' },
  })
  expect(await attemptOf(early.id)).toMatchObject({ state: 'passed', points: 55 })
  expect(await attemptOf(late.id)).toMatchObject({ state: 'failed', points: 40 })
  // The attempt record lists the booked flags.
  const record = await bench.as('edda').getMyAttempt({ exam: 'booked-before', id: early.id })
  expect(record.flags.map(({ title, points }) => [title, points])).toEqual([
    ['The good one', 30],
    ['The broken one', 25],
  ])
})

test('late submissions are stored with their time but never shown; points are corrected manually with a reason', async () => {
  const { exam, ids } = await examOfCourse('minute-58')
  const attempt = await sat('mina', exam, 'active')
  const mina = bench.as('mina')
  const submit = (flag: string) => mina.submitExamFlag({ id: ids.good, submitExamFlagPayload: { flag } })
  await submit('a wrong one')
  await mina.handInExam({ exam: 'minute-58' })
  await expect(submit('audit-reader')).rejects.toMatchObject({ status: 409 })
  expect(await attemptOf(attempt.id)).toMatchObject({ state: 'failed', points: 0 })
  const names = { username: 'mina', id: attempt.id }
  const tries = await bench.asAdmin.listUserFlagTries(names)
  expect(tries).toMatchObject([
    { flag: 'The good one', correct: true, late: true },
    { flag: 'The good one', correct: false, late: false },
  ])
  expect(JSON.stringify(tries)).not.toMatch(/audit-reader|a wrong one/)
  expect((await mina.listExamFlags({ exam: 'minute-58' }))[0]).toMatchObject({ solved_at: null, wrong_tries: 1 })

  const correct = async (points: number, more = {}) =>
    bench.asAdmin.correctExamPoints({
      ...names,
      pointsCorrection: { version: await version('mina', attempt.id), points, reason: 'The server hung', ...more },
    })
  await expect(correct(30, { version: 1 })).rejects.toMatchObject({ status: 409, code: 'stale_version' })
  await expect(correct(-1)).rejects.toMatchObject({ status: 422 })
  await expect(correct(30, { reason: '' })).rejects.toMatchObject({ status: 422 })
  expect(await correct(30, { dry_run: true, reason: '' })).toMatchObject({ state: 'failed', points: 30 })
  expect(await attemptOf(attempt.id)).toMatchObject({ points: 0 })
  await correct(30)
  expect(await correct(20)).toMatchObject({ state_before: 'failed', state: 'passed', certificate: true })
  // A correction cannot undo a pass.
  await expect(correct(-1)).rejects.toMatchObject({ status: 422 })
  expect((await ledgerOf(attempt.id)).filter(({ kind }) => kind === 'regrade')).toMatchObject([
    { points: 30, reason: 'The server hung', actor_id: expect.any(String) },
    { points: 20 },
  ])
})

test('the timeline of an attempt suffices to compute its end, from the page as well as from the PDF', async () => {
  const { exam, ids } = await examOfCourse('record')
  const attempt = await sat('rita', exam, 'active')
  const actor_id = await bench.idOf('support-person')
  await bench.deps.db.insert(tables.examLedger).values([
    { attempt_id: attempt.id, kind: 'stop', from_at: ago(250), reason: 'Your environment is not available' },
    { attempt_id: attempt.id, kind: 'stop', from_at: ago(245), reason: 'We look into it', actor_id },
    { attempt_id: attempt.id, kind: 'resume', from_at: ago(237.5), reason: 'It is back', actor_id },
    {
      attempt_id: attempt.id,
      kind: 'extension',
      from_at: ago(200),
      seconds: 1_800,
      reason: 'Ein Stromausfall in Łódź',
      actor_id,
    },
    { attempt_id: attempt.id, kind: 'incident', from_at: ago(190), seconds: 600, reason: 'The region was slow' },
    { attempt_id: attempt.id, kind: 'reset', from_at: ago(180), reason: 'You asked for a new environment' },
  ])
  const rita = bench.as('rita')
  await rita.submitExamFlag({ id: ids.good, submitExamFlagPayload: { flag: 'no' } })
  await rita.submitExamFlag({ id: ids.good, submitExamFlagPayload: { flag: 'audit-reader' } })
  const names = { exam: 'record', id: attempt.id }
  const record = await rita.getMyAttempt(names)
  expect(record).toMatchObject({ time_zone: 'America/New_York', points: 30, passing_points: 50 })
  expect(record.rows.map(({ kind }) => kind)).toEqual([
    'ready',
    'check_in',
    'start',
    'stop',
    'stop',
    'resume',
    'extension',
    'incident',
    'reset',
    'solved',
  ])
  expect(record.rows.at(-1)).toMatchObject({ text: 'The good one, after 1 wrong try', points: 30 })
  expect(record.rows[4]).toMatchObject({ actor: 'Support' })
  expect(record.flags[0]).toMatchObject({ tries: 2, solved_at: expect.any(String) })
  const fromPage = endOf(record.rows.map(({ kind, at, seconds }) => ({ kind, at: Date.parse(at), seconds })))
  expect(new Date(fromPage).toISOString()).toBe(record.ends_at)

  const file = Buffer.from(await (await rita.downloadMyAttempt(names)).arrayBuffer())
  const text = pdfText(file)
  expect(text).toContain('Ein Stromausfall in Łódź')
  const KINDS = {
    Start: 'start',
    'Clock paused': 'stop',
    'Clock resumed': 'resume',
    'More time': 'extension',
    'Time for an incident': 'incident',
  }
  const lines = text.matchAll(
    /(\d{4}-\d\d-\d\dT[\d:.]+Z)(Start|Clock paused|Clock resumed|More time|Time for an incident)(?:\+(\d+):(\d\d):(\d\d))?/g,
  )
  const fromPdf = endOf(
    [...lines].map(([, at = '', name = '', hours = '0', minutes = '0', seconds = '0']) => ({
      kind: KINDS[name as keyof typeof KINDS],
      at: Date.parse(at),
      seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    })),
  )
  expect(new Date(fromPdf).toISOString()).toBe(record.ends_at)
  // The PDF also shows the time in the zone of the booking.
  const local = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'America/New_York' })
  expect(text).toContain(local.format(new Date(record.started_at!)))

  const asked = { username: 'rita', id: attempt.id }
  expect((await bench.asAdmin.getUserAttemptRecord(asked)).rows[4]).toMatchObject({ actor: 'support-person' })
  expect((await bench.asAdmin.getUserAttemptPdf(asked)).headers.get('content-type')).toBe('application/pdf')
  await expect(bench.as('stranger').getMyAttempt(names)).rejects.toMatchObject({ status: 404 })
  await expect(bench.as('stranger').downloadMyAttempt(names)).rejects.toMatchObject({ status: 404 })
})

/** End of the attempt, computed by the instructions in the record itself. */
function endOf(rows: { kind: string; at: number; seconds: number }[]): number {
  let end = 0
  let since: number | undefined
  for (const { kind, at, seconds } of rows) {
    if (kind === 'start') end = at + seconds * 1000
    if (kind === 'extension' || kind === 'incident') end += seconds * 1000
    if (kind === 'stop') since ??= at
    if (kind === 'resume' && since !== undefined) {
      end += at - since
      since = undefined
    }
  }
  return end
}

test('a conduct case blocks the certificate, is answered once, waits for the answer, and is decided by another administrator', async () => {
  const { exam, course } = await examOfCourse('doubt', { cooldown_days: [0] })
  const attempt = await sat('cora', exam, 'active')
  const cora = bench.as('cora')
  const names = { username: 'cora', id: attempt.id }
  const opening = {
    version: await version('cora', attempt.id),
    evidence: 'Two addresses within a minute\nhttps://logs.example/1',
  }
  const stale = { ...opening, version: 0 }
  await expect(bench.asAdmin.openConductCase({ ...names, conductOpening: stale })).rejects.toMatchObject({
    status: 409,
  })
  const opened = await bench.asAdmin.openConductCase({ ...names, conductOpening: opening })
  expect(opened).toMatchObject({ under_review: true, conduct_cases: [{ state: 'open', answer: null }] })
  const [first] = opened.conduct_cases
  // After the exam the result stays open until the case is decided, whatever the points and the time passed.
  await bench.deps.db
    .update(tables.examAttempts)
    .set({ terms: { ...terms, passing_points: 0 } })
    .where(eq(tables.examAttempts.id, attempt.id))
  expect((await cora.handInExam({ exam: 'doubt' })).attempts[0]).toMatchObject({
    state: 'provisional',
    under_review: true,
  })
  await bench.pass('cora', exam, 9 * 24 * 60)
  await bench.queue.run('exam-room.tend')
  expect(await attemptOf(attempt.id)).toMatchObject({ state: 'provisional' })
  await bench.deps.db
    .update(tables.examAttempts)
    .set({ state: 'passed', points: 60 })
    .where(eq(tables.examAttempts.id, attempt.id))
  const generate = () =>
    cora.generateCertificate({ course_id: course.slug, generateCertificatePayload: { type: 'arte', name: 'Cora' } })
  await expect(generate()).rejects.toMatchObject({ status: 409 })

  const shown = (await cora.getMyAttempt({ exam: 'doubt', id: attempt.id })).conduct_cases[0]!
  expect(shown).toMatchObject({ evidence: opening.evidence, state: 'open' })
  expect(shown).not.toHaveProperty('opened_by')
  const answer = (text: string, by = cora) =>
    by.answerConductCase({ exam: 'doubt', id: shown.id, conductAnswer: { answer: text } })
  await expect(answer('Not mine', bench.as('stranger'))).rejects.toMatchObject({ status: 404 })

  // The only administrator may decide a case that they opened, with their password.
  const admin = await bench.idOf('administrator-of-tests')
  const { db } = bench.deps
  const current_password = 'the present long one'
  await db
    .update(tables.users)
    .set({ password_hash: await hashPassword(current_password) })
    .where(eq(tables.users.id, admin))
  const decide = (state: 'dismissed' | 'disqualified', more = {}, by = bench.asAdmin) =>
    by.decideConductCase({
      username: 'cora',
      id: shown.id,
      conductDecision: { version: first!.version, state, reason: 'The logs show it', ...more },
    })
  const barred_until = new Date(Date.now() + 30 * 24 * 60 * MINUTE).toISOString().slice(0, 10)
  expect(first).toMatchObject({ allowed: ['dismiss'], needs_proof: true, refusal: null })
  await expect(decide('disqualified', { barred_until })).rejects.toMatchObject({ status: 422 })
  await expect(decide('disqualified', { barred_until, current_password: 'a guess' })).rejects.toMatchObject({
    status: 422,
  })
  // A case cannot be decided while the learner can still answer.
  await expect(decide('disqualified', { barred_until, current_password })).rejects.toMatchObject({ status: 409 })
  await db
    .update(tables.conductCases)
    .set({ created_at: ago((ANSWER_DAYS * 24 + 1) * 60) })
    .where(eq(tables.conductCases.id, shown.id))

  // If another administrator may decide, the one who opened the case may not.
  await bench.as('judge').getMe()
  const judge = await bench.idOf('judge')
  await db
    .update(tables.users)
    .set({ roles: ['user', 'admin'], capabilities: ['support'] })
    .where(eq(tables.users.id, judge))
  await expect(decide('disqualified', { barred_until, current_password })).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/You opened this case/),
  })
  const judged = (more = {}, state: 'dismissed' | 'disqualified' = 'disqualified') =>
    decide(state, more, bench.as('judge'))
  await answer('My phone took over')
  await answer('My phone took over')
  await expect(answer('Something else')).rejects.toMatchObject({ status: 409 })
  await expect(judged({ barred_until })).rejects.toMatchObject({ status: 409, code: 'stale_version' })

  // An earlier certificate stays valid until the decision, which revokes it.
  const certificate = { id: 'certificate-of-cora', user_id: attempt.user_id, course_id: course.id, exam_id: exam.id }
  await db.insert(tables.certificates).values({ ...certificate, type: 'arte', name: 'Cora', title: 'Doubt' })
  expect(await bench.asVisitor.getCertificate({ id: 'certificate-of-cora' })).toMatchObject({ state: 'valid' })
  await bench.give('cora', exam)
  const read = (await bench.as('judge').getUserAttempt(names)).conduct_cases[0]!
  expect(read).toMatchObject({ answer: 'My phone took over', allowed: ['dismiss', 'disqualify'], refusal: null })
  await expect(judged({ version: read.version })).rejects.toMatchObject({ status: 422 })
  await expect(judged({ version: read.version, barred_until: '2020-01-01' })).rejects.toMatchObject({ status: 422 })
  await judged({ version: read.version, barred_until })
  await expect(judged({ version: read.version + 1, barred_until })).rejects.toMatchObject({ status: 409 })
  expect(await attemptOf(attempt.id)).toMatchObject({ state: 'disqualified', barred_until: new Date(barred_until) })
  expect((await ledgerOf(attempt.id)).at(-1)).toMatchObject({
    kind: 'conduct',
    reason: 'The logs show it',
    actor_id: judge,
  })
  expect(await bench.asVisitor.getCertificate({ id: 'certificate-of-cora' })).toMatchObject({
    state: 'revoked',
    reason: 'The exam result was withdrawn.',
  })
  // The bar applies whether or not the next attempt already exists.
  expect((await cora.getCanSchedule({ exam: 'doubt' })).reasons).toMatchObject([{ code: 'cooldown' }])
  await db.insert(tables.examAttempts).values({ user_id: attempt.user_id, exam_id: exam.id, number: 2 })
  expect((await cora.getCanSchedule({ exam: 'doubt' })).reasons).toMatchObject([{ code: 'barred' }])
  expect(await kindsOf('cora')).toEqual(expect.arrayContaining(['exam_case_opened', 'exam_case_decided']))
  const audited = await db
    .select({ action: tables.audit.action })
    .from(tables.audit)
    .where(
      and(eq(tables.audit.subject_id, 'cora'), inArray(tables.audit.action, ['exams.open_case', 'exams.disqualify'])),
    )
  expect(audited).toHaveLength(2)
})

test('a decision that cancels a date removes its booking and frees its cloud account', async () => {
  const { db } = bench.deps
  const { exam } = await examOfCourse('date-back', { cloud: 'azure', title: 'Booked title' })
  const attempt = await sat('otto', exam, 'failed')
  await bench.give('otto', exam)
  await bench.as('otto').scheduleExam({ exam: 'date-back', scheduleExamPayload: hourFromNow(48) })
  const lab = await waitForAccount('azure')
  await db.update(tables.exams).set({ cloud: 'gcp', title: 'Current title' }).where(eq(tables.exams.id, exam.id))
  const names = { username: 'otto', id: attempt.id }
  const conductOpening = { version: await version('otto', attempt.id), evidence: 'Two addresses within a minute' }
  const { conduct_cases } = await bench.asAdmin.openConductCase({ ...names, conductOpening })
  const { id } = conduct_cases[0]!
  const listCases = async (filter: object) =>
    (await bench.asAdmin.listConductCases({ filter: JSON.stringify(filter) })).data
  expect(await listCases({ state: 'open', exam: 'date-back' })).toMatchObject([
    {
      id,
      username: 'otto',
      title: 'Current title',
      attempt_id: attempt.id,
      attempt_state: 'failed',
      answered_at: null,
    },
  ])
  await bench.as('otto').answerConductCase({ exam: 'date-back', id, conductAnswer: { answer: 'Not me' } })
  await bench.as('third-judge', { roles: ['user', 'admin'], capabilities: ['support'] }).decideConductCase({
    username: 'otto',
    id,
    conductDecision: { version: 2, state: 'disqualified', reason: 'The logs show it', barred_until: '2100-01-01' },
  })
  expect(await listCases({ exam: 'date-back' })).toMatchObject([
    { state: 'disqualified', answered_at: expect.any(String), decided_at: expect.any(String) },
  ])
  expect(await listCases({ state: 'open', exam: 'date-back' })).toEqual([])
  expect(await bench.attempt('otto', exam)).toMatchObject({
    number: 2,
    state: 'purchased',
    scheduled_at: null,
    terms: null,
    snapshot_id: null,
    calendar_sequence: 2,
  })
  expect(await lab.state()).toBe('held')
  expect((await bench.as('otto').getMyExam({ exam: 'date-back' })).title).toBe('Current title')
  const mail = (await bench.mails('otto')).find(({ kind }) => kind === 'exam_barred')
  expect(mail?.subject).toContain('Booked title')
})

test('a disqualified candidate who passes later gets a new certificate, and the revoked one stays revoked', async () => {
  const { db } = bench.deps
  const { exam, course, ids } = await examOfCourse('second-chance', { cooldown_days: [0] })
  const first = await sat('nell', exam, 'active')
  await solve(first, ids.good, 30)
  await solve(first, ids.broken, 25)
  const nell = bench.as('nell')
  await nell.handInExam({ exam: 'second-chance' })
  const generate = () =>
    nell.generateCertificate({ course_id: course.slug, generateCertificatePayload: { type: 'arte', name: 'Nell' } })
  const revoked = await generate()
  const names = { username: 'nell', id: first.id }
  const conductOpening = { version: await version('nell', first.id), evidence: 'Two addresses within a minute' }
  const { id } = (await bench.asAdmin.openConductCase({ ...names, conductOpening })).conduct_cases[0]!
  await nell.answerConductCase({ exam: 'second-chance', id, conductAnswer: { answer: 'Not me' } })
  const barred_until = new Date(Date.now() + 24 * 60 * MINUTE).toISOString().slice(0, 10)
  await bench.as('fourth-judge', { roles: ['user', 'admin'], capabilities: ['support'] }).decideConductCase({
    username: 'nell',
    id,
    conductDecision: { version: 2, state: 'disqualified', reason: 'The logs show it', barred_until },
  })
  const states = async () =>
    Promise.all((await certificatesOf('nell')).map((one) => bench.asVisitor.getCertificate({ id: one.id })))
  expect(await states()).toMatchObject([{ id: revoked.id, state: 'revoked' }])
  // There is no newly passed attempt, so the certificate stays revoked.
  expect(await generate()).toMatchObject({ id: revoked.id, state: 'revoked' })
  expect(await nell.listEarnedCertificates()).toEqual([])

  const second = await sat('nell', exam, 'active', { number: 2 })
  await solve(second, ids.good, 30)
  await solve(second, ids.broken, 25)
  await nell.handInExam({ exam: 'second-chance' })
  expect(await nell.listEarnedCertificates()).toMatchObject([{ type: 'arte', course: course.slug }])
  const [fresh, again] = await Promise.all([generate(), generate()])
  expect(fresh).toMatchObject({ state: 'valid', points: 55 })
  expect(again.id).toBe(fresh.id)
  expect((await states()).map((one) => [one.id, one.state]).sort()).toEqual(
    [
      [revoked.id, 'revoked'],
      [fresh.id, 'valid'],
    ].sort(),
  )
  expect(await nell.listEarnedCertificates()).toEqual([])
  // A revoked certificate cannot be restored while a newer one is valid, nor earned again with the same attempt.
  const edit = async (certificate: string, change: boolean) => {
    const row = (await certificatesOf('nell')).find((one) => one.id === certificate)!
    const certificateEdit = { id: certificate, version: row.version, revoked: change, reason: 'By hand' }
    return bench.asAdmin.updateCertificate({ certificateEdit })
  }
  await expect(edit(revoked.id, false)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  await edit(fresh.id, true)
  expect(await generate()).toMatchObject({ id: fresh.id, state: 'revoked' })
  expect(await nell.listEarnedCertificates()).toEqual([])

  // Points added after the exam pass the attempt, so the certificate is issued automatically.
  await db.update(tables.examAttempts).set({ state: 'disqualified' }).where(eq(tables.examAttempts.id, second.id))
  const third = await sat('nell', exam, 'failed', { number: 3, points: 40 })
  const pointsCorrection = { version: await version('nell', third.id), points: 10, reason: 'The server hung' }
  expect(await bench.asAdmin.correctExamPoints({ username: 'nell', id: third.id, pointsCorrection })).toMatchObject({
    state: 'passed',
    certificate: true,
  })
  expect((await states()).filter(({ state }) => state === 'valid')).toHaveLength(1)
})

test('conduct cases that wait for a decision are listed first', async () => {
  const { db } = bench.deps
  const { exam } = await examOfCourse('cases')
  for (const [name, state] of [
    ['uma', 'dismissed'],
    ['ugo', 'open'],
    ['ute', 'disqualified'],
  ] as const) {
    const { id: attempt_id } = await sat(name, exam, 'failed')
    await db.insert(tables.conductCases).values({ attempt_id, state, evidence: 'Seen' })
  }
  const { data } = await bench.asAdmin.listConductCases({ filter: '{"exam":"cases"}' })
  expect(data.map(({ username }) => username)).toEqual(['ugo', 'ute', 'uma'])
  // The list does not contain the evidence and the answers. Only the page of the attempt does.
  expect(JSON.stringify(data)).not.toContain('Seen')
})

test('dismissing a case keeps the result and issues the blocked certificate', async () => {
  const { exam, ids } = await examOfCourse('cleared')
  const attempt = await sat('clara', exam, 'active')
  await solve(attempt, ids.good, 30)
  await solve(attempt, ids.broken, 25)
  const names = { username: 'clara', id: attempt.id }
  const evidence = 'A hint of sharing'
  const { conduct_cases } = await bench.asAdmin.openConductCase({
    ...names,
    conductOpening: { version: await version('clara', attempt.id), evidence },
  })
  await bench.as('clara').handInExam({ exam: 'cleared' })
  await bench.as('second-judge').getMe()
  await bench.deps.db
    .update(tables.users)
    .set({ roles: ['user', 'admin'], capabilities: ['support'] })
    .where(eq(tables.users.username, 'second-judge'))
  expect(await certificatesOf('clara')).toEqual([])
  const decided = await bench.as('second-judge').decideConductCase({
    username: 'clara',
    id: conduct_cases[0]!.id,
    conductDecision: { version: 1, state: 'dismissed', reason: 'It was a colleague’s lab' },
  })
  expect(decided).toMatchObject({ state: 'passed', under_review: false, points: 55 })
  expect(await certificatesOf('clara')).toHaveLength(1)
})

test('voiding an attempt frees its hour and environment, sends a calendar file, and creates no replacement', async () => {
  const { exam } = await examOfCourse('voided', { attempts: 1 })
  await bench.as('vera').getMe()
  await bench.give('vera', exam)
  await bench.as('vera').scheduleExam({ exam: 'voided', scheduleExamPayload: hourFromNow(72) })
  const attempt = await bench.attempt('vera', exam)
  const names = { username: 'vera', id: attempt.id }
  const voided = async (more = {}) =>
    bench.asAdmin.voidExam({
      ...names,
      attemptCorrection: { version: await version('vera', attempt.id), reason: 'Refunded', ...more },
    })
  await expect(voided({ version: 0 })).rejects.toMatchObject({ status: 409, code: 'stale_version' })
  expect(await voided()).toMatchObject({ state: 'void', allowed: [] })
  await expect(voided()).rejects.toMatchObject({ status: 409 })
  const booked = eq(tables.accountBookings.attempt_id, attempt.id)
  expect(await bench.deps.db.select().from(tables.accountBookings).where(booked)).toEqual([])
  expect((await ledgerOf(attempt.id)).at(-1)).toMatchObject({ kind: 'void', reason: 'Refunded' })
  const mail = (await bench.mails('vera')).find(({ kind }) => kind === 'exam_voided')
  expect(mail?.text).toContain('Refunded')
  const attached = mail?.attachments as { content_base64: string }[]
  expect(atob(attached[0]!.content_base64)).toContain('METHOD:CANCEL')
  await bench.queue.run('exam-room.open')
  expect((await bench.as('vera').getMyExam({ exam: 'voided' })).attempts).toHaveLength(1)
  expect((await bench.as('vera').getCanSchedule({ exam: 'voided' })).reasons).toMatchObject([
    { code: 'no_attempts_left' },
  ])
  const passed = await sat('vito', exam, 'passed')
  await expect(
    bench.asAdmin.voidExam({ username: 'vito', id: passed.id, attemptCorrection: { version: 1, reason: 'No' } }),
  ).rejects.toMatchObject({ status: 409 })
})
