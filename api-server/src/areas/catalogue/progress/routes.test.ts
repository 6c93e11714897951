import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeLab } from '../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { courses, entitlements, lessons, watchClocks } from '../../../db/schema/index.ts'
import { findAccount } from '../../platform/auth/queries.ts'
import { startSession } from '../../platform/auth/sign-in/sign-in.ts'
import { grant } from '../entitlements/service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const give = async (username: string, course: { id: string }, on = app) =>
  grant(on.deps.db, { userId: await on.idOf(username), course: course.id, source: 'administrator' })

async function makeVideoCourse(slug: string, on = app) {
  const course = await makeCourse(on.deps.db, slug, {}, [{ slug: 'film' }, { slug: 'text' }])
  await on.deps.db
    .update(lessons)
    .set({
      kind: 'video',
      video: `videos/${slug}.webm`,
      duration_seconds: 100,
      captions: [{ lang: 'en', label: 'English', file: `videos/${slug}.vtt` }],
    })
    .where(and(eq(lessons.course_id, course.id), eq(lessons.slug, 'film')))
  return course
}

/** Lets the account's clock believe that so many seconds passed since its last heartbeat. */
const letPass = (seconds: number, on = app) =>
  on.deps.db.update(watchClocks).set({ last_at: sql`clock_timestamp() - make_interval(secs => ${seconds}::float8)` })

const film = { section: 'start', lesson: 'film' }

