import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExamBench, hourFromNow, openExamBench } from '../../../../../test/fixtures/exam-fixture.ts'
import { publishLegalPage } from '../../../../../test/legal.ts'
import { deployments, examAttempts, exams, flags, outbox, simulatedFaults } from '../../../../db/schema/index.ts'
import { findAccountByLogin } from '../../../platform/auth/queries.ts'
import { startSession } from '../../../platform/auth/sign-in/sign-in.ts'
import { appendToLedger } from '../attempts/attempt-queries.ts'

let bench: ExamBench
beforeAll(async () => {
  bench = await openExamBench()
  await bench.addAccounts(20)
})
afterAll(() => bench.close())

type Exam = Awaited<ReturnType<ExamBench['exam']>>
const saveRules = ({ id }: Exam, rules: string) => bench.deps.db.update(exams).set({ rules }).where(eq(exams.id, id))

test('a booking stores exactly the accepted rules; outdated ones are rejected with the current text', async () => {
  const exam = await bench.exam('ruled', { rules: 'Work **unaided**.', reschedules: 5 })
  const rosa = bench.as('rosa')
  await bench.give('rosa', exam)
  const book = (accepted_rules?: string) =>
    rosa.scheduleExam({
      exam: 'ruled',
      scheduleExamPayload: { ...hourFromNow(72), ...(accepted_rules !== undefined && { accepted_rules }) },
    })
  const refused = (rules: string) => ({ status: 422, errors: [{ field: 'accepted_rules' }], extra: { rules } })
  await saveRules(exam, 'Work **unaided**, and sleep.')
  await expect(book('Work **unaided**.')).rejects.toMatchObject(refused('Work **unaided**, and sleep.'))
  await book('Work **unaided**, and sleep.')
  const { accepted_rules: accepted } = await rosa.getMyExam({ exam: 'ruled' })
  expect(accepted).toEqual({ text: 'Work **unaided**, and sleep.', at: expect.any(String) })

  // Rescheduling asks only for changed rules. Accepted ones stay accepted.
  const move = (hours: number, more = {}) =>
    rosa.rescheduleExam({ exam: 'ruled', rescheduleExamPayload: { ...hourFromNow(hours), ...more } })
  await move(73)
  expect((await rosa.getMyExam({ exam: 'ruled' })).accepted_rules).toEqual(accepted)
  await saveRules(exam, 'Sleep.')
  expect((await rosa.getMyExam({ exam: 'ruled' })).accepted_rules).toEqual(accepted)
  await expect(move(74, { accepted_rules: 'Work **unaided**.' })).rejects.toMatchObject(refused('Sleep.'))
  // Rescheduling without accepting the new rules postpones the question to the check-in.
  await move(74)
  expect((await rosa.getMyExam({ exam: 'ruled' })).accepted_rules).toBeNull()
  await move(75, { accepted_rules: 'Sleep.' })
  const attempt = await bench.attempt('rosa', exam)
  const shown = await bench.asAdmin.getUserAttempt({ username: 'rosa', id: attempt.id })
  expect(shown.accepted_rules).toMatchObject({ text: 'Sleep.' })
})

test('a candidate booked by an administrator accepts the rules at check-in; an exam without rules asks for nothing', async () => {
  const exam = await bench.exam('for-you', { rules: 'Work unaided.' })
  await bench.give('abel', exam)
  const scheduleExamEdit = { ...hourFromNow(48), beyond_capacity: true }
  await bench.asAdmin.scheduleExamForUser({ username: 'abel', exam_slug: 'for-you', scheduleExamEdit })
  // Rules published after the booking do not apply to it.
  await saveRules(exam, 'Work unaided, and sleep.')
  const abel = bench.as('abel')
  expect(await abel.getMyExam({ exam: 'for-you' })).toMatchObject({ accepted_rules: null, rules: 'Work unaided.' })
  await bench.deps.db.update(examAttempts).set({ state: 'preparing' }).where(eq(examAttempts.exam_id, exam.id))
  const checkIn = (accepted_rules: string) => abel.checkInExam({ exam: 'for-you', checkInPayload: { accepted_rules } })
  await expect(abel.checkInExam({ exam: 'for-you' })).rejects.toMatchObject({ errors: [{ field: 'accepted_rules' }] })
  for (const text of ['Anything.', 'Work unaided, and sleep.'])
    await expect(checkIn(text)).rejects.toMatchObject({ extra: { rules: 'Work unaided.' } })
  const { attempts, accepted_rules } = await checkIn('Work unaided.')
  expect(attempts[0]?.checked_in_at).not.toBeNull()
  expect(accepted_rules).toMatchObject({ text: 'Work unaided.' })

  const free = await bench.exam('free')
  await bench.give('abel', free)
  await abel.scheduleExam({ exam: 'free', scheduleExamPayload: hourFromNow(96) })
  expect((await abel.getMyExam({ exam: 'free' })).accepted_rules).toBeNull()
})

