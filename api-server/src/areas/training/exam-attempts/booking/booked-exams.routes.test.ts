import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeCourse } from '../../../../../test/catalogue.ts'
import { type ExamBench, hourFromNow, openExamBench } from '../../../../../test/fixtures/exam-fixture.ts'
import { deployments, examSnapshots, exams, flags, simulatedResources } from '../../../../db/schema/index.ts'

let bench: ExamBench
beforeAll(async () => {
  bench = await openExamBench()
  await bench.addAccounts(40)
})
afterAll(() => bench.close())

type Exam = Awaited<ReturnType<ExamBench['exam']>>
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  )

/** Publishes a version of the exam in which everything that a booking stores differs. The letter marks the version. */
async function publish(slug: string, letter: 'a' | 'b') {
  const { version, flags: before } = await bench.asAdmin.getExamForAdmin({ slug })
  const old = before.find(({ type }) => type === 'STATIC')
  const first = letter === 'a'
  const planted = { title: `Planted ${letter}`, question: 'Q', type: 'DYNAMIC' as const, variable: `flag_${letter}` }
  const saved = await bench.asAdmin.saveExam({
    slug,
    examEdit: {
      version,
      title: `Exam ${letter}`,
      description: `About ${letter}`,
      rules: `Rules ${letter}`,
      duration_minutes: first ? 240 : 60,
      passing_points: first ? 80 : 15,
      reschedules: first ? 2 : 0,
      reschedule_until_hours: first ? 24 : 72,
      resets: first ? 2 : 0,
      extension_ceiling_minutes: first ? 60 : 0,
      module: `aws/exam-${letter}`,
      module_version: first ? '1.0.0' : '2.0.0',
      module_stages: [{ name: `Stage ${letter}`, resources: [{ type: 'aws_s3_object', name: `file-${letter}` }] }],
      certificate_title: `Expert ${letter}`,
      certificate_months: first ? 12 : 36,
      flags: [
        {
          title: `Easy ${letter}`,
          question: `Which ${letter}?`,
          type: 'STATIC',
          points: first ? 30 : 10,
          secret: letter,
        },
        { ...planted, points: first ? 50 : 5 },
        { title: `Step ${letter}`, question: 'Q', type: 'NOFLAG', points: 1 },
      ].map((flag, at) => (at === 0 && old ? { ...flag, id: old.id } : flag)) as never,
    },
  })
  if (saved.draft) await bench.asAdmin.publishExam({ slug, publication: { version: saved.version } })
}

async function archive(slug: string) {
  const { version } = await bench.asAdmin.getExamForAdmin({ slug })
  await bench.asAdmin.saveExam({ slug, examEdit: { version, status: 'archived' } })
}

/** Runs sweeps and jobs until nothing changes. */
async function tend() {
  const { queue } = bench
  for (;;) {
    await queue.run('exam-room.tend')
    const builds = queue.waiting.filter(({ name }) => name.startsWith('deployments.'))
    queue.waiting.splice(0, queue.waiting.length, ...builds)
    if (builds.length === 0) return
    await queue.work()
  }
}

async function passUntil(name: string, exam: Exam, minutesBefore: number) {
  const { scheduled_at } = await bench.attempt(name, exam)
  await bench.pass(name, exam, (scheduled_at!.getTime() - Date.now()) / 60_000 - minutesBefore)
}

async function book(name: string, exam: Exam) {
  const api = bench.as(name)
  await api.getMe()
  await bench.give(name, exam)
  await api.scheduleExam({ exam: exam.slug, scheduleExamPayload: { ...hourFromNow(48), ...(await accepting(exam)) } })
}

/** Accepts the published rules, if there are any. */
async function accepting({ id }: Exam) {
  const [exam] = await bench.deps.db.select({ rules: exams.rules }).from(exams).where(eq(exams.id, id))
  return exam?.rules ? { accepted_rules: exam.rules } : {}
}

