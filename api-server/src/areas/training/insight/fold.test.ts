import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeLab } from '../../../../test/catalogue.ts'
import { createManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import {
  type CourseTally,
  courseProgress,
  entitlements,
  type FlagTally,
  flags,
  flagTries,
  insights,
  type LessonTally,
  lessonProgress,
  lessons,
  type Tally,
  users,
} from '../../../db/schema/index.ts'
import { mergeIntervals } from '../../catalogue/progress/watch-time.ts'
import { foldInsights } from './fold.ts'
import { medianOf } from './tallies.ts'

const FILM_SECONDS = 600
const CROWD = 12

let app: TestApp
let course: { id: string }
let lesson: { id: string }
let flag: { id: string }
let people: string[]
const queue = createManualQueue(() => app.deps)
beforeAll(async () => {
  app = await startTestApp({ deps: { queue } })
  const { db } = app.deps
  course = await makeCourse(db, 'counted')
  const lab = await makeLab(db, 'counted')
  const [film] = await db
    .update(lessons)
    .set({ kind: 'video', video: 'film', duration_seconds: FILM_SECONDS, lab_id: lab.id })
    .where(sql`${lessons.course_id} = ${course.id} and ${lessons.slug} = 'first'`)
    .returning()
  lesson = film!
  const asked = { lab_id: lab.id, title: 'The door', question: 'Which?', type: 'STATIC', position: 0 } as const
  flag = (await db.insert(flags).values(asked).returning())[0]!
  const crowd = Array.from({ length: CROWD }, (_, n) => ({
    ...{
      username: `crowd-${n}`,
      email: `crowd-${n}@learners.example`,
      password_hash: 'none',
      full_name: 'One of them',
    },
  }))
  people = (await db.insert(users).values(crowd).returning({ id: users.id })).map(({ id }) => id)
})
afterAll(() => app.close())

interface Way {
  intervals: [number, number][]
  position: number
  tookMinutes: number | null
  wrong: number
  solved: boolean
  days: number | null
}
/** Quarters of a second, whose sums are exact. */
const seconds = fc.nat(FILM_SECONDS * 4).map((quarters) => quarters / 4)
const way: fc.Arbitrary<Way> = fc.record({
  intervals: fc.array(fc.tuple(seconds, seconds), { maxLength: 5 }),
  position: seconds,
  tookMinutes: fc.option(fc.integer({ min: 1, max: 400 })),
  wrong: fc.nat(7),
  solved: fc.boolean(),
  days: fc.option(fc.nat(90)),
})

async function live(ways: Way[]) {
  const { db } = app.deps
  for (const table of [lessonProgress, courseProgress, entitlements, flagTries, insights]) await db.delete(table)
  const at = (minutes: number) => new Date(Date.UTC(2026, 4, 1, 12) + minutes * 60_000)
  for (const [n, { intervals, position, tookMinutes, wrong, solved, days }] of ways.entries()) {
    const mine = { user_id: people[n]!, course_id: course.id }
    await db.insert(lessonProgress).values({
      ...mine,
      lesson_id: lesson.id,
      intervals: mergeIntervals(intervals),
      position_seconds: position,
      begun_at: at(0),
      completed_at: tookMinutes === null ? null : at(tookMinutes),
    })
    await db.insert(entitlements).values({ ...mine, kind: 'course', source: 'administrator', created_at: at(0) })
    await db.insert(courseProgress).values({ ...mine, completed_at: days === null ? null : at(days * 1440 + 60) })
    const tries = [...Array.from({ length: wrong }, () => false), ...(solved ? [true] : [])]
    if (tries.length > 0)
      await db
        .insert(flagTries)
        .values(tries.map((correct) => ({ user_id: people[n]!, flag_id: flag.id, value: 'x', correct })))
  }
}

const insightOf = async (column: 'course_id' | 'lesson_id' | 'flag_id', id: string) => {
  const [row] = await app.deps.db.select().from(insights).where(eq(insights[column], id))
  return row
}
const tallyOf = async <T extends Tally>(...subject: Parameters<typeof insightOf>) =>
  (await insightOf(...subject))!.tally as T
const lessonTally = () => tallyOf<LessonTally>('lesson_id', lesson.id)
const forgetNight = () => app.deps.db.update(insights).set({ counted_at: sql`now() - interval '2 days'` })

/** The same numbers from slow statements that share no code with the count. */
async function slowly() {
  const { db } = app.deps
  const row = async (statement: ReturnType<typeof sql>) => {
    const { rows } = (await db.execute(statement)) as unknown as { rows: object[] }
    return rows[0]
  }
  const tenth = (
    n: number,
  ) => sql`select count(*)::int from (select p.user_id from lesson_progress p, jsonb_array_elements(p.intervals) i
    where p.lesson_id = ${lesson.id} group by p.user_id having sum(greatest(0,
      least((i ->> 1)::float8, ${(n + 1) * 60}::float8) - greatest((i ->> 0)::float8, ${n * 60}::float8))) >= 30) s`
  const tenths = Array.from({ length: 10 }, (_, n) => n)
  const isWatched = sql`p.lesson_id = ${lesson.id} and (p.position_seconds > 0 or jsonb_array_length(p.intervals) > 0)`
  const stop = (
    n: number,
  ) => sql`select count(*)::int from lesson_progress p where ${isWatched} and p.completed_at is null
    and least(9, floor(p.position_seconds / 60)) = ${n}::int`
  const arrayOf = (each: (n: number) => ReturnType<typeof sql>) =>
    sql`array[${sql.join(
      tenths.map((n) => sql`(${each(n)})`),
      sql`, `,
    )}]`
  return {
    lesson: await row(sql`select count(*)::int as begun, count(completed_at)::int as finished,
      count(*) filter (where ${isWatched})::int as watched, ${arrayOf(tenth)} as seen, ${arrayOf(stop)} as stopped,
      percentile_disc(0.5) within group (order by extract(epoch from completed_at - begun_at)::int / 60)
        filter (where completed_at - begun_at <= interval '4 hours') as median
      from lesson_progress p where lesson_id = ${lesson.id}`),
    flag: await row(sql`select count(distinct user_id)::int as tried, count(*) filter (where correct)::int as solved,
      count(*) filter (where not correct)::int as wrong from flag_tries where flag_id = ${flag.id}`),
    course: await row(sql`select count(*)::int as begun, count(p.completed_at)::int as finished,
      percentile_disc(0.5) within group (order by (p.completed_at::date - e.created_at::date)) filter (where p.completed_at is not null) as median
      from course_progress p join entitlements e on e.user_id = p.user_id and e.course_id = p.course_id where p.course_id = ${course.id}`),
  }
}

test('figures equal those of a slow count for any history and batch size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(way, { maxLength: CROWD }),
      fc.integer({ min: 1, max: CROWD + 1 }),
      async (ways, portion) => {
        await live(ways)
        await foldInsights(app.deps, new AbortController().signal, portion)
        const slow = await slowly()
        const { minutes, ...tally } = await lessonTally()
        expect({ ...tally, median: medianOf(minutes) }).toEqual(slow.lesson)
        const { solvedAtTry, ...tries } = await tallyOf<FlagTally>('flag_id', flag.id)
        expect(tries).toEqual(slow.flag)
        expect(solvedAtTry.reduce((sum, count) => sum + count, 0)).toBe(tries.solved)
        const { days, ...whole } = await tallyOf<CourseTally>('course_id', course.id)
        expect({ ...whole, median: medianOf(days) }).toEqual(slow.course)
      },
    ),
    { numRuns: process.env.LONG ? 25 : 10, ...(process.env.LONG ? {} : { seed: 20_261_124 }) },
  )
}, 120_000)