/** Starts an exam and lets so many minutes pass. No environment is built. */
async function sit(name: string, exam: Exam, minutes = 0) {
  await bench.give(name, exam)
  await bench.as(name).scheduleExam({ exam: exam.slug, scheduleExamPayload: hourFromNow(48) })
  const { id } = await bench.attempt(name, exam)
  await bench.deps.db.update(examAttempts).set({ state: 'active' }).where(eq(examAttempts.id, id))
  await appendToLedger(bench.deps.db, id, [{ kind: 'start', from_at: new Date(), seconds: 4 * 3600 }])
  if (minutes > 0) await bench.pass(name, exam, minutes)
  return { exam: exam.slug, id }
}

test('notes are saved from the start; the slower of two devices gets both versions, and only their candidate can read them', async () => {
  const exam = await bench.exam('noted')
  const nora = bench.as('nora')
  await bench.give('nora', exam)
  const early = { exam: 'noted', id: (await bench.attempt('nora', exam)).id }
  const save = (text: string, version: number, names = early) =>
    nora.saveExamNotes({ ...names, examNotesEdit: { text, version } })
  await expect(save('Too early', 0)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  const names = await sit('nora', exam)
  expect(await nora.getExamNotes(names)).toEqual({ text: '', updated_at: null, version: 0 })
  expect(await save('One', 0)).toMatchObject({ text: 'One', version: 1 })
  const other = { code: 'stale_version', extra: { notes: { text: 'One', version: 1 } } }
  await expect(save('Another first', 0)).rejects.toMatchObject(other)
  expect(await save('Two', 1)).toMatchObject({ text: 'Two', version: 2 })
  await expect(save('From the other device', 1)).rejects.toMatchObject({
    extra: { notes: { text: 'Two', version: 2 } },
  })
  await expect(save('ä'.repeat(32_769), 2)).rejects.toMatchObject({ status: 422 })
  expect(await save('ä'.repeat(32_768), 2)).toMatchObject({ version: 3 })
  const stranger = bench.as('stranger')
  await expect(stranger.getExamNotes(names)).rejects.toMatchObject({ status: 404 })
  await expect(stranger.saveExamNotes({ ...names, examNotesEdit: { text: 'Mine', version: 3 } })).rejects.toMatchObject(
    { status: 404 },
  )
  await expect(nora.getExamNotes({ ...names, exam: 'ruled' })).rejects.toMatchObject({ status: 404 })

  // Notes typed offline are accepted for a while after the end. Later they are read-only.
  await nora.handInExam({ exam: 'noted' })
  expect(await save('The last words', 3)).toMatchObject({ version: 4 })
  await bench.pass('nora', exam, 31)
  await expect(save('Long after', 4)).rejects.toMatchObject({ code: 'conflict' })
  expect(await nora.getExamNotes(names)).toMatchObject({ text: 'The last words' })
})

test('a problem report is stored with the minute and sent to support; the answer reaches the room and the mail once', async () => {
  const exam = await bench.exam('troubled', { title: 'Cloud expert' })
  const tessa = bench.as('tessa')
  const report = (text: string) =>
    tessa.reportExamProblem({ exam: 'troubled', examReportPayload: { kind: 'flag', text } })
  await bench.give('tessa', exam)
  await expect(report('Too early')).rejects.toMatchObject({ status: 409 })
  const { id } = await sit('tessa', exam, 58)
  await report('I hand in the flag,\n\nand it is <b>refused</b>.')
  const { reports } = await tessa.getMyExam({ exam: 'troubled' })
  expect(reports).toMatchObject([{ kind: 'flag', minute: 58, environment: null, answer: null }])
  const [mail] = await bench.deps.db.select().from(outbox).where(eq(outbox.kind, 'exam_report'))
  expect(mail).toMatchObject({
    recipient: bench.deps.config.contactEmail,
    subject: 'A candidate reports a problem: Cloud expert',
    text: expect.stringContaining('/admin/users/tessa/exams'),
    html: expect.stringContaining('&lt;b&gt;refused'),
  })
  expect((await bench.asAdmin.getDashboard()).attention).toContainEqual(
    expect.objectContaining({ message: 'Candidates who reported a problem and wait for an answer', count: 1 }),
  )

  const names = { username: 'tessa', id, report: reports[0]!.id }
  const shown = await bench.asAdmin.getUserAttempt({ username: 'tessa', id })
  expect(shown).toMatchObject({
    reports: [{ answer: null, version: 1 }],
    allowed: expect.arrayContaining(['answer_report']),
  })
  const answer = (text: string) =>
    bench.asAdmin.answerExamReport({ ...names, examReportAnswer: { version: 1, answer: text } })
  await expect(
    bench.asAdmin.answerExamReport({ ...names, username: 'nora', examReportAnswer: { version: 1, answer: 'No' } }),
  ).rejects.toMatchObject({ status: 404 })
  expect(await answer('We mended the flag.')).toMatchObject({
    reports: [{ answer: 'We mended the flag.', answered_by: expect.any(String), version: 2 }],
  })
  await expect(answer('Twice')).rejects.toMatchObject({ code: 'stale_version' })
  expect((await tessa.getMyExam({ exam: 'troubled' })).reports).toMatchObject([{ answer: 'We mended the flag.' }])
  expect((await bench.mails('tessa')).map(({ kind }) => kind)).toContain('exam_report_answered')
  expect((await bench.asAdmin.getUser({ username: 'tessa' })).issues).toMatchObject({ exam_report: 0 })

  for (let more = 2; more <= 6; more++) await report(`Number ${more}`)
  await expect(report('One too many')).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) })
  await tessa.handInExam({ exam: 'troubled' })
  await expect(report('Afterwards')).rejects.toMatchObject({ status: 409 })
})

