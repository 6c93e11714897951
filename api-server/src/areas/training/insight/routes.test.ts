import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeLab } from '../../../../test/catalogue.ts'
import { createManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import {
  cloudAccounts,
  courseProgress,
  deployments,
  entitlements,
  flags,
  flagTries,
  insights,
  lessonProgress,
  lessonReports,
  lessons,
} from '../../../db/schema/index.ts'

let app: TestApp
const queue = createManualQueue(() => app.deps)
beforeAll(async () => {
  app = await startTestApp({ deps: { queue } })
})
afterAll(() => app.close())

/** Creates a course with a film of 600 seconds, and a lab with a flag. */
async function makeWatched(slug: string) {
  const { db } = app.deps
  const course = await makeCourse(db, slug)
  const lab = await makeLab(db, slug)
  const lessonAt = (lesson: string, set: object) =>
    db
      .update(lessons)
      .set(set)
      .where(and(eq(lessons.course_id, course.id), eq(lessons.slug, lesson)))
      .returning()
  const [film] = await lessonAt('first', { kind: 'video', video: 'film', duration_seconds: 600 })
  await lessonAt('second', { kind: 'lab', lab_id: lab.id, duration_seconds: 3600 })
  const asked = { lab_id: lab.id, title: 'The door', question: 'Which?', type: 'STATIC', position: 0 } as const
  const [flag] = await db.insert(flags).values(asked).returning()
  return { course, lab, film: film!, flag: flag! }
}
type Watched = Awaited<ReturnType<typeof makeWatched>>

/** Adds learners who watched half of the film in 20 minutes and needed two tries for the flag. */
async function learn({ course, film, flag }: Watched, names: string[], isFinished = true) {
  const { db } = app.deps
  for (const name of names) {
    const mine = { user_id: await app.idOf(name), course_id: course.id }
    const times = { begun_at: sql`now() - interval '20 minutes'`, completed_at: isFinished ? sql`now()` : null }
    await db.insert(lessonProgress).values({
      ...mine,
      ...times,
      lesson_id: film.id,
      intervals: [[0, 300]],
      position_seconds: 300,
    })
    await db
      .insert(entitlements)
      .values({ ...mine, kind: 'course', source: 'administrator', created_at: sql`now() - interval '3 days 1 hour'` })
    await db.insert(courseProgress).values({ ...mine, completed_at: isFinished ? sql`now()` : null })
    const tried = { user_id: mine.user_id, flag_id: flag.id }
    await db.insert(flagTries).values([
      { ...tried, value: 'my own password', correct: false },
      { ...tried, value: 'right', correct: isFinished },
    ])
  }
}
const night = async () => {
  await app.deps.db.update(insights).set({ counted_at: sql`now() - interval '2 days'` })
  await queue.run('insight.fold')
}

test('lists lessons without figures before the first night', async () => {
  await makeWatched('new')
  expect(await app.asAdmin.getCourseInsight({ slug: 'new' })).toMatchObject({
    counted_at: null,
    course: null,
    failures: [],
    lessons: [
      { title: 'Lesson first', section: 'Start', kind: 'video', estimate_seconds: 600, reports: 0, figures: null },
      { title: 'Lesson second', figures: null },
    ],
    flags: [{ lab: 'new', title: 'The door', figures: null }],
  })
  await expect(app.asAdmin.getCourseInsight({ slug: 'nowhere' })).rejects.toMatchObject({ status: 404 })
})

test('shows how far learners got after a night, in figures of at least five', async () => {
  const watched = await makeWatched('seen')
  await learn(watched, ['ana', 'bea', 'cem', 'dan', 'eva'])
  await learn(watched, ['fay'], false)
  await night()
  const insight = await app.asAdmin.getCourseInsight({ slug: 'seen' })
  expect(insight).toMatchObject({
    counted_at: expect.any(String),
    course: { begun: 6, finished: 5, median_days: 3 },
    flags: [{ figures: { tried: 6, solved: 5, wrong_tries: 7, solved_at_try: [0, 5, 0, 0, 0] } }],
  })
  expect(insight.lessons[0]?.figures).toEqual({
    begun: 6,
    finished: 5,
    sittings: { learners: 5, median_minutes: 20 },
    film: { learners: 6, seen: [6, 6, 6, 6, 6, 0, 0, 0, 0, 0], stopped: [0, 0, 0, 0, 0, 1, 0, 0, 0, 0] },
  })
  const whole = JSON.stringify(insight)
  expect(whole).not.toContain('my own password')
  for (const name of ['ana', 'fay', await app.idOf('ana')]) expect(whole).not.toContain(name)
})

test('hides figures of four learners from everyone', async () => {
  const watched = await makeWatched('few')
  await learn(watched, ['gus', 'hal', 'ida', 'jon'])
  await night()
  const nothing = { course: null, lessons: [{ figures: null }, {}], flags: [{ figures: null }] }
  expect(await app.asAdmin.getCourseInsight({ slug: 'few' })).toMatchObject(nothing)
  await learn(watched, ['kim'], false)
  await night()
  expect(await app.asAdmin.getCourseInsight({ slug: 'few' })).toMatchObject({
    course: { begun: 5, finished: 4, median_days: null },
    lessons: [{ figures: { begun: 5, finished: 4, sittings: null, film: { learners: 5 } } }, {}],
    flags: [{ figures: { tried: 5, solved: 4 } }],
  })
})

test('groups failed labs by version, stage and region, and counts only those of learners', async () => {
  const { db } = app.deps
  const { lab } = await makeWatched('failing')
  const [account] = await db
    .insert(cloudAccounts)
    .values({ cloud: 'aws', account_id: '111122223333', name: 'One', region: 'eu-central-1', status: 'Available' })
    .returning()
  const stage = { name: 'Network', state: 'failed' as const, started_at: null, ended_at: null, log: [] }
  const failed = {
    user_id: await app.idOf('ana'),
    lab_id: lab.id,
    cloud: 'aws' as const,
    cloud_account_id: account!.id,
    state: 'ended' as const,
    reason: 'failed' as const,
    module_version: '2',
    duration_seconds: 60,
    stages: [{ ...stage, name: 'Plan', state: 'done' as const }, stage],
  }
  const old = new Date(Date.now() - 40 * 86_400_000)
  await db
    .insert(deployments)
    .values([
      failed,
      failed,
      { ...failed, stages: [], cloud_account_id: null },
      { ...failed, reason: 'expired' },
      { ...failed, created_at: old },
      { ...failed, test: {} as typeof deployments.$inferInsert.test },
    ])
  const ran = { ...failed, reason: 'learner' as const, stages: [], created_at: sql`now() - interval '10 minutes'` }
  const took = [60, 120, 180, 240, 300]
  await db.insert(deployments).values(
    took.map((seconds) => ({
      ...ran,
      running_at: sql`now() - interval '10 minutes' + make_interval(secs => ${seconds})`,
    })),
  )
  const { failures, labs } = await app.asAdmin.getCourseInsight({ slug: 'failing' })
  expect(labs).toEqual([
    { lab: 'failing', lab_title: 'Lab failing', built: 8, failed: 3, seconds: { median: 180, p95: 288 } },
  ])
  expect(failures).toMatchObject([
    { lab: 'failing', module_version: '2', stage: 'Network', region: 'eu-central-1', failures: 2 },
    { stage: null, region: null, failures: 1 },
  ])
})

test('counts open reports of a lesson immediately', async () => {
  const { course, film } = await makeWatched('reported')
  const report = { course_id: course.id, lesson_id: film.id, kind: 'typo', words: 'A word too many' } as const
  await app.deps.db
    .insert(lessonReports)
    .values([report, { ...report, state: 'accepted' }, { ...report, state: 'closed' }])
  expect((await app.asAdmin.getCourseInsight({ slug: 'reported' })).lessons.map(({ reports }) => reports)).toEqual([
    2, 0,
  ])
})

test('is closed to learners', async () => {
  await expect(app.asLearner.getCourseInsight({ slug: 'seen' })).rejects.toMatchObject({ status: 403 })
})
