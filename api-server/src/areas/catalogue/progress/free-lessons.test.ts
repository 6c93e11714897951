import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeLab } from '../../../../test/catalogue.ts'
import { betaTesters, courses, lessons, rateLimits, sections } from '../../../db/schema/index.ts'
import { rateClasses } from '../../../limits/rate-classes.ts'
import { grant } from '../entitlements/service.ts'

let app: TestApp
let seconds = 0
const clock = { now: () => new Date(Date.now() + seconds * 1000) }
beforeAll(async () => {
  app = await startTestApp({ deps: { clock } })
})
// Each test begins in a minute of its own, with its own tries.
beforeEach(() => letPass(120))
afterAll(() => app.close())

const letPass = (more: number) => {
  seconds += more
}

/** A course with a free film of 100 seconds, a free reading, and a lesson that is not free. */
async function makeFreeCourse(slug: string, status: 'published' | 'draft' | 'beta' = 'published') {
  const course = await makeCourse(app.deps.db, slug, { status }, [{ slug: 'film' }, { slug: 'text' }, { slug: 'paid' }])
  const change = (lesson: string, values: Partial<typeof lessons.$inferInsert>) =>
    app.deps.db
      .update(lessons)
      .set(values)
      .where(and(eq(lessons.course_id, course.id), eq(lessons.slug, lesson)))
  await change('text', { free_preview: true, body: 'Words for *everybody*.' })
  await change('film', {
    free_preview: true,
    kind: 'video',
    video: `videos/${slug}.webm`,
    duration_seconds: 100,
    captions: [{ lang: 'en', label: 'English', file: `videos/${slug}.vtt` }],
  })
  await app.deps.files.put(`videos/${slug}.webm`, Buffer.from('0123456789'))
  await app.deps.files.put(`videos/${slug}.vtt`, Buffer.from('WEBVTT\n'))
  return { ...course, change }
}
const free = (slug: string, lesson = 'film', as = app.asVisitor) => as.getFreeLesson({ slug, section: 'start', lesson })

describe('a free lesson', () => {
  test('plays for a visitor with captions and text, from a URL that expires within minutes', async () => {
    await makeFreeCourse('open')
    const { video, ...lesson } = await free('open')
    expect(lesson).toMatchObject({ title: 'Lesson film', kind: 'video', duration_seconds: 100 })
    const get = (url: string, headers = {}) => app.app.inject({ url, headers })
    expect((await get(video!.url)).body).toBe('0123456789')
    expect((await get(video!.url, { range: 'bytes=2-4' })).body).toBe('234')
    expect((await get(video!.captions[0]!.url)).body).toBe('WEBVTT\n')
    expect((await get(video!.url.replace(/\.[^.]*$/, '.forged'))).statusCode).toBe(404)
    expect(await free('open', 'text')).toMatchObject({ kind: 'reading', body: 'Words for *everybody*.', video: null })
    letPass(15 * 60 + 1)
    expect((await get(video!.url)).statusCode, 'after a quarter of an hour').toBe(404)
  })

  test('is closed once it is no longer free, also for earlier URLs', async () => {
    const { change } = await makeFreeCourse('taken-back')
    const { video } = await free('taken-back')
    await change('film', { free_preview: false })
    await expect(free('taken-back')).rejects.toMatchObject({ status: 403, code: 'no_access' })
    expect((await app.app.inject(video!.url)).statusCode).toBe(404)
  })

  test('refuses lessons that are paid, belong to a paid lab, do not exist, or are in a hidden course', async () => {
    const course = await makeFreeCourse('bounded')
    await expect(free('bounded', 'paid')).rejects.toMatchObject({ status: 403, extra: { rule: 'not_entitled' } })
    await expect(free('bounded', 'nowhere')).rejects.toMatchObject({ status: 404 })
    const lab = await makeLab(app.deps.db, 'lab-of-bounded')
    await course.change('text', { kind: 'lab', lab_id: lab.id })
    // The lab itself opens with the course; what its lesson says is read, and rehearsed in a simulated account.
    const ofLab = await free('bounded', 'text')
    expect(ofLab).toMatchObject({ kind: 'lab', video: null })
    await course.change('text', { archived_at: new Date() })
    await expect(free('bounded', 'text')).rejects.toMatchObject({ status: 404 })
    await course.change('text', { archived_at: null, free_preview: false })
    await expect(free('bounded', 'text')).rejects.toMatchObject({ status: 403 })
    const outline = (await app.asVisitor.getCourse({ slug: 'bounded' })).sections[0]?.lessons
    expect(outline?.map(({ slug, free_preview }) => [slug, free_preview])).toEqual([
      ['film', true],
      ['text', false],
      ['paid', false],
    ])
    await makeFreeCourse('hidden', 'draft')
    await expect(free('hidden')).rejects.toMatchObject({ status: 404 })
    const beta = await makeFreeCourse('early', 'beta')
    await expect(free('early')).rejects.toMatchObject({ status: 404 })
    const tester = app.as('early-tester')
    await tester.getMe()
    await app.deps.db.insert(betaTesters).values({ course_id: beta.id, user_id: await app.idOf('early-tester') })
    expect((await free('early', 'film', tester)).title).toBe('Lesson film')
  })

  test('opens to any account in the player, counts and completes there, and opens nothing else of the course', async () => {
    await makeFreeCourse('for-accounts')
    const ref = { slug: 'for-accounts', section: 'start' }
    const { url } = await app.asLearner.getVideoUrl({ ...ref, lesson: 'film' })
    expect((await app.app.inject(url)).statusCode, 'it stays bound to the account').toBe(404)
    const heartbeat = { section: 'start', lesson: 'film', position_seconds: 4 }
    await app.asLearner.updateLastSeen({ slug: ref.slug, updateLastSeenPayload: heartbeat })
    await app.asLearner.completeLesson({ slug: ref.slug, section_slug: 'start', lesson_slug: 'text' })
    await expect(app.asLearner.getVideoUrl({ ...ref, lesson: 'paid' })).rejects.toMatchObject({ status: 403 })
    const progress = await app.asLearner.getCourseProgress({ slug: ref.slug })
    expect(progress).toMatchObject({ enrolled: false, completed: 1 })
    await makeFreeCourse('hidden-too', 'draft')
    await expect(app.asLearner.getVideoUrl({ ...ref, slug: 'hidden-too', lesson: 'film' })).rejects.toMatchObject({
      status: 403,
    })
  })

  test('opens in a section that is still closed', async () => {
    const course = await makeFreeCourse('closed-later')
    const [start] = await app.deps.db.select().from(sections).where(eq(sections.course_id, course.id))
    const [later] = await app.deps.db
      .insert(sections)
      .values({ course_id: course.id, slug: 'later', title: 'Later', position: 1, opens_after_id: start!.id })
      .returning()
    await course.change('film', { section_id: later!.id })
    await grant(app.deps.db, { userId: await app.idOf('otto'), course: course.id, source: 'administrator' })
    expect(await app.as('otto').getCourseProgress({ slug: 'closed-later' })).toMatchObject({
      closed_sections: ['later'],
      open_lessons: [{ section: 'later', lesson: 'film' }],
    })
    const ref = { slug: 'closed-later', section: 'later', lesson: 'film' }
    expect((await app.as('otto').getVideoUrl(ref)).url).toContain('/videos/')
  })

  test('has a rate limit by address that is high enough for a classroom', async () => {
    await makeFreeCourse('busy')
    const { byAddress } = rateClasses.free_lesson
    expect(byAddress).toBeGreaterThanOrEqual(600)
    await free('busy', 'text')
    await app.deps.db
      .update(rateLimits)
      .set({ count: byAddress - 1 })
      .where(sql`starts_with(${rateLimits.key}, 'free_lesson:')`)
    await free('busy', 'text')
    await expect(free('busy', 'text')).rejects.toMatchObject({ status: 429 })
  })
})

