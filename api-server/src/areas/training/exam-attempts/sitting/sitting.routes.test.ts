import { randomUUID } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExamBench, hourFromNow, openExamBench } from '../../../../../test/fixtures/exam-fixture.ts'
import {
  accountBookings,
  cloudAccounts,
  conductCases,
  deploymentInventories,
  deployments,
  entitlements,
  examAttempts,
  exams,
  extraPoints,
  flagAlerts,
  flags,
  simulatedFaults,
  simulatedResources,
} from '../../../../db/schema/index.ts'

let bench: ExamBench
beforeAll(async () => {
  bench = await openExamBench()
  await bench.addAccounts(40)
})
afterAll(() => bench.close())

const MINUTE = 60_000
type Exam = Awaited<ReturnType<ExamBench['exam']>>

async function addFlags(exam: Exam) {
  const ids = { easy: randomUUID(), planted: randomUUID() }
  const common = { exam_id: exam.id, title: 'Flag', question: 'Which?' }
  await bench.deps.db.insert(flags).values([
    { ...common, id: ids.easy, position: 0, type: 'STATIC', points: 30, secret: 'audit-reader' },
    { ...common, id: ids.planted, position: 1, type: 'DYNAMIC', points: 50, secret: 'flag_payroll' },
  ])
  return ids
}

/** Runs sweeps and jobs until nothing changes. Used accounts stay dirty, as there are enough of them. */
async function tend() {
  const { queue } = bench
  for (;;) {
    await queue.run('exam-room.tend')
    queue.waiting.splice(
      0,
      queue.waiting.length,
      ...queue.waiting.filter(({ name }) => name.startsWith('deployments.')),
    )
    if (queue.waiting.length === 0) return
    await queue.work()
  }
}

/** Books an exam and lets time pass until this many minutes before its start. */
async function bookUntil(name: string, exam: Exam, minutesBefore: number) {
  await bench.as(name).getMe()
  await bench.give(name, exam)
  await bench.as(name).scheduleExam({ exam: exam.slug, scheduleExamPayload: hourFromNow(48) })
  await passUntil(name, exam, minutesBefore)
}

async function passUntil(name: string, exam: Exam, minutesBefore: number) {
  const { scheduled_at } = await bench.attempt(name, exam)
  const left = (scheduled_at!.getTime() - Date.now()) / MINUTE
  await bench.pass(name, exam, left - minutesBefore)
}

/** Starts an exam. */
async function start(name: string, exam: Exam) {
  await bookUntil(name, exam, 40)
  await tend()
  await passUntil(name, exam, 0)
  await bench.as(name).checkInExam({ exam: exam.slug })
}

const environmentsOf = async (name: string, exam: Exam) =>
  bench.deps.db
    .select()
    .from(deployments)
    .where(and(eq(deployments.user_id, await bench.idOf(name)), eq(deployments.exam_id, exam.id)))
    .orderBy(desc(deployments.created_at))

const kinds = async (name: string, exam: Exam) => (await bench.ledger(name, exam)).map(({ kind }) => kind)

async function planted(deployment: string) {
  const rows = await bench.deps.db
    .select()
    .from(simulatedResources)
    .where(eq(simulatedResources.deployment_id, deployment))
  return /FLAG\{[0-9a-f]{32}\}/.exec(JSON.stringify(rows))?.[0] ?? 'none'
}

