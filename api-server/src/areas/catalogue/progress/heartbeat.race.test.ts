import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { untilWaiting } from '../../../../test/races/lock-barrier.ts'
import type { Tx } from '../../../db/open.ts'
import { courseProgress, lessonProgress, lessons, watchClocks } from '../../../db/schema/index.ts'
import { grant } from '../entitlements/service.ts'

describeOnPostgres('concurrent heartbeats of one account', () => {
  let app: TestApp
  let userId: string
  const slug = 'at-once'
  let seconds = 0
  const clock = { now: () => new Date(Date.now() + seconds * 1000) }
  beforeAll(async () => {
    app = await startTestApp({ database: await openTestPostgres(), deps: { clock } })
    userId = await app.idOf('learner')
    const course = await makeCourse(app.deps.db, slug, {}, [{ slug: 'film' }, { slug: 'other' }])
    await app.deps.db
      .update(lessons)
      .set({ kind: 'video', video: 'videos/film.webm', duration_seconds: 100 })
      .where(eq(lessons.course_id, course.id))
    await app.deps.db.update(lessons).set({ free_preview: true }).where(eq(lessons.slug, 'film'))
    await grant(app.deps.db, { userId, course: course.id, source: 'administrator' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await app.deps.db.delete(lessonProgress)
    await app.deps.db.delete(watchClocks)
    await seen('film', [])
    await seen('other', [])
    await letPass(10)
  })

  const seen = (lesson: string, intervals: [number, number][], position_seconds = intervals[0]?.[1] ?? 0) =>
    app.asLearner.updateLastSeen({
      slug,
      updateLastSeenPayload: { section: 'start', lesson, position_seconds, intervals },
    })
  const letPass = (seconds: number) =>
    app.deps.db.update(watchClocks).set({ last_at: sql`clock_timestamp() - make_interval(secs => ${seconds}::float8)` })
  const progress = async () => {
    const all = await app.asLearner.getCourseProgress({ slug })
    return Object.fromEntries(all.lessons.map(({ lesson, ...one }) => [lesson, one]))
  }

  /** Runs `calls` one after the other up to a row that another transaction holds, and then lets them go on. */
  async function heldUp(lock: (tx: Tx) => Promise<unknown>, calls: (() => Promise<unknown>)[]) {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { promise: locked, resolve: tell } = Promise.withResolvers<void>()
    const holding = app.deps.db.transaction(async (tx) => {
      await lock(tx)
      tell()
      await gate
    })
    await locked
    const running: Promise<unknown>[] = []
    for (const call of calls) {
      running.push(call())
      await untilWaiting(app.deps.db, running.length)
    }
    open()
    await Promise.all([holding, ...running])
  }
  const lockClock = (tx: Tx) => tx.select().from(watchClocks).where(eq(watchClocks.user_id, userId)).for('update')

  test('two devices that read the same clock earn as much as one, and both positions are saved', async () => {
    await heldUp(lockClock, [() => seen('film', [[0, 20]], 20), () => seen('other', [[40, 60]], 60)])
    const { film, other } = await progress()
    expect([film?.position_seconds, other?.position_seconds]).toEqual([20, 60])
    const earned = (film?.watched ?? 0) + (other?.watched ?? 0)
    // 10 s at double speed, plus the time while they were blocked.
    expect(earned).toBeGreaterThanOrEqual(0.2 - 1e-6)
    expect(earned).toBeLessThan(0.3)
  })

  test('ten tabs with one video earn as much as one, and no heartbeat is lost', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, tab) => seen('film', [[tab * 10, tab * 10 + 10]])))
    const { film } = await progress()
    expect(film?.watched).toBeGreaterThan(0.09)
    expect(film?.watched).toBeLessThan(0.3)
  })

  test('a heartbeat without watched intervals does not wait for the clock', async () => {
    await app.deps.db.transaction(async (tx) => {
      await lockClock(tx)
      const updateLastSeenPayload = { section: 'start', lesson: 'other', position_seconds: 33 }
      await app.asLearner.updateLastSeen({ slug, updateLastSeenPayload })
    })
    expect((await progress()).other).toMatchObject({ position_seconds: 33, intervals: [] })
  })

  test('progress from before signing in is added during a heartbeat without losing either', async () => {
    const { receipt } = await app.asVisitor.getFreeLesson({ slug, section: 'start', lesson: 'film' })
    seconds += 60
    const keep = () =>
      app.asLearner.keepVisitorProgress({
        visitorProgressPayload: { lessons: [{ receipt, position_seconds: 95, intervals: [[80, 95]] }] },
      })
    const lockFilm = (tx: Tx) =>
      tx
        .select()
        .from(lessonProgress)
        .where(
          and(
            eq(lessonProgress.user_id, userId),
            eq(lessonProgress.lesson_id, sql`(select id from lessons where slug = 'film')`),
          ),
        )
        .for('update')
    await heldUp(lockFilm, [keep, () => seen('film', [[0, 10]])])
    expect((await progress()).film?.intervals).toEqual([
      [0, 10],
      [80, 95],
    ])
  })

  test('counts the time between two heartbeats once, from when it was read', async () => {
    const clockNow = async () => (await app.deps.db.select().from(watchClocks))[0]!.last_at.getTime()
    const before = await clockNow()
    // Each reports a part that the others do not, so that all the time that is counted can be seen.
    await seen('film', [[0, 40]])
    for (const from of [40, 55, 70, 85]) await seen('film', [[from, from + 15]])
    const passed = ((await clockNow()) - before) / 1000
    expect((await progress()).film?.watched).toBeCloseTo((passed * 2) / 100, 4)
    expect(await app.deps.db.select().from(courseProgress)).toHaveLength(1)
  })
})