/** Value of the dynamic flag in the candidate's newest environment. */
async function plantedFor(name: string, exam: Exam) {
  const [newest] = await bench.deps.db
    .select()
    .from(deployments)
    .where(and(eq(deployments.user_id, await bench.idOf(name)), eq(deployments.exam_id, exam.id)))
    .orderBy(desc(deployments.created_at))
    .limit(1)
  const { deployment_id } = simulatedResources
  const rows = await bench.deps.db.select().from(simulatedResources).where(eq(deployment_id, newest!.id))
  return /FLAG\{[0-9a-f]{32}\}/.exec(JSON.stringify(rows))?.[0] ?? 'none'
}

test.each(['scheduled', 'preparing', 'active'] as const)(
  'an exam that is %s stays what was booked, when another is published and even archived; who books afterwards gets that',
  async (state) => {
    const slug = `booked-${state}`
    const course = await makeCourse(bench.deps.db, `course-${state}`)
    const exam = await bench.exam(slug, { course_id: course.id })
    await publish(slug, 'a')
    const name = `candidate-${state}`
    const api = bench.as(name)
    await book(name, exam)
    if (state !== 'scheduled') {
      await passUntil(name, exam, 40)
      await tend()
    }
    if (state === 'active') {
      await passUntil(name, exam, 0)
      await api.checkInExam({ exam: slug })
    }
    expect(await bench.attempt(name, exam)).toMatchObject({ state })
    const before = await api.getMyExam({ exam: slug })
    const listed = await api.listMyExams()
    const bookable = await api.getCanSchedule({ exam: slug })
    const flagsBefore = state === 'active' ? await api.listExamFlags({ exam: slug }) : undefined
    expect(before).toMatchObject({ title: 'Exam a', rules: 'Rules a', flags: 3, total_points: 81, passing_points: 80 })
    expect(bookable).toMatchObject({ duration_minutes: 240, moves_left: 2, movable_until_hours: 24 })

    await publish(slug, 'b')
    expect(await bench.asVisitor.getExam({ slug })).toMatchObject({ title: 'Exam b', flags: 3, total_points: 16 })
    const later = `later-${state}`
    await book(later, exam)
    expect(await bench.as(later).getMyExam({ exam: slug })).toMatchObject({ title: 'Exam b', total_points: 16 })
    await archive(slug)

    const { now: _, attempts, ...room } = await api.getMyExam({ exam: slug })
    const { now: __, attempts: attemptsBefore, ...roomBefore } = before
    expect(room).toEqual({ ...roomBefore, bookable: room.bookable })
    expect(attempts).toMatchObject(attemptsBefore.map(({ seconds_left: ___, ...attempt }) => attempt))
    expect((await api.listMyExams())[0]).toMatchObject({ title: 'Exam a', duration_minutes: 240, passing_points: 80 })
    expect(listed[0]).toMatchObject({ title: 'Exam a', duration_minutes: 240 })
    if (flagsBefore) expect(await api.listExamFlags({ exam: slug })).toEqual(flagsBefore)
    expect(await api.getCanSchedule({ exam: slug })).toMatchObject({
      duration_minutes: 240,
      movable_until_hours: 24,
      movable_until: bookable.movable_until,
      moves_left: bookable.moves_left,
    })

    // The first environment and a rebuilt one both use the booked version.
    const built = vi.spyOn(bench.deps.clouds, 'apply')
    if (state !== 'active') {
      await passUntil(name, exam, 40)
      await tend()
      await passUntil(name, exam, 0)
      await api.checkInExam({ exam: slug })
    }
    await api.resetExam({ slug })
    await tend()
    expect(built).toHaveBeenCalledTimes(state === 'scheduled' ? 2 : 1)
    for (const [, build] of built.mock.calls)
      expect(build).toMatchObject({
        module: 'aws/exam-a',
        module_version: '1.0.0',
        module_stages: [{ name: 'Stage a' }],
        flags: { flag_a: expect.any(String) },
      })
    built.mockRestore()

    // Judged by the booked version, although one flag was changed, one deleted and one added since.
    const mine = await api.listExamFlags({ exam: slug })
    expect(mine).toMatchObject([
      { title: 'Easy a', question: 'Which a?', points: 30 },
      { title: 'Planted a', points: 50 },
      { title: 'Step a', points: 1 },
    ])
    const submit = (id: string, flag: string) => api.submitExamFlag({ id, submitExamFlagPayload: { flag } })
    const [easy, planted, step] = mine
    const present = await bench.asAdmin.getExamForAdmin({ slug })
    const added = present.flags.find(({ type }) => type === 'NOFLAG')!
    expect(added.id).not.toBe(step!.id)
    expect(await refusal(submit(added.id, ''))).toBe('not_found')
    expect(await refusal(api.checkExamFlag({ id: added.id }))).toBe('not_found')
    expect(await submit(easy!.id, 'b')).toMatchObject({ correct: false, points: 0 })
    expect(await submit(easy!.id, 'a')).toMatchObject({
      correct: true,
      points: 30,
      flag: { title: 'Easy a', points: 30 },
    })
    expect(await submit(planted!.id, await plantedFor(name, exam))).toMatchObject({ correct: true, points: 80 })
    expect(await api.checkExamFlag({ id: planted!.id })).toMatchObject({ points: 50, solved_at: expect.any(String) })
    const result = await api.handInExam({ exam: slug })
    expect(result.attempts[0]).toMatchObject({ state: 'passed', points: 80, passing_points: 80 })
    expect(await api.listExamFlags({ exam: slug })).toMatchObject([{ title: 'Easy a' }, { title: 'Planted a' }, {}])
    // The candidate gets the promised certificate, although the exam can no longer be booked.
    expect((await api.listEarnedCertificates()).map(({ type, title }) => [type, title])).toContainEqual([
      'arte',
      'Expert a',
    ])
    const issued = await api.generateCertificate({
      course_id: course.slug,
      generateCertificatePayload: { name: 'Cora Candidate', type: 'arte' },
    })
    const [year, month] = issued.valid_until!.split('-').map(Number)
    const today = new Date()
    expect(issued).toMatchObject({ title: 'Expert a', points: 80 })
    expect(year! * 12 + month! - 1 - (today.getUTCFullYear() * 12 + today.getUTCMonth())).toBe(12)
  },
)