test('an exam is prepared, taken and passed in a reserved account, with nothing shown too early', async () => {
  const exam = await bench.exam('whole', { passing_points: 70 })
  const ids = await addFlags(exam)
  const pia = bench.as('pia')
  await bookUntil('pia', exam, 50)
  await tend()
  expect(await bench.attempt('pia', exam)).toMatchObject({ state: 'scheduled' })
  await expect(pia.checkInExam({ exam: 'whole' })).rejects.toMatchObject({ status: 409 })

  await passUntil('pia', exam, 44)
  await bench.queue.run('exam-room.tend')
  const [building] = await environmentsOf('pia', exam)
  const account = async () =>
    (await bench.deps.db.select().from(cloudAccounts).where(eq(cloudAccounts.id, building!.cloud_account_id!)))[0]
  expect(await account()).toMatchObject({ status: 'Locked', lock_reason: 'reserved' })
  await tend()
  expect(await account()).toMatchObject({ status: 'Provisioned' })
  const ready = await pia.getMyExam({ exam: 'whole' })
  await bench.queue.run('exam-room.tell')
  expect(ready.attempts[0]).toMatchObject({ state: 'preparing', ready_at: expect.any(String), started_at: null })
  expect(ready.environment).toMatchObject({ state: 'running', credentials: [], console_url: null })
  await expect(pia.listExamFlags({ exam: 'whole' })).rejects.toMatchObject({ status: 409 })
  const early = { submitExamFlagPayload: { flag: 'audit-reader' } }
  await expect(pia.submitExamFlag({ id: ids.easy, ...early })).rejects.toMatchObject({ status: 409 })

  // Checking in early does not start the clock.
  expect((await pia.checkInExam({ exam: 'whole' })).attempts[0]).toMatchObject({ state: 'preparing' })
  await tend()
  expect(await bench.attempt('pia', exam)).toMatchObject({ state: 'preparing', started_at: null })
  await passUntil('pia', exam, 0)
  await tend()
  const running = await pia.getMyExam({ exam: 'whole' })
  expect(running.attempts[0]).toMatchObject({ state: 'active', seconds_left: expect.any(Number) })
  expect(Math.abs(running.attempts[0]!.seconds_left - 240 * 60)).toBeLessThan(30)
  expect(running.environment?.credentials.length).toBeGreaterThan(0)

  const submit = (id: string, flag: string) => pia.submitExamFlag({ id, submitExamFlagPayload: { flag } })
  expect(await submit(ids.easy, 'wrong')).toMatchObject({ correct: false, flag: { wrong_tries: 1, solved_at: null } })
  expect(await submit(ids.easy, ' audit-reader ')).toMatchObject({ correct: true, points: 30 })
  expect(await submit(ids.easy, 'audit-reader')).toMatchObject({ correct: true, points: 30 })
  expect(await submit(ids.planted, await planted(building!.id))).toMatchObject({ correct: true, points: 80 })
  expect(await pia.listExamFlags({ exam: 'whole' })).toMatchObject([
    { id: ids.easy, wrong_tries: 1 },
    { id: ids.planted },
  ])
  expect(await pia.checkExamFlag({ id: ids.easy })).toMatchObject({ solved_at: expect.any(String) })
  await expect(bench.as('stranger').checkExamFlag({ id: ids.easy })).rejects.toMatchObject({ status: 404 })
  await expect(bench.as('stranger').submitExamFlag({ id: ids.easy, ...early })).rejects.toMatchObject({ status: 404 })

  expect((await pia.handInExam({ exam: 'whole' })).attempts[0]).toMatchObject({ state: 'passed', points: 80 })
  await tend()
  expect((await environmentsOf('pia', exam))[0]).toMatchObject({ state: 'ended', reason: 'exam_over' })
  expect(await bench.deps.db.select().from(accountBookings)).toEqual([])
  await expect(submit(ids.easy, 'audit-reader')).rejects.toMatchObject({ status: 409 })
  await expect(pia.handInExam({ exam: 'whole' })).rejects.toMatchObject({ status: 409 })
  expect(await kinds('pia', exam)).toEqual(['start', 'end'])
  for (let twice = 0; twice < 2; twice++) await bench.queue.run('exam-room.tell')
  const mailed = (await bench.mails('pia')).map(({ kind }) => kind).filter((kind) => kind !== 'exam_reminder')
  expect(mailed).toEqual(['exam_booked', 'exam_ready', 'exam_result'])
})

test('an exam ends a few seconds after its time, later flags are rejected, and the next attempt follows the cooldown', async () => {
  const exam = await bench.exam('timed', { passing_points: 70, cooldown_days: [7] })
  const ids = await addFlags(exam)
  await start('theo', exam)
  const theo = bench.as('theo')
  await bench.pass('theo', exam, 240.02)
  await expect(
    theo.submitExamFlag({ id: ids.easy, submitExamFlagPayload: { flag: 'audit-reader' } }),
  ).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/time is over/),
  })
  await expect(theo.resetExam({ slug: 'timed' })).rejects.toMatchObject({ status: 409 })
  await bench.pass('theo', exam, 0.1)
  await tend()
  expect(await bench.attempt('theo', exam)).toMatchObject({ state: 'failed', points: 0, number: 1 })
  expect((await theo.getCanSchedule({ exam: 'timed' })).reasons).toMatchObject([{ code: 'cooldown' }])
  await bench.pass('theo', exam, 7 * 24 * 60)
  await bench.queue.run('exam-room.open')
  expect(await bench.attempt('theo', exam)).toMatchObject({ state: 'purchased', number: 2 })
})