const simple = (changes: Partial<Way> = {}): Way => ({
  intervals: [[0, 300]],
  position: 300,
  tookMinutes: null,
  wrong: 0,
  solved: true,
  days: null,
  ...changes,
})
const crowd = (changes?: Partial<Way>) => Array.from({ length: CROWD }, () => simple(changes))

/** A signal that aborts after the count has checked it this many times. */
function stoppingAfter(portions: number): AbortSignal {
  let asked = 0
  return {
    get aborted() {
      return asked++ >= portions
    },
  } as AbortSignal
}

test('a killed count resumes without counting anyone twice, and shows the earlier figures until it is done', async () => {
  await live(crowd())
  for (let at = 0; at < 40; at++) await foldInsights(app.deps, stoppingAfter(1), 5)
  expect(await lessonTally()).toMatchObject({ begun: CROWD, watched: CROWD })
  await app.deps.db.update(lessonProgress).set({ completed_at: sql`now()` })
  await forgetNight()
  let isUnderWay = false
  for (let at = 0; at < 40; at++) {
    await foldInsights(app.deps, stoppingAfter(1), 5)
    const row = await insightOf('lesson_id', lesson.id)
    if (!row?.partial) continue
    isUnderWay = true
    expect(row.tally).toMatchObject({ finished: 0 })
  }
  expect(isUnderWay).toBe(true)
  expect(await lessonTally()).toMatchObject({ begun: CROWD, finished: CROWD })
})

test('counts once per night: later events wait for the next one', async () => {
  await live(crowd())
  await queue.run('insight.fold')
  await app.deps.db.update(lessonProgress).set({ completed_at: sql`now()` })
  await queue.run('insight.fold')
  expect(await lessonTally()).toMatchObject({ begun: CROWD, finished: 0 })
  await forgetNight()
  await queue.run('insight.fold')
  expect(await lessonTally()).toMatchObject({ begun: CROWD, finished: CROWD })
})

test('a new video discards earlier viewing, and a count in progress starts again', async () => {
  const { db } = app.deps
  const publishFilm = (set: object) => db.update(lessons).set(set).where(eq(lessons.id, lesson.id))
  await live(crowd())
  await queue.run('insight.fold')
  expect(await lessonTally()).toMatchObject({ watched: CROWD, seen: [12, 12, 12, 12, 12, 0, 0, 0, 0, 0] })
  await forgetNight()
  const isUnderWay = async () => (await insightOf('lesson_id', lesson.id))?.partial !== null
  for (let at = 0; at < 40 && !(await isUnderWay()); at++) await foldInsights(app.deps, stoppingAfter(1), 5)
  expect(await isUnderWay()).toBe(true)
  await publishFilm({ duration_seconds: 300, changed_at: sql`now() + interval '1 second'` })
  const again = { updated_at: sql`now() + interval '1 minute'`, intervals: [[0, 30]] as [number, number][] }
  await db.update(lessonProgress).set(again).where(eq(lessonProgress.user_id, people[0]!))
  await queue.run('insight.fold')
  expect(await lessonTally()).toMatchObject({ begun: CROWD, watched: 1, seen: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0] })
  await publishFilm({ duration_seconds: FILM_SECONDS, changed_at: null })
})
