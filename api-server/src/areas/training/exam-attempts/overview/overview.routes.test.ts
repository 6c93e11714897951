import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExamBench, hourFromNow, openExamBench } from '../../../../../test/fixtures/exam-fixture.ts'
import { accountBookings, examAttempts, flagAlerts, flagSolves, flags, sessions } from '../../../../db/schema/index.ts'

let bench: ExamBench
beforeAll(async () => {
  bench = await openExamBench()
})
afterAll(() => bench.close())

const HOUR = 3_600_000
type Exam = Awaited<ReturnType<ExamBench['exam']>>

test('the calendar uses the rule of bookings: an hour it shows as full is refused, and one more account frees it', async () => {
  const cloud = 'gcp'
  const exam = await bench.exam('counted', { cloud, duration_minutes: 60, extension_ceiling_minutes: 0 })
  const other = await bench.exam('second', { cloud, duration_minutes: 60, extension_ceiling_minutes: 0 })
  await bench.addAccounts(3, { cloud, region: 'europe-west1' })
  const wanted = hourFromNow(72)
  for (const [name, of] of [
    ['kim', exam],
    ['lou', other],
  ] as const) {
    await bench.as(name).getMe()
    await bench.give(name, of)
    await bench.as(name).scheduleExam({ exam: of.slug, scheduleExamPayload: wanted })
  }
  const calendar = () =>
    bench.asAdmin.getExamCapacity({ cloud, from: wanted.date, days: 1, time_zone: 'UTC', exam: 'counted' })
  const at = async (hour: number) => (await calendar()).days[0]?.hours.find((one) => one.hour === hour)
  expect((await calendar()).accounts).toBe(3)
  expect(await at(wanted.hour)).toMatchObject({ booked: 2, mine: 1, labs: 0, spares: 1, left: 0 })
  await bench.as('max').getMe()
  await bench.give('max', exam)
  const third = () => bench.as('max').scheduleExam({ exam: 'counted', scheduleExamPayload: wanted })
  await expect(third()).rejects.toMatchObject({ status: 409, message: expect.stringMatching(/fully booked/) })
  await bench.addAccounts(1, { cloud, region: 'europe-west1' })
  expect(await at(wanted.hour)).toMatchObject({ left: 1 })
  await third()
  expect(await at(wanted.hour)).toMatchObject({ booked: 3, mine: 2, spares: 1, left: 0 })

  const sittings = await bench.asAdmin.listExamSittings({ cloud, date: wanted.date, time_zone: 'UTC' })
  expect(sittings.map(({ username, exam }) => [username, exam])).toEqual([
    ['kim', 'counted'],
    ['lou', 'second'],
    ['max', 'counted'],
  ])
  const [booking] = await bench.deps.db
    .select()
    .from(accountBookings)
    .where(eq(accountBookings.attempt_id, (await bench.attempt('kim', exam)).id))
  expect(sittings[0]).toMatchObject({ from_at: booking!.from_at.toISOString(), state: 'scheduled' })
})

test('the calendar shows the hours of the administrator’s time zone across clock changes, for at most a month', async () => {
  const on = (from: string, days = 1) =>
    bench.asAdmin.getExamCapacity({ cloud: 'aws', from, days, time_zone: 'Europe/Berlin' })
  expect((await on('2027-03-28')).days[0]?.hours.map(({ hour }) => hour)).not.toContain(2)
  const back = (await on('2027-10-31')).days[0]?.hours.filter(({ hour }) => hour === 2)
  expect(back?.map(({ occurrence }) => occurrence)).toEqual(['earlier', 'later'])
  expect((await on('2027-03-01', 31)).days).toHaveLength(31)
  await expect(on('2027-03-01', 32)).rejects.toMatchObject({ status: 422 })
  await expect(
    bench.asAdmin.getExamCapacity({ cloud: 'moon', from: '2027-03-01', days: 1, time_zone: 'UTC' }),
  ).rejects.toMatchObject({ status: 404 })
  const writer = bench.as('writer', { roles: ['user', 'admin'], capabilities: ['content'] })
  await expect(writer.listExamSittings({ cloud: 'aws', date: '2027-03-01', time_zone: 'UTC' })).rejects.toMatchObject({
    status: 403,
  })
})

/** Inserts an attempt that started at this hour of 10 May 2027. */
async function sat(exam: Exam, name: string, changes: Partial<typeof examAttempts.$inferInsert> = {}) {
  await bench.as(name).getMe()
  const started_at = changes.scheduled_at ?? new Date('2027-05-10T08:00:00Z')
  const [row] = await bench.deps.db
    .insert(examAttempts)
    .values({
      exam_id: exam.id,
      user_id: await bench.idOf(name),
      scheduled_at: started_at,
      started_at,
      decided_at: new Date(started_at.getTime() + 4 * HOUR),
      state: 'failed',
      ...changes,
    })
    .returning()
  return row!
}

async function addFlags(exam: Exam, titles: string[]) {
  const rows = titles.map((title, position) => ({ id: randomUUID(), title, position }))
  await bench.deps.db
    .insert(flags)
    .values(rows.map((row) => ({ ...row, exam_id: exam.id, question: '?', type: 'DYNAMIC' as const, points: 20 })))
  return rows.map(({ id }) => id)
}

type Sat = Awaited<ReturnType<typeof sat>>
const solve = (attempt: Sat, flag_id: string, minute: number) =>
  bench.deps.db.insert(flagSolves).values({
    flag_id,
    user_id: attempt.user_id,
    attempt_id: attempt.id,
    points: 20,
    solved_at: new Date(attempt.started_at!.getTime() + minute * 60_000),
  })