test('a reset keeps solved flags, pauses the clock until the new environment runs, and adds no other time', async () => {
  const exam = await bench.exam('reset-me', { resets: 1 })
  const ids = await addFlags(exam)
  await start('resa', exam)
  const resa = bench.as('resa')
  const [first] = await environmentsOf('resa', exam)
  const old = await planted(first!.id)
  await resa.submitExamFlag({ id: ids.easy, submitExamFlagPayload: { flag: 'audit-reader' } })
  await bench.pass('resa', exam, 30)
  const before = (await bench.attempt('resa', exam)).active_until!
  const asked = await resa.resetExam({ slug: 'reset-me' })
  expect(asked.attempts[0]).toMatchObject({ active_until: null, clock_stopped_at: expect.any(String), resets_left: 0 })
  expect(asked.environment).toMatchObject({ credentials: [] })
  const left = asked.attempts[0]!.seconds_left
  await bench.pass('resa', exam, 20)
  expect((await resa.getMyExam({ exam: 'reset-me' })).attempts[0]!.seconds_left).toBe(left)
  await tend()
  const after = await bench.attempt('resa', exam)
  expect(after.clock_stopped_at).toBeNull()
  const rows = await bench.ledger('resa', exam)
  expect(rows.map(({ kind }) => kind)).toEqual(['start', 'reset', 'stop', 'resume'])
  const stoppedMs = rows[3]!.from_at!.getTime() - rows[2]!.from_at!.getTime()
  // The test moved all times back by 20 minutes.
  expect(after.active_until!.getTime()).toBe(before.getTime() - 20 * MINUTE + stoppedMs)
  const now = await resa.listExamFlags({ exam: 'reset-me' })
  expect(now[0]).toMatchObject({ id: ids.easy, solved_at: expect.any(String) })
  // A value found in the previous environment still counts.
  expect(await resa.submitExamFlag({ id: ids.planted, submitExamFlagPayload: { flag: old } })).toMatchObject({
    correct: true,
  })
  await expect(resa.resetExam({ slug: 'reset-me' })).rejects.toMatchObject({ status: 409 })
})

test('a lost environment pauses the clock and is rebuilt without a reset; after three failed builds support is notified', async () => {
  const exam = await bench.exam('fragile')
  await start('fritz', exam)
  const [first] = await environmentsOf('fritz', exam)
  await bench.deps.db
    .update(deployments)
    .set({ state: 'ended', reason: 'failed', ended_at: new Date(), cloud_account_id: null })
    .where(eq(deployments.id, first!.id))
  await bench.deps.db
    .insert(simulatedFaults)
    .values({ step: 'apply', effect: 'fail', message: 'Out of addresses.', times: 1 })
  await tend()
  expect(await kinds('fritz', exam)).toEqual(['start', 'stop', 'resume'])
  expect(await bench.attempt('fritz', exam)).toMatchObject({ state: 'active', resets_used: 0 })
  expect(await environmentsOf('fritz', exam)).toHaveLength(3)
  await bench.deps.db
    .update(deployments)
    .set({ state: 'ended', reason: 'administrator', ended_at: new Date(), cloud_account_id: null })
    .where(eq(deployments.id, (await environmentsOf('fritz', exam))[0]!.id))
  await bench.deps.db
    .insert(simulatedFaults)
    .values({ step: 'apply', effect: 'fail', message: 'Out of addresses.', times: 9 })
  await tend()
  await tend()
  expect(await environmentsOf('fritz', exam)).toHaveLength(6)
  expect((await bench.asAdmin.getDashboard()).attention).toContainEqual({
    message: 'Candidates whose exam environment cannot be built',
    count: 1,
    to: expect.stringContaining('/admin/users?filter='),
  })
  const { data: candidates } = await bench.asAdmin.listUsers({ filter: '{"issue":"exam_environment"}' })
  expect(candidates.map(({ username }) => username)).toEqual(['fritz'])
  expect((await bench.asAdmin.getUser({ username: 'fritz' })).issues).toMatchObject({ exam_environment: 1 })
  await bench.pass('fritz', exam, 600)
  await tend()
  expect(await bench.attempt('fritz', exam)).toMatchObject({ state: 'active', active_until: null })
  await bench.deps.db.delete(simulatedFaults)
  await bench.as('fritz').handInExam({ exam: 'fragile' })
})

test('a candidate who does not check in within an hour misses the exam; after an outage the hour starts when we are ready', async () => {
  const exam = await bench.exam('missed')
  await bookUntil('nils', exam, 40)
  await tend()
  await passUntil('nils', exam, -59)
  await tend()
  expect(await bench.attempt('nils', exam)).toMatchObject({ state: 'preparing' })
  await passUntil('nils', exam, -60)
  await tend()
  expect(await bench.attempt('nils', exam)).toMatchObject({ state: 'no_show', decided_at: expect.any(Date) })
  await tend()
  expect((await environmentsOf('nils', exam)).map(({ state, reason }) => [state, reason])).toEqual([
    ['ended', 'exam_over'],
  ])
  await bench.queue.run('exam-room.tell')
  expect((await bench.mails('nils')).at(-1)).toMatchObject({
    kind: 'exam_result',
    subject: 'We missed you: Exam missed',
  })

  // The first sweep since two days before the exam runs 90 minutes after its start.
  await bookUntil('late', exam, -90)
  await tend()
  expect(await environmentsOf('late', exam)).toHaveLength(1)
  expect(await bench.attempt('late', exam)).toMatchObject({ state: 'preparing', ready_at: expect.any(Date) })
  const [delay] = await bench.ledger('late', exam)
  expect(delay).toMatchObject({ kind: 'delay', reason: expect.any(String) })
  expect(Math.abs(delay!.seconds - 90 * 60)).toBeLessThan(30)
  const { attempts } = await bench.as('late').checkInExam({ exam: 'missed' })
  // The candidate gets the full time.
  expect(attempts[0]!.state).toBe('active')
  expect(Math.abs(attempts[0]!.seconds_left - 240 * 60)).toBeLessThan(30)
  await bench.as('late').handInExam({ exam: 'missed' })
})