test('bookings of the same version share a snapshot, and a flag in a snapshot is archived instead of deleted', async () => {
  const exam = await bench.exam('shared')
  await publish('shared', 'a')
  for (const name of ['sue', 'sven']) await book(name, exam)
  const snapshots = () => bench.deps.db.select().from(examSnapshots).where(eq(examSnapshots.exam_id, exam.id))
  expect(await snapshots()).toHaveLength(1)
  await publish('shared', 'b')
  const rows = await bench.deps.db.select().from(flags).where(eq(flags.exam_id, exam.id))
  expect(rows.filter(({ archived_at }) => archived_at).map(({ title }) => title)).toEqual(['Planted a', 'Step a'])

  // Rescheduling books the current version. Returning the exam deletes the stored version.
  await bench
    .as('sue')
    .rescheduleExam({ exam: 'shared', rescheduleExamPayload: { ...hourFromNow(96), ...(await accepting(exam)) } })
  expect(await bench.as('sue').getMyExam({ exam: 'shared' })).toMatchObject({ title: 'Exam b' })
  expect(await bench.as('sven').getMyExam({ exam: 'shared' })).toMatchObject({ title: 'Exam a' })
  expect(await snapshots()).toHaveLength(2)
  await bench.as('sven').cancelExam({ exam: 'shared' })
  expect(await bench.as('sven').getMyExam({ exam: 'shared' })).toMatchObject({ title: 'Exam b', passing_points: 15 })
  expect(await bench.attempt('sven', exam)).toMatchObject({ terms: null, snapshot_id: null })
})