/** Yields the names of the server-sent events of a page. */
async function* eventsOf({ body }: Response) {
  for await (const chunk of body!.pipeThrough(new TextDecoderStream()))
    for (const [, name] of chunk.matchAll(/^event: (.*)$/gm)) yield name
}

test('an open room is notified immediately of changes by other devices, support or sweeps, but not after its session ends', async () => {
  const exam = await bench.exam('heard')
  const [flag] = await bench.deps.db
    .insert(flags)
    .values({ exam_id: exam.id, position: 0, title: 'F', question: 'Which?', type: 'STATIC', points: 1, secret: 'yes' })
    .returning()
  const sam = bench.as('sam')
  const names = await sit('sam', exam)
  const base = await bench.app.listen({ port: 0, host: '127.0.0.1' })
  const account = await findAccountByLogin(bench.deps.db, 'sam')
  const { session, refreshToken } = await startSession(bench.deps, account!, {
    address: '127.0.0.1',
    userAgent: 'vitest',
  })
  const response = await fetch(`${base}/api/v1/exams/heard/events`, {
    headers: { authorization: `Bearer ${session.access_token}` },
    // A silent stream fails this test instead of running into the timeout of the suite.
    signal: AbortSignal.timeout(10_000),
  })
  const events = eventsOf(response)
  const next = async () => (await events.next()).value
  expect(await next()).toBe('exam')

  // Each event must come from a notification: everything here happens within five seconds, before the first poll.
  const began = Date.now()
  await sam.submitExamFlag({ id: flag!.id, submitExamFlagPayload: { flag: 'yes' } })
  expect(await next()).toBe('exam')
  await sam.saveExamNotes({ ...names, examNotesEdit: { text: 'Found it', version: 0 } })
  expect(await next()).toBe('notes')
  await bench.asAdmin.extendExam({
    exam_id: 'heard',
    user_id: 'sam',
    extendExamEdit: { minutes: 5, reason: 'For the trouble' },
  })
  expect(await next()).toBe('exam')
  await bench.queue.run('exam-room.tend')
  expect(await next()).toBe('exam')
  // The sweep sent several events before the one about the notes.
  await sam.saveExamNotes({ ...names, examNotesEdit: { text: 'And the next', version: 1 } })
  while ((await next()) !== 'notes');
  expect(Date.now() - began).toBeLessThan(4_500)
  await sam.endMySession({ id: refreshToken.split('.')[0]! })
  await sam.handInExam({ exam: 'heard' })
  expect((await events.next()).done).toBe(true)

  const bearer = {
    authorization: `Bearer ${(await startSession(bench.deps, account!, { address: '127.0.0.1', userAgent: 'vitest' })).session.access_token}`,
  }
  await bench.exam('hidden', { status: 'draft' })
  expect((await fetch(`${base}/api/v1/exams/hidden/events`, { headers: bearer })).status).toBe(404)
})