test('a candidate who is 20 minutes late gets the full time, however early the environment was ready', async () => {
  const exam = await bench.exam('waited')
  await bookUntil('lena', exam, 40)
  await tend()
  const [environment] = await environmentsOf('lena', exam)
  const before = new Date(Date.now() - 120 * MINUTE)
  const { id } = await bench.attempt('lena', exam)
  await bench.deps.db.update(deployments).set({ running_at: before }).where(eq(deployments.id, environment!.id))
  await bench.deps.db.update(examAttempts).set({ ready_at: before }).where(eq(examAttempts.id, id))
  await passUntil('lena', exam, -20)
  await tend()
  const { attempts } = await bench.as('lena').checkInExam({ exam: 'waited' })
  expect(attempts[0]).toMatchObject({ state: 'active' })
  expect(Math.abs(attempts[0]!.seconds_left - 240 * 60)).toBeLessThan(30)
  await bench.queue.run('deployments.sweep')
  expect(await environmentsOf('lena', exam)).toMatchObject([{ state: 'running', ends_at: null }])
  await bench.as('lena').handInExam({ exam: 'waited' })
})

test.each(['ends', 'is revoked'])('when access %s during an attempt, a right flag still counts', async (way) => {
  const { db } = bench.deps
  const exam = await bench.exam(`access-${way.replace(' ', '-')}`, { passing_points: 30 })
  const { easy } = await addFlags(exam)
  const name = `of-${exam.slug}`
  await start(name, exam)
  const [held] = await db.select().from(entitlements).where(eq(entitlements.exam_id, exam.id))
  const { id, version } = held!
  if (way === 'ends')
    await db
      .update(entitlements)
      .set({ ends_at: new Date(Date.now() - MINUTE) })
      .where(eq(entitlements.id, id))
  else {
    const edit = { version, reason: 'A test', end_running: false }
    const { preview } = await bench.asAdmin.revokeEntitlement({
      id,
      entitlementRevocation: { ...edit, dry_run: true },
    })
    await bench.asAdmin.revokeEntitlement({ id, entitlementRevocation: { ...edit, preview } })
  }
  const api = bench.as(name)
  expect(await api.getMyExam({ exam: exam.slug })).toMatchObject({ has_access: false, attempts: [{ state: 'active' }] })
  const submitExamFlagPayload = { flag: 'audit-reader' }
  expect(await api.submitExamFlag({ id: easy, submitExamFlagPayload })).toMatchObject({ correct: true, points: 30 })
  expect((await api.handInExam({ exam: exam.slug })).attempts[0]).toMatchObject({ state: 'passed', points: 30 })
})

test('another candidate’s flag is rejected and reported, and the rate limit applies per candidate', async () => {
  const exam = await bench.exam('shared')
  const ids = await addFlags(exam)
  await start('ana', exam)
  await start('bob', exam)
  const [environment] = await environmentsOf('ana', exam)
  const stolen = await planted(environment!.id)
  const bob = bench.as('bob')
  const submit = (flag: string) => bob.submitExamFlag({ id: ids.planted, submitExamFlagPayload: { flag } })
  expect(await submit(stolen)).toMatchObject({ correct: false, points: 0 })
  const alerts = await bench.deps.db.select().from(flagAlerts).where(eq(flagAlerts.flag_id, ids.planted))
  expect(alerts).toMatchObject([{ user_id: await bench.idOf('bob'), owner_id: await bench.idOf('ana') }])
  for (let tries = 1; tries < 10; tries++) await submit(`guess ${tries}`)
  await expect(submit('one more')).rejects.toMatchObject({ status: 429 })
  expect((await bob.checkExamFlag({ id: ids.planted })).wrong_tries).toBe(10)
  for (const name of ['ana', 'bob']) await bench.as(name).handInExam({ exam: 'shared' })
})

test('a result waits for extra points, for at most seven days', async () => {
  const exam = await bench.exam('waiting', { passing_points: 30 })
  const ids = await addFlags(exam)
  await start('wim', exam)
  await bench.as('wim').submitExamFlag({ id: ids.easy, submitExamFlagPayload: { flag: 'audit-reader' } })
  const { id } = await bench.attempt('wim', exam)
  await bench.deps.db.insert(extraPoints).values({ attempt_id: id, url: 'https://git.example/pull/1' })
  expect((await bench.as('wim').handInExam({ exam: 'waiting' })).attempts[0]).toMatchObject({ state: 'provisional' })
  await tend()
  expect(await bench.attempt('wim', exam)).toMatchObject({ state: 'provisional' })
  await bench.pass('wim', exam, 7 * 24 * 60)
  await tend()
  expect(await bench.attempt('wim', exam)).toMatchObject({ state: 'passed' })
})