test('results are counted by state, points, flag and attempt number within the requested days', async () => {
  const exam = await bench.exam('graded', { passing_points: 70 })
  const [one = '', two = '', three = ''] = await addFlags(exam, ['One', 'Two', 'Three'])
  const anna = await sat(exam, 'anna', { state: 'passed', points: 75, extra_points: 5 })
  const bela = await sat(exam, 'bela', { points: 40 })
  await sat(exam, 'cora', { state: 'no_show', started_at: null })
  await sat(exam, 'bela', {
    number: 2,
    state: 'active',
    decided_at: null,
    scheduled_at: new Date('2027-05-20T22:30:00Z'),
  })
  await sat(exam, 'dora', { state: 'disqualified', points: 90 })
  await solve(anna, one, 10)
  await solve(bela, one, 30)
  await solve(anna, two, 100)
  const read = (days: object = {}) =>
    bench.asAdmin.getExamResults({ slug: 'graded', time_zone: 'Europe/Berlin', ...days })
  const results = await read()
  expect(results).toMatchObject({
    passed: 1,
    failed: 1,
    no_show: 1,
    open: 1,
    other: 1,
    decided: 2,
    sat: 4,
    passing_points: 70,
  })
  expect(results.points.filter(({ count }) => count > 0)).toEqual([
    { from: 40, to: 49, count: 1 },
    { from: 80, to: 89, count: 1 },
  ])
  expect(results.flags.map(({ id, solved, median_minute }) => [id, solved, median_minute])).toEqual([
    [one, 2, 20],
    [two, 1, 100],
    [three, 0, null],
  ])
  expect(results.attempts).toEqual([
    { number: 1, passed: 1, failed: 1, no_show: 1, open: 0, other: 1 },
    { number: 2, passed: 0, failed: 0, no_show: 0, open: 1, other: 0 },
  ])
  // 22:30 UTC is the next day in Berlin.
  expect(await read({ until: '2027-05-20' })).toMatchObject({ open: 0, decided: 2 })
  expect(await read({ from: '2027-05-21' })).toMatchObject({ open: 1, decided: 0, points: [] })
  const file = await bench.asAdmin.exportList({
    list: 'listExamCandidates',
    exportAsk: {
      names: { slug: 'graded' },
      filter: JSON.stringify({ until: (await read({ until: '2027-05-20' })).until_at }),
    },
  })
  expect((await file.text()).trim().split('\r\n')).toHaveLength(1 + 4)
})

test('hints: another candidate’s flag, the same flags in the same order, a shared address at the same time; not unrelated ones', async () => {
  const exam = await bench.exam('hinted')
  const ids = await addFlags(exam, ['One', 'Two', 'Three'])
  const [ed, fay, gus] = [await sat(exam, 'eda'), await sat(exam, 'fay'), await sat(exam, 'gus')]
  for (const [index, id] of ids.entries()) {
    await solve(ed, id, 10 + index * 20)
    await solve(fay, id, 14 + index * 20)
    // Solved in another order and much later.
    await solve(gus, id, 200 - index * 20)
  }
  const later = await sat(exam, 'hal', { scheduled_at: new Date('2027-06-10T08:00:00Z') })
  for (const [index, id] of ids.entries()) await solve(later, id, 10 + index * 20)
  const { db } = bench.deps
  const stay = async (attempt: Sat, address: string, day = '2027-05-10') =>
    db.insert(sessions).values({
      user_id: attempt.user_id,
      current_hash: randomUUID(),
      address,
      created_at: new Date(`${day}T07:50:00Z`),
      last_used_at: new Date(`${day}T11:00:00Z`),
      expires_at: new Date(`${day}T23:00:00Z`),
    })
  await stay(ed, '2001:db8:1:2::a')
  await stay(gus, '2001:db8:1:2:ffff::b')
  await stay(fay, '203.0.113.7')
  await stay(later, '203.0.113.7', '2027-06-10')
  await db.insert(flagAlerts).values({
    flag_id: ids[0] ?? '',
    user_id: fay.user_id,
    owner_id: gus.user_id,
    at: new Date('2027-05-10T09:00:00Z'),
  })
  const hints = await bench.asAdmin.listExamHints({ slug: 'hinted', time_zone: 'UTC' })
  const shown = hints.map(({ kind, what, minutes, candidates }) => ({
    kind,
    what,
    minutes,
    names: candidates.map(({ username }) => username).sort(),
  }))
  expect(shown).toHaveLength(3)
  expect(shown).toContainEqual({ kind: 'other_flag', what: ['One'], minutes: null, names: ['fay', 'gus'] })
  expect(shown).toContainEqual({ kind: 'same_order', what: ['One', 'Two', 'Three'], minutes: 4, names: ['eda', 'fay'] })
  expect(shown).toContainEqual({
    kind: 'same_address',
    what: ['2001:db8:1:2::/64'],
    minutes: null,
    names: ['eda', 'gus'],
  })
  expect(await bench.asAdmin.listExamHints({ slug: 'hinted', time_zone: 'UTC', from: '2027-06-01' })).toEqual([])
  const finance = bench.as('financier', { roles: ['user', 'admin'], capabilities: ['finance'] })
  await expect(finance.listExamHints({ slug: 'hinted', time_zone: 'UTC' })).rejects.toMatchObject({ status: 403 })
})