test('a pre-flight builds something small before an exam and removes it, without counting or blocking others', async () => {
  const exam = await bench.exam('tried')
  const petra = bench.as('petra')
  await bench.give('petra', exam)
  const start = () => petra.startExamPreflight({ exam: 'tried' })
  const shown = async () => (await petra.getMyExam({ exam: 'tried' })).preflight
  const last = async () => {
    const { id } = await bench.attempt('petra', exam)
    const rows = await bench.deps.db.select().from(deployments).where(eq(deployments.preflight_of, id))
    return rows.sort((a, b) => b.created_at.getTime() - a.created_at.getTime())[0]!
  }
  // Finishes the jobs of other tests, so that the fault below affects only this one.
  await bench.queue.work()
  const before = (await bench.asAdmin.getDashboard()).deployments
  await expect(start()).rejects.toMatchObject({ status: 409, message: expect.stringMatching(/^Book your exam first/) })
  await petra.scheduleExam({ exam: 'tried', scheduleExamPayload: hourFromNow(48) })
  expect(await shown()).toBeNull()

  // The error of the provider is shown, and the learner can try again immediately.
  await bench.deps.db
    .insert(simulatedFaults)
    .values({ step: 'apply', effect: 'fail', message: 'Out of addresses.', times: 1 })
  await start()
  await bench.queue.work()
  expect(await shown()).toMatchObject({ state: 'failed', message: expect.stringContaining('Out of addresses.') })

  const first = await start()
  expect(first).toMatchObject({ state: 'building', seconds: null })
  expect(await start()).toMatchObject({ asked_at: first.asked_at })
  await bench.queue.work()
  expect(await last()).toMatchObject({ state: 'running', exam_id: null, lab_id: null })
  await bench.queue.run('deployments.sweep')
  expect(await last()).toMatchObject({ state: 'ending', reason: 'expired' })
  await bench.queue.work()
  expect(await last()).toMatchObject({ state: 'ended' })
  const passed = await shown()
  expect(passed).toMatchObject({ state: 'passed', seconds: expect.any(Number), again_at: expect.any(String) })
  await expect(start()).rejects.toMatchObject({ status: 409 })
  expect((await bench.asAdmin.getDashboard()).deployments).toEqual(before)
  expect(await bench.attempt('petra', exam)).toMatchObject({ state: 'scheduled', resets_used: 0 })

  // A preflight that takes too long is cancelled.
  const back = (minutes: number) =>
    bench.deps.db.execute(sql`update deployments set created_at = created_at - make_interval(mins => ${minutes}::int)
      where preflight_of is not null`)
  await back(241)
  await start()
  await back(11)
  await bench.queue.run('deployments.sweep')
  expect(await last()).toMatchObject({ state: 'ending', reason: 'expired' })
  expect(await shown()).toMatchObject({ state: 'failed', again_at: null })

  // The exam starts soon and needs both accounts, one as a spare, so none is left for the preflight.
  const tight = await bench.exam('tight', { cloud: 'gcp' })
  await bench.addAccounts(2, { cloud: 'gcp' })
  await bench.give('petra', tight)
  await petra.scheduleExam({ exam: 'tight', scheduleExamPayload: hourFromNow(48) })
  const { scheduled_at } = await bench.attempt('petra', tight)
  await bench.pass('petra', tight, (scheduled_at!.getTime() - Date.now()) / 60_000 - 50)
  await expect(petra.startExamPreflight({ exam: 'tight' })).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^All accounts are in use/),
  })
  await bench.addAccounts(1, { cloud: 'gcp' })
  expect(await petra.startExamPreflight({ exam: 'tight' })).toMatchObject({ state: 'building' })
  await bench.pass('petra', tight, 6)
  await expect(petra.startExamPreflight({ exam: 'tight' })).rejects.toMatchObject({ status: 409 })
})

test('the rules for all exams are accepted with those of the exam, and their version is recorded', async () => {
  const exam = await bench.exam('with-common-rules', { rules: 'Sleep.', reschedules: 5 })
  const ruth = bench.as('ruth')
  await bench.give('ruth', exam)
  const version = await publishLegalPage(bench, 'exam_rules', { markdown: 'No help.' })
  const { rules } = await ruth.getMyExam({ exam: 'with-common-rules' })
  expect(rules).toBe('No help.\n\nSleep.')
  const book = (accepted_rules: string) =>
    ruth.scheduleExam({ exam: 'with-common-rules', scheduleExamPayload: { ...hourFromNow(72), accepted_rules } })
  await expect(book('Sleep.')).rejects.toMatchObject({ errors: [{ field: 'accepted_rules' }], extra: { rules } })
  await book(rules)
  const accepted = await bench.asAdmin.listUserAcceptances({ username: 'ruth' })
  expect(accepted).toMatchObject([{ page: 'exam_rules', version, via: 'exam' }])
  // A version that follows does not change a booking.
  await publishLegalPage(bench, 'exam_rules', { markdown: 'No help at all.' })
  const shown = await ruth.getMyExam({ exam: 'with-common-rules' })
  expect(shown.accepted_rules).toMatchObject({ text: rules })
  expect(shown.rules).toBe('No help at all.\n\nSleep.')
})