test('a booked exam keeps its terms, and candidates cannot access those of others', async () => {
  const exam = await bench.exam('private-exam', { resets: 2 })
  await bookUntil('kay', exam, 40)
  await bench.deps.db
    .update(exams)
    .set({ duration_minutes: 5, passing_points: 1, resets: 0 })
    .where(eq(exams.id, exam.id))
  await tend()
  await passUntil('kay', exam, 0)
  const { attempts } = await bench.as('kay').checkInExam({ exam: 'private-exam' })
  expect(attempts[0]).toMatchObject({ passing_points: 70, resets_left: 2 })
  expect(attempts[0]!.seconds_left).toBeGreaterThan(239 * 60)
  for (const call of ['checkInExam', 'handInExam'] as const)
    await expect(bench.as('stranger')[call]({ exam: 'private-exam' })).rejects.toMatchObject({ status: 404 })
  expect(await bench.as('stranger').getMyExam({ exam: 'private-exam' })).toMatchObject({
    has_access: false,
    attempts: [],
    environment: null,
  })
})

test('support extends a running exam up to its maximum and books for a learner, with ledger rows', async () => {
  const exam = await bench.exam('helped', { extension_ceiling_minutes: 30, reschedules: 0 })
  await start('hal', exam)
  const before = (await bench.attempt('hal', exam)).active_until!
  const extend = (minutes: number) =>
    bench.asAdmin.extendExam({ exam_id: exam.id, user_id: 'hal', extendExamEdit: { minutes, reason: 'Power cut' } })
  await extend(20)
  await expect(extend(11)).rejects.toMatchObject({ status: 409, message: expect.stringMatching(/10 are left/) })
  expect((await bench.attempt('hal', exam)).active_until!.getTime() - before.getTime()).toBe(20 * MINUTE)
  const { ledger } = await bench.as('hal').getMyExam({ exam: 'helped' })
  expect(ledger.at(-1)).toMatchObject({ kind: 'extension', seconds: 1200, reason: 'Power cut' })
  await bench.as('hal').handInExam({ exam: 'helped' })
  await expect(extend(1)).rejects.toMatchObject({ status: 409 })

  await bench.as('ida').getMe()
  await bench.give('ida', exam)
  const schedule = (hours: number) =>
    bench.asAdmin.scheduleExamForUser({ username: 'ida', exam_slug: 'helped', scheduleExamEdit: hourFromNow(hours) })
  await schedule(48)
  await expect(bench.as('ida').cancelExam({ exam: 'helped' })).rejects.toMatchObject({ status: 409 })
  await schedule(72)
  expect((await bench.mails('ida')).map(({ kind }) => kind)).toEqual(['exam_booked', 'exam_moved'])
  expect(await bench.attempt('ida', exam)).toMatchObject({ state: 'scheduled', reschedules_used: 0, started_at: null })
  await expect(
    bench.asAdmin.scheduleExamForUser({ username: 'hal', exam_slug: 'helped', scheduleExamEdit: hourFromNow(48) }),
  ).rejects.toMatchObject({ status: 409 })
})