describe('progress of a visitor', () => {
  const keep = (username: string, ...watched: { receipt: string; intervals: [number, number][]; at?: number }[]) =>
    app.as(username).keepVisitorProgress({
      visitorProgressPayload: {
        lessons: watched.map(({ at = 0, ...one }) => ({ ...one, position_seconds: at })),
      },
    })

  test('is added to the account, completes the lesson by the rule of the course, and is idempotent', async () => {
    const course = await makeFreeCourse('kept')
    const { receipt } = await free('kept')
    letPass(60)
    const [part] = await keep('anna', { receipt, intervals: [[0, 40]], at: 40 })
    expect(part).toMatchObject({ slug: 'kept', section: 'start', lesson: 'film', watched: 0.4, position_seconds: 40 })
    expect(part?.completed_at).toBeNull()
    const [whole] = await keep('anna', { receipt, intervals: [[30, 95]], at: 95 })
    expect(whole).toMatchObject({ watched: 0.95, position_seconds: 40 })
    expect(whole?.completed_at).not.toBeNull()
    expect(await keep('anna', { receipt, intervals: [[30, 95]], at: 95 })).toEqual([whole])
    expect(await app.as('anna').getCourseProgress({ slug: 'kept' })).toMatchObject({
      completed: 1,
      last_seen: { section: 'start', lesson: 'film' },
    })
    await app.deps.db.update(courses).set({ video_share: 1 }).where(eq(courses.id, course.id))
    const [strict] = await keep('bert', { receipt, intervals: [[0, 95]] })
    expect(strict).toMatchObject({ watched: 0.95, completed_at: null })
  })

  test('never reduces the progress of the account', async () => {
    await makeFreeCourse('more')
    const { receipt } = await free('more')
    letPass(60)
    await keep('cleo', { receipt, intervals: [[0, 80]], at: 80 })
    const [row] = await keep('cleo', { receipt, intervals: [[0, 10]], at: 10 })
    expect(row).toMatchObject({ watched: 0.8, position_seconds: 80 })
  })

  test('is limited to the time since the lesson was opened at double speed, and to the lesson’s length', async () => {
    await makeFreeCourse('quick')
    const { receipt } = await free('quick')
    const [atOnce] = await keep('dora', { receipt, intervals: [[0, 100]] })
    expect(atOnce?.watched).toBeCloseTo(0, 1)
    expect(atOnce?.completed_at).toBeNull()
    letPass(10)
    expect((await keep('emma', { receipt, intervals: [[0, 100]] }))[0]?.watched).toBeCloseTo(0.2, 1)
    letPass(3600)
    const [late] = await keep('fred', { receipt, intervals: [[0, 86_400]], at: 86_400 })
    expect(late).toMatchObject({ watched: 1, position_seconds: 100, intervals: [[0, 100]] })
  })

  test('is ignored if its receipt is forged or the lesson is no longer free', async () => {
    const { change } = await makeFreeCourse('gone')
    const { receipt } = await free('gone')
    letPass(60)
    const [payload = ''] = receipt.split('.')
    const { receipt: another } = await free('gone', 'text')
    const swapped = `${payload}.${another.split('.')[1]}`
    expect(
      await keep('gina', { receipt: 'made.up', intervals: [[0, 9]] }, { receipt: swapped, intervals: [] }),
    ).toEqual([])
    await change('film', { free_preview: false })
    expect(await keep('gina', { receipt, intervals: [[0, 50]] })).toEqual([])
    expect((await app.as('gina').getCourseProgress({ slug: 'gone' })).lessons).toEqual([])
  })
})