describe('the catalogue', () => {
  test('lists published courses with counts for everyone, as bytes with an ETag', async () => {
    await makeCourse(app.deps.db, 'shown')
    await makeCourse(app.deps.db, 'drafted', { status: 'draft' })
    const slugs = (await app.asVisitor.listCourses()).map((course) => course.slug)
    expect(slugs).toContain('shown')
    expect(slugs).not.toContain('drafted')
    expect((await app.asVisitor.listCourses()).find((course) => course.slug === 'shown')).toMatchObject({
      lessons: 2,
      labs: 0,
    })

    const first = await app.app.inject('/api/v1/courses/')
    const again = await app.app.inject({
      url: '/api/v1/courses/',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('is compressed for clients that accept it, with the same content', async () => {
    const plain = await app.app.inject('/api/v1/courses/')
    for (const [encoding, read] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await app.app.inject({ url: '/api/v1/courses/', headers: { 'accept-encoding': encoding } })
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(read(packed.rawPayload).toString()).toBe(plain.body)
    }
  })

  test('shows drafts only to administrators, and betas also to their testers', async () => {
    await makeCourse(app.deps.db, 'secret-draft', { status: 'draft' })
    await expect(app.asLearner.getCourse({ slug: 'secret-draft' })).rejects.toMatchObject({ status: 404 })
    await expect(app.asVisitor.getCourse({ slug: 'secret-draft' })).rejects.toMatchObject({ status: 404 })
    expect(await app.asAdmin.getCourse({ slug: 'secret-draft' })).toMatchObject({ status: 'draft' })
  })

  test('shows a visitor the outline, but no lesson text, video or lab', async () => {
    await makeVideoCourse('outlined')
    const course = await app.asVisitor.getCourse({ slug: 'outlined' })
    expect(course.sections[0]?.lessons.map((lesson) => lesson.slug)).toEqual(['film', 'text'])
    expect(JSON.stringify(course)).not.toMatch(/webm|"body"|"video":/)
  })
})

describe('access', () => {
  test('cached details show changes, and are refused to learners who lost the course', async () => {
    const course = await makeVideoCourse('kept-details')
    const account = await findAccount(app.deps.db, await app.idOf('keeper'))
    const { session } = await startSession(app.deps, account!, { address: '127.0.0.1', userAgent: 'vitest' })
    const bearer = { authorization: `Bearer ${session.access_token}` }
    const { id: entitlement } = (await give('keeper', course)) ?? {}
    const details = (headers = {}) =>
      app.app.inject({ url: '/api/v1/courses/kept-details/details', headers: { ...bearer, ...headers } })
    const textOf = (body: string) => JSON.parse(body).sections[0].lessons[1].body

    const first = await details()
    expect([first.statusCode, first.headers['cache-control'], first.headers.etag]).toEqual([200, 'no-store', undefined])
    const compressed = await details({ 'accept-encoding': 'br' })
    expect(compressed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(first.body)

    await app.deps.db
      .update(lessons)
      .set({ body: 'Written anew' })
      .where(and(eq(lessons.course_id, course.id), eq(lessons.slug, 'text')))
    await expect.poll(async () => textOf((await details()).body)).toBe('Written anew')

    await app.deps.db
      .update(entitlements)
      .set({ revoked_at: sql`now()` })
      .where(eq(entitlements.id, entitlement ?? ''))
    expect((await details()).statusCode).toBe(403)
  })

  test('a refusal names the same rule in details, progress and the player', async () => {
    const course = await makeVideoCourse('kept')
    const closed = { code: 'no_access', status: 403 }
    await expect(app.asLearner.getCourseDetails({ slug: 'kept' })).rejects.toMatchObject({
      ...closed,
      extra: { rule: 'not_entitled' },
    })
    await expect(app.asLearner.getVideoUrl({ slug: 'kept', ...film })).rejects.toMatchObject(closed)
    expect(await app.asLearner.getCourseProgress({ slug: 'kept' })).toMatchObject({
      enrolled: false,
      refusal: { code: 'not_entitled' },
    })

    await give('learner', course)
    expect(await app.asLearner.getCourseDetails({ slug: 'kept' })).toMatchObject({ slug: 'kept' })
    await app.deps.db
      .update(entitlements)
      .set({ suspended_at: new Date(), reason: 'Payment disputed.' })
      .where(eq(entitlements.course_id, course.id))
    await expect(app.asLearner.getCourseDetails({ slug: 'kept' })).rejects.toMatchObject({
      message: 'Your access is suspended at the moment. Reason: Payment disputed.',
      extra: { rule: 'suspended' },
    })
  })

  test('ended access is refused with its end date, unless a longer entitlement is open', async () => {
    const course = await makeCourse(app.deps.db, 'ended', { access_days: 30 })
    await give('learner', course)
    await app.deps.db
      .update(entitlements)
      .set({ ends_at: new Date('2026-01-05') })
      .where(eq(entitlements.course_id, course.id))
    expect(await app.asLearner.getCourseProgress({ slug: 'ended' })).toMatchObject({
      refusal: { code: 'ended', message: 'Your access ended on 2026-01-05. What you earned stays yours.' },
    })
    await give('learner', course)
    expect((await app.asLearner.getCourseProgress({ slug: 'ended' })).enrolled).toBe(true)
  })
})

describe('progress', () => {
  test('the call completes a reading lesson once, and the last required lesson completes the course', async () => {
    const course = await makeCourse(app.deps.db, 'read', {}, [
      { slug: 'one' },
      { slug: 'two' },
      { slug: 'extra', required: false },
    ])
    await give('learner', course)
    const complete = (lesson: string) =>
      app.asLearner.completeLesson({ slug: 'read', section_slug: 'start', lesson_slug: lesson })
    expect(await complete('one')).toMatchObject({
      completed: 1,
      required: 2,
      completed_at: null,
      resume: { lesson: 'two' },
    })
    const first = await complete('two')
    expect(first).toMatchObject({ completed: 2, required: 2 })
    expect(first.completed_at).not.toBeNull()
    expect(await complete('two')).toEqual(first)

    await app.deps.db.insert(lessons).values({
      course_id: course.id,
      section_id: (await app.deps.db.query.lessons.findFirst({ where: eq(lessons.course_id, course.id) }))!.section_id,
      slug: 'later',
      title: 'Later',
      position: 9,
      kind: 'reading',
    })
    const after = await app.asLearner.getCourseProgress({ slug: 'read' })
    expect(after, 'a new required lesson takes no completion back').toMatchObject({
      completed: 2,
      required: 3,
      completed_at: first.completed_at,
    })
  })

  test('resumes at a required lesson, or at the last opened one if none is left', async () => {
    const outline = [{ slug: 'one' }, { slug: 'extra', required: false }, { slug: 'two' }]
    await give('learner', await makeCourse(app.deps.db, 'resumed', {}, outline))
    const at = { slug: 'resumed', section: 'start' }
    const see = (lesson: string) =>
      app.asLearner.updateLastSeen({ slug: at.slug, updateLastSeenPayload: { section: at.section, lesson } })
    const complete = (lesson_slug: string) =>
      app.asLearner.completeLesson({ slug: at.slug, section_slug: at.section, lesson_slug })
    await complete('one')
    await see('extra')
    expect((await app.asLearner.getCourseProgress({ slug: at.slug })).resume?.lesson).toBe('two')
    await see('two')
    expect((await complete('two')).resume?.lesson).toBe('two')
    expect((await app.asLearner.listMyCourses()).find(({ slug }) => slug === at.slug)?.resume?.lesson).toBe('two')
  })

  test('a section opens after the required lessons of its prerequisite', async () => {
    const course = await makeCourse(app.deps.db, 'locked', {}, [{ slug: 'key' }])
    await give('learner', course)
    const { sections } = await import('../../../db/schema/index.ts')
    const [start] = await app.deps.db.select().from(sections).where(eq(sections.course_id, course.id))
    const [next] = await app.deps.db
      .insert(sections)
      .values({ course_id: course.id, slug: 'next', title: 'Next', position: 1, opens_after_id: start!.id })
      .returning()
    await app.deps.db.insert(lessons).values({
      course_id: course.id,
      section_id: next!.id,
      slug: 'behind',
      title: 'Behind',
      position: 0,
      kind: 'reading',
    })
    const behind = { slug: 'locked', section_slug: 'next', lesson_slug: 'behind' }
    await expect(app.asLearner.completeLesson(behind)).rejects.toMatchObject({
      extra: { rule: 'section_closed' },
      message: 'This section opens once you finish “Start”.',
    })
    expect((await app.asLearner.getCourseProgress({ slug: 'locked' })).closed_sections).toEqual(['next'])
    await app.asLearner.completeLesson({ slug: 'locked', section_slug: 'start', lesson_slug: 'key' })
    expect((await app.asLearner.completeLesson(behind)).completed).toBe(2)
  })

  test('a video completes only when the accepted intervals cover its share, and the refusal names the share reached', async () => {
    const course = await makeVideoCourse('watched')
    await give('learner', course)
    const seen = (intervals: [number, number][]) =>
      app.asLearner.updateLastSeen({
        slug: 'watched',
        updateLastSeenPayload: { ...film, position_seconds: 42.5, intervals },
      })
    const complete = () => app.asLearner.completeLesson({ slug: 'watched', section_slug: 'start', lesson_slug: 'film' })

    const first = await seen([[0, 100]])
    expect(first.position_seconds).toBe(42.5)
    expect(first.watched, 'a first heartbeat earns nothing before it').toBeCloseTo(0, 1)
    const [resumed] = await app.asLearner.listMyCourses()
    expect(resumed).toMatchObject({ slug: 'watched', resume: { lesson: 'film', kind: 'video', seconds_left: 57.5 } })
    await letPass(15)
    expect((await seen([[0, 100]])).watched, '15 s at double speed').toBeCloseTo(0.3, 1)
    await expect(complete()).rejects.toMatchObject({
      code: 'not_complete',
      status: 409,
      message: 'You have watched 30 % of this video. The lesson needs 90 %.',
    })
    await letPass(20)
    expect((await seen([[30, 100]])).watched).toBeCloseTo(0.7, 1)
    await letPass(3600)
    expect((await seen([[70, 100]])).watched, 'nor does the first one after a long pause').toBeCloseTo(0.7, 1)
    await letPass(60)
    expect((await seen([[0, 60]])).watched, 'watching again earns nothing new').toBeCloseTo(0.7, 1)
    await letPass(15)
    await seen([[60, 95]])
    expect((await complete()).lessons[0]?.completed_at).not.toBeNull()
    expect((await app.asLearner.listMyCourses()).find((one) => one.slug === 'watched')).toMatchObject({
      completed: 1,
      resume: { lesson: 'text' },
    })
  })

  test('a lab lesson is completed by its flags and not by the call', async () => {
    const course = await makeCourse(app.deps.db, 'labbed', {}, [{ slug: 'lab' }])
    await give('learner', course)
    const lab = await makeLab(app.deps.db, 'lab-of-labbed')
    await app.deps.db.update(lessons).set({ kind: 'lab', lab_id: lab.id }).where(eq(lessons.course_id, course.id))
    await expect(
      app.asLearner.completeLesson({ slug: 'labbed', section_slug: 'start', lesson_slug: 'lab' }),
    ).rejects.toMatchObject({ code: 'not_complete' })
  })
})

describe('a video URL', () => {
  test('works only with the session cookie of the account that requested it, also for ranges', async () => {
    const course = await makeVideoCourse('streamed')
    await give('learner', course)
    await app.deps.files.put('videos/streamed.webm', Buffer.from('0123456789'))
    await app.deps.files.put('videos/streamed.vtt', Buffer.from('WEBVTT\n'))
    const { url, captions } = await app.asLearner.getVideoUrl({ slug: 'streamed', ...film })
    const cookieOf = async (username: string) => {
      const account = await findAccount(app.deps.db, await app.idOf(username))
      const { refreshToken } = await startSession(app.deps, account!, { address: '127.0.0.1', userAgent: 'vitest' })
      return { cookie: `flagyard-session=${refreshToken}` }
    }
    const [mine, others] = [await cookieOf('learner'), await cookieOf('stranger')]
    const get = (headers: Record<string, string>, address = url) => app.app.inject({ url: address, headers })

    const whole = await get(mine)
    expect([whole.statusCode, whole.body, whole.headers['content-type']]).toEqual([200, '0123456789', 'video/webm'])
    expect(whole.headers['cache-control']).toContain('no-store')
    const part = await get({ ...mine, range: 'bytes=2-4' })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
    expect((await get({ ...mine, range: 'bytes=-3' })).body).toBe('789')
    expect((await get(mine, captions[0]!.url)).body).toBe('WEBVTT\n')

    for (const range of ['bytes=0-1,3-4', 'bytes=20-30', 'bytes=5-2', 'bytes=', 'lines=1-2'])
      expect((await get({ ...mine, range })).statusCode, range).toBe(416)
    expect((await get(others)).statusCode).toBe(404)
    expect((await get({})).statusCode).toBe(404)
    const idAlone = { cookie: mine.cookie.replace(/\.[^.]*$/, '.made-up') }
    expect((await get(idAlone)).statusCode, 'the id of a session is no secret').toBe(404)
    for (const forged of [url.slice(0, -2), url.replace('/videos/', '/videos/..%2f'), '/api/v1/videos/x.y'])
      expect((await get(mine, forged)).statusCode, forged).toBe(404)
    const again = await get(mine)
    expect(again.statusCode, 'a cookie presented here never rotates').toBe(200)
  })

  test('expires', async () => {
    const course = await makeVideoCourse('expiring')
    await give('learner', course)
    const { url, expires_at } = await app.asLearner.getVideoUrl({ slug: 'expiring', ...film })
    const clock = { now: () => new Date(new Date(expires_at).getTime() + 1000) }
    const later = await startTestApp({ database: app.database, deps: { clock } })
    expect((await later.app.inject(url)).statusCode).toBe(404)
    await later.app.close()
  })
})

describeOnPostgres('two tabs that watch at the same time', () => {
  test('earn no more than one tab', async () => {
    const database = await openTestPostgres()
    const on = await startTestApp({ database })
    const course = await makeVideoCourse('raced', on)
    await give('learner', course, on)
    const seen = (from: number) =>
      on.asLearner.updateLastSeen({ slug: 'raced', updateLastSeenPayload: { ...film, intervals: [[from, from + 20]] } })
    await seen(0)
    await letPass(10, on)
    const answers = await Promise.all([0, 20, 40, 60, 80].map(seen))
    // 30 s from the first heartbeat's allowance at most, then 10 s of wall clock at double speed, whoever asks how often.
    expect(Math.max(...answers.map((answer) => answer.watched))).toBeLessThanOrEqual(0.45)
    await on.close()
  })
})

test('no course can have a reserved slug, which would hide a call', async () => {
  const { reserved } = await import('@flagyard/api-types/contract/fields')
  const taken = await app.deps.db.select({ slug: courses.slug }).from(courses)
  expect(taken.map(({ slug }) => slug).filter((slug) => (reserved as readonly string[]).includes(slug))).toEqual([])
})