test('support previews an extension and a booking, postpones an exam, and restores a missed one', async () => {
  const exam = await bench.exam('righted', { extension_ceiling_minutes: 30 })
  const ids = await addFlags(exam)
  const { asAdmin } = bench
  await start('rhea', exam)
  await bench.as('rhea').submitExamFlag({ id: ids.easy, submitExamFlagPayload: { flag: 'audit-reader' } })
  const ends = (await bench.attempt('rhea', exam)).active_until!
  const names = { exam_id: exam.id, user_id: 'rhea' }
  const tryExtension = (minutes: number) =>
    asAdmin.extendExam({ ...names, extendExamEdit: { minutes, reason: '', dry_run: true } })
  expect(await tryExtension(20)).toMatchObject({
    ends_at_before: ends.toISOString(),
    ends_at: new Date(ends.getTime() + 20 * MINUTE).toISOString(),
    minutes_left: 10,
  })
  await expect(tryExtension(31)).rejects.toMatchObject({ status: 409 })
  await expect(asAdmin.extendExam({ ...names, extendExamEdit: { minutes: 5, reason: '' } })).rejects.toMatchObject({
    status: 422,
    errors: [{ field: 'reason' }],
  })
  expect(await kinds('rhea', exam)).toEqual(['start'])
  const { id } = await bench.attempt('rhea', exam)
  const seen = await asAdmin.getUserAttempt({ username: 'rhea', id })
  expect(seen).toMatchObject({ state: 'active', points: 30, extension_minutes_left: 30 })
  expect(seen).toMatchObject({
    allowed: ['extend', 'postpone', 'correct_points', 'open_case', 'void'],
    ledger: [{ kind: 'start', actor: null }],
  })
  await expect(asAdmin.getUserAttempt({ username: 'hal', id })).rejects.toMatchObject({ status: 404 })

  const postpone = (version: number) =>
    asAdmin.postponeExam({ username: 'rhea', id, attemptCorrection: { version, reason: 'Region down' } })
  await expect(postpone(seen.version - 1)).rejects.toMatchObject({ status: 409, code: 'stale_version' })
  expect(await postpone(seen.version)).toMatchObject({
    state: 'purchased',
    scheduled_at: null,
    started_at: null,
    active_until: null,
    account_until: null,
    allowed: ['schedule', 'void'],
    ledger: [{ kind: 'start' }, { kind: 'reschedule', reason: 'Region down', actor: 'administrator-of-tests' }],
  })
  await tend()
  expect((await environmentsOf('rhea', exam))[0]).toMatchObject({ state: 'ended' })
  const [taken] = (await bench.mails('rhea')).filter(({ kind }) => kind === 'exam_postponed')
  expect(Buffer.from(taken!.attachments[0]!.content_base64, 'base64').toString()).toMatch(/METHOD:CANCEL/)

  const book = (dry_run: boolean) =>
    asAdmin.scheduleExamForUser({
      username: 'rhea',
      exam_slug: 'righted',
      scheduleExamEdit: { ...hourFromNow(48), dry_run },
    })
  expect(await book(true)).toMatchObject({ attempt_id: id, duration_minutes: 240 })
  expect(await bench.attempt('rhea', exam)).toMatchObject({ state: 'purchased', scheduled_at: null })
  await book(false)
  await passUntil('rhea', exam, 40)
  await tend()
  await passUntil('rhea', exam, 0)
  await bench.as('rhea').checkInExam({ exam: 'righted' })
  // The clock starts again, and solved flags stay solved.
  const again = await asAdmin.getUserAttempt({ username: 'rhea', id })
  expect(again).toMatchObject({ state: 'active', points: 30, extension_minutes_left: 30 })
  expect(Math.abs(again.seconds_left - 240 * 60)).toBeLessThan(30)

  await bookUntil('omar', exam, 40)
  await tend()
  await passUntil('omar', exam, -61)
  await bench.pass('omar', exam, 61)
  await tend()
  const missed = await bench.attempt('omar', exam)
  const restore = (version: number) =>
    asAdmin.restoreExam({ username: 'omar', id: missed.id, attemptCorrection: { version, reason: 'Mail was late' } })
  expect(missed).toMatchObject({ state: 'no_show' })
  const back = await restore(missed.version)
  expect(back).toMatchObject({ state: 'purchased', decided_at: null, allowed: ['schedule', 'void'] })
  await expect(restore(back.version)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  expect(await kinds('omar', exam)).toEqual(['end', 'restored'])
  expect((await bench.mails('omar')).map(({ kind }) => kind)).toContain('exam_restored')
  expect(await bench.as('omar').getCanSchedule({ exam: 'righted' })).toMatchObject({ can_schedule: true })

  const candidates = async (filter: object) =>
    (await asAdmin.listExamCandidates({ slug: 'righted', filter: JSON.stringify(filter) })).data
  expect((await candidates({})).map(({ username, state }) => [username, state])).toEqual([
    ['omar', 'purchased'],
    ['rhea', 'active'],
  ])
  expect(await candidates({ state: 'active' })).toMatchObject([{ username: 'rhea', number: 1, passing_points: 70 }])
})

test('voiding or disqualifying a running exam ends its environment and frees its account', async () => {
  const exam = await bench.exam('cut-short')
  const bookingsOf = async (id: string) =>
    bench.deps.db.select().from(accountBookings).where(eq(accountBookings.attempt_id, id))
  const { asAdmin } = bench
  const seen = async (username: string) => {
    const { id } = await bench.attempt(username, exam)
    return { username, id, version: (await asAdmin.getUserAttempt({ username, id })).version }
  }
  await start('vic', exam)
  const { version, ...vic } = await seen('vic')
  await asAdmin.voidExam({ ...vic, attemptCorrection: { version, reason: 'Refunded' } })
  expect(await bookingsOf(vic.id)).toEqual([])

  await start('dora', exam)
  const { version: known, ...dora } = await seen('dora')
  const opened = await asAdmin.openConductCase({ ...dora, conductOpening: { version: known, evidence: 'Shared' } })
  const [doubt] = opened.conduct_cases
  await bench
    .as('dora')
    .answerConductCase({ exam: exam.slug, id: doubt!.id, conductAnswer: { answer: 'It was a friend' } })
  // The administrator who opened the case is gone, so the only one left decides it without a password.
  await bench.deps.db.update(conductCases).set({ opened_by: randomUUID() }).where(eq(conductCases.id, doubt!.id))
  const conductDecision = { version: 2, state: 'disqualified', reason: 'Shared', barred_until: '2999-01-01' } as const
  await asAdmin.decideConductCase({ username: 'dora', id: doubt!.id, conductDecision })
  expect(await bookingsOf(dora.id)).toEqual([])
  expect(await bench.attempt('dora', exam)).toMatchObject({ state: 'disqualified', decided_at: expect.any(Date) })
  await tend()
  for (const name of ['vic', 'dora'])
    expect((await environmentsOf(name, exam))[0]).toMatchObject({ state: 'ended', reason: 'exam_over' })
})

test('freezing a candidate requires confirmation and pauses the clock; after unfreezing a new environment runs and it resumes', async () => {
  const exam = await bench.exam('frozen')
  await start('freya', exam)
  const ask = (more: object = {}) => ({ username: 'freya', freezeAsk: { dry_run: false, reason: 'A notice', ...more } })
  const { exams: sat } = await bench.asAdmin.freezeUser(ask({ dry_run: true }))
  expect(sat).toMatchObject([{ slug: 'frozen', title: exam.title }])
  await expect(bench.asAdmin.freezeUser(ask())).rejects.toMatchObject({ errors: [{ field: 'stop_exam' }] })
  expect((await environmentsOf('freya', exam)).map(({ state }) => state)).toEqual(['running'])

  await bench.asAdmin.freezeUser(ask({ stop_exam: true }))
  await tend()
  expect((await environmentsOf('freya', exam)).map(({ state, reason }) => [state, reason])).toEqual([
    ['ended', 'abuse'],
  ])
  expect(await bench.attempt('freya', exam)).toMatchObject({ state: 'active', clock_stopped_at: expect.any(Date) })
  // However long the outage takes, no time is lost and nothing is built.
  await bench.pass('freya', exam, 600)
  await tend()
  expect(await environmentsOf('freya', exam)).toHaveLength(1)

  await bench.asAdmin.unfreezeUser({ username: 'freya', unfreezeAsk: { reason: 'A mistake' } })
  await tend()
  expect((await environmentsOf('freya', exam)).map(({ state }) => state)).toEqual(['running', 'ended'])
  expect(await bench.attempt('freya', exam)).toMatchObject({ state: 'active', clock_stopped_at: null })
  const ledger = await bench.ledger('freya', exam)
  expect(ledger.map(({ kind, actor_id }) => [kind, actor_id])).toEqual([
    ['start', null],
    ['stop', null],
    ['resume', null],
  ])
})

test('an exam that exceeds its limits is reported to its candidate and support, and never ended', async () => {
  const exam = await bench.exam('spender')
  await start('stina', exam)
  const [environment] = await environmentsOf('stina', exam)
  await bench.deps.db
    .insert(simulatedFaults)
    .values({ step: 'inventory', effect: 'appear', message: 'aws_instance 60' })
  for (let reading = 0; reading < 3; reading++) {
    await bench.deps.db.update(deploymentInventories).set({ asked_at: new Date(0) })
    await bench.queue.run('deployments.read-inventory', { id: environment!.id })
  }
  expect(await bench.asAdmin.getDeploymentInventory({ id: environment!.id })).toMatchObject({
    over: ['resources'],
    over_readings: 3,
    ends_when_over: false,
  })
  expect((await environmentsOf('stina', exam)).map(({ state }) => state)).toEqual(['running'])
  expect((await bench.asAdmin.getUser({ username: 'stina' })).issues.over_limits).toBe(1)
  expect((await bench.mails('stina')).filter(({ kind }) => kind === 'lab_over_limits')).toHaveLength(1)
  await bench.as('stina').handInExam({ exam: 'spender' })
})

test('support ends an environment: the clock is paused immediately, a new one is built, and an outdated page ends nothing', async () => {
  const exam = await bench.exam('replaced')
  await start('rita', exam)
  const [first] = await environmentsOf('rita', exam)
  const end = (id: string) => bench.asAdmin.endDeployment({ id, deploymentEnd: { reason: 'Its network hangs' } })
  const page = (id: string) => bench.asAdmin.getDeploymentForAdmin({ id })
  expect((await page(first!.id)).allowed).toContain('end')
  const [one, two] = await Promise.allSettled([end(first!.id), end(first!.id)])
  expect([one?.status, two?.status].sort()).toEqual(['fulfilled', 'rejected'])
  expect(await environmentsOf('rita', exam)).toHaveLength(2)
  expect((await bench.ledger('rita', exam)).map(({ kind, reason }) => [kind, reason])).toEqual([
    ['start', ''],
    ['reset', 'Its network hangs'],
    ['stop', 'Your environment is not available'],
  ])
  expect(await bench.attempt('rita', exam)).toMatchObject({ state: 'active', resets_used: 0 })
  await tend()
  expect((await bench.ledger('rita', exam)).at(-1)).toMatchObject({ kind: 'resume' })
  const { environment } = await bench.as('rita').getMyExam({ exam: 'replaced' })
  expect(environment).toMatchObject({ state: 'running' })
  expect(environment?.id).not.toBe(first!.id)
  await bench.as('rita').handInExam({ exam: 'replaced' })
  await expect(end(environment!.id)).rejects.toMatchObject({ status: 409, message: 'It is already ending.' })
  expect(await page(first!.id)).toMatchObject({ retry_refusal: 'There is a newer environment of this exam.' })
})

test('support retries an environment that failed, and sees why another one cannot be retried', async () => {
  const exam = await bench.exam('retried')
  await start('rolf', exam)
  const { db } = bench.deps
  const mine = eq(deployments.user_id, await bench.idOf('rolf'))
  await db.update(deployments).set({ state: 'ended', reason: 'failed', running_at: null }).where(mine)
  const [first] = await environmentsOf('rolf', exam)
  const retry = (id: string) => bench.asAdmin.retryDeployment({ id, deploymentRetry: { reason: 'More addresses' } })
  await expect(retry(first!.id)).rejects.toMatchObject({ status: 409, message: 'A new one is built automatically.' })
  const { id: _, kind: __, ...failed } = first!
  await db.insert(deployments).values([
    { ...failed, created_at: new Date(Date.now() - 2_000) },
    { ...failed, created_at: new Date(Date.now() - 1_000) },
  ])
  const newest = (await environmentsOf('rolf', exam)).toSorted((a, b) => +b.created_at - +a.created_at)[0]!
  const made = await retry(newest.id)
  expect(made).toMatchObject({ exam: 'retried' })
  expect(made.id).not.toBe(newest.id)
  await expect(retry(newest.id)).rejects.toMatchObject({ message: 'There is a newer environment of this exam.' })
  await tend()
  expect((await bench.ledger('rolf', exam)).map(({ kind }) => kind)).toEqual(['start', 'reset', 'stop', 'resume'])
})

test('a candidate whose account is taken out of use gets a message about the exam and not about deploying a lab', async () => {
  const exam = await bench.exam('taken')
  await start('tara', exam)
  const [first] = await environmentsOf('tara', exam)
  await bench.asAdmin.holdDeployment({ id: first!.id, deploymentHold: { reason: 'An abuse notice' } })
  const { environment } = await bench.as('tara').getMyExam({ exam: 'taken' })
  expect(environment).toMatchObject({
    state: 'ending',
    message:
      'We had to take its cloud account out of use. No reset was used, and your solved flags are saved. Your time is paused until a new environment runs, which is built automatically.',
  })
})

test('the shell of an exam is open to its candidate only while the exam runs', async () => {
  const exam = await bench.exam('aws-shell')
  await addFlags(exam)
  await bookUntil('sheila', exam, 40)
  await tend()
  const { id: attempt_id } = await bench.attempt('sheila', exam)
  const [built] = await bench.deps.db.select().from(deployments).where(eq(deployments.attempt_id, attempt_id))
  const { id } = built!
  /** Answers that this user gets from the environment: a line, a completion, a file, and the state of the shell. */
  const gets = async (name: string) => {
    const as = bench.as(name)
    const tried = [
      as.runShellLine({ id, shellLine: { line: 'echo mine > a.txt; cat a.txt' } }).then(({ output }) => output),
      as.completeShellLine({ id, shellPrefix: { line: 'whoa' } }).then(({ words }) => words.join()),
      as.downloadShellFile({ id, shellDownload: { path: '/home/learner/a.txt' } }).then((file) => file.text()),
      as.getShell({ id }).then(({ history }) => history.join()),
    ]
    const results = await Promise.allSettled(tried)
    return results.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as { code: string }).code))
  }
  expect([built!.state, await gets('sheila')]).toEqual(['running', Array(4).fill('conflict')])
  await passUntil('sheila', exam, 0)
  await bench.as('sheila').checkInExam({ exam: exam.slug })
  await gets('sheila')
  const line = 'echo mine > a.txt; cat a.txt'
  expect(await gets('sheila')).toEqual(['mine\n', 'whoami', 'mine\n', expect.stringContaining(line)])
  const { output } = await bench.as('sheila').runShellLine({ id, shellLine: { line: 'help' } })
  expect(output).toMatch(/reaches nothing else\. Its commands:[\s\S]* aws +the command line of AWS[\s\S]* jq\b/)
  await bench.as('neighbour').getMe()
  expect(await gets('neighbour')).toEqual(Array(4).fill('not_found'))
  await bench.as('sheila').handInExam({ exam: exam.slug })
  expect(await gets('sheila')).toEqual(Array(4).fill('conflict'))
})
