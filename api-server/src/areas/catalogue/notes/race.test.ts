import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { lessonBookmarks, lessons, notes } from '../../../db/schema/index.ts'
import { grant } from '../entitlements/service.ts'

describeOnPostgres('notes and bookmarks on real Postgres', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ database: await openTestPostgres() })
  })
  afterAll(() => app.close())

  async function enrolled(username: string) {
    const course = await makeCourse(app.deps.db, `of-${username}`)
    const api = app.as(username)
    const userId = await app.idOf(username)
    await grant(app.deps.db, { userId, course: course.id, source: 'administrator' })
    const place = { course: course.slug, section: 'start', lesson: 'first' }
    const write = (text: string) => api.createNote({ noteCreate: { ...place, position_seconds: null, text } })
    return { api, course, userId, place, write }
  }

  test('of ten devices that change one version, one succeeds and nine get its text', async () => {
    const { api, write } = await enrolled('ana')
    const { id } = await write('The first')
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => api.updateNote({ id, noteEdit: { text: `Device ${at}`, version: 1 } })),
    )
    const kept = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(kept).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'stale_version', extra: { note: { text: kept[0]!.text } } })
    expect((await api.listMyNotes({})).notes).toEqual(kept)
  })

  test('ten concurrent notes fill the last place and do not exceed the limit', async () => {
    const { userId, course, write } = await enrolled('bea')
    const [lesson] = await app.deps.db.select().from(lessons).where(eq(lessons.course_id, course.id))
    await app.deps.db.execute(sql`insert into notes (user_id, course_id, lesson_id, text)
      select ${userId}::uuid, ${course.id}::uuid, ${lesson!.id}::uuid, 'Note ' || n from generate_series(1, 199) n`)
    const results = await Promise.allSettled(Array.from({ length: 10 }, (_, at) => write(`At once ${at}`)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await app.deps.db.$count(notes, eq(notes.user_id, userId))).toBe(200)
  })

  test('bookmarking a lesson ten times at the same time creates one bookmark and returns it to all', async () => {
    const { api, userId, place } = await enrolled('cleo')
    const made = await Promise.all(Array.from({ length: 10 }, () => api.createBookmark({ bookmarkCreate: place })))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await app.deps.db.$count(lessonBookmarks, eq(lessonBookmarks.user_id, userId))).toBe(1)
  })
})
