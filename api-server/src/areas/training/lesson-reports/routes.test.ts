import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { enrol } from '../../../../test/fixtures/feedback-course.ts'
import { HOSTILE_LINE } from '../../../../test/fixtures/hostile-content.ts'
import { createManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import { audit, contentRevisions, lessonProgress, lessonReports, lessons, outbox } from '../../../db/schema/index.ts'
import { MAX_UNANSWERED } from './service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ deps: { queue: createManualQueue(() => app.deps) } })
})
afterAll(() => app.close())

const place = (slug: string) => ({ slug, section: 'start', lesson: 'first' })
const report = (username: string, slug: string, words = 'The second step names a bucket that is not there') =>
  app.as(username).reportLesson({ ...place(slug), lessonReportPayload: { kind: 'wrong', words } })
const reportsOf = async (course: string, filter: object = {}) =>
  (await app.asAdmin.listLessonReports({ filter: JSON.stringify({ course, ...filter }) })).data
const decide = (id: string, state: 'accepted' | 'closed', more: { version?: number; answer?: string } = {}) =>
  app.asAdmin.decideLessonReport({ id, lessonReportDecision: { version: 1, state, ...more } })
const mailsTo = async (username: string) => {
  const { email } = await app.as(username).getMe()
  return app.deps.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.recipient, email), eq(outbox.kind, 'lesson_report_closed')))
}
/** Creates a course that the learner owns. Its first lesson is a film. */
async function withFilm(slug: string, username: string) {
  const course = await makeCourse(app.deps.db, slug)
  await enrol(app, username, course)
  const [film] = await app.deps.db
    .update(lessons)
    .set({ kind: 'video', video: 'film', duration_seconds: 600 })
    .where(and(eq(lessons.course_id, course.id), eq(lessons.slug, 'first')))
    .returning()
  return { course, film: film! }
}

test('stores the position and revision of the learner; the answer is mailed and shown below the lesson', async () => {
  const { course, film } = await withFilm('buckets', 'ana')
  await app.deps.db.insert(lessonProgress).values({
    user_id: await app.idOf('ana'),
    course_id: course.id,
    lesson_id: film.id,
    position_seconds: 192.7,
  })
  await app.deps.db
    .insert(contentRevisions)
    .values({ kind: 'courses', item_id: course.id, number: 3, source: 'editor' })
  expect(await report('ana', 'buckets')).toMatchObject({ state: 'open', position_seconds: 192, answer: null })
  const [row] = await reportsOf('buckets', { state: ['open', 'accepted'] })
  expect(row).toMatchObject({
    lesson: 'Lesson first',
    kind: 'wrong',
    position_seconds: 192,
    revision: 3,
    username: 'ana',
    allowed: ['accept', 'close'],
  })
  expect((await app.asAdmin.getDashboard()).attention).toContainEqual(
    expect.objectContaining({ message: 'Errors in lessons that learners reported', count: 1 }),
  )
  await decide(row!.id, 'accepted')
  expect(await mailsTo('ana')).toEqual([])
  expect((await reportsOf('buckets', { state: 'accepted' }))[0]).toMatchObject({ version: 2, allowed: ['close'] })
  await decide(row!.id, 'closed', { version: 2, answer: 'It is called “logs” now.' })
  expect(await app.as('ana').listMyLessonReports(place('buckets'))).toMatchObject([
    { state: 'closed', answer: 'It is called “logs” now.' },
  ])
  const [mail, ...others] = await mailsTo('ana')
  expect(others).toEqual([])
  expect(mail?.text).toContain('It is called “logs” now.')
  expect(mail?.text).toContain('/classroom/buckets?section=start&lesson=first')
  const entries = await app.deps.db.select().from(audit).where(eq(audit.subject_id, 'buckets'))
  expect(entries.map(({ action }) => action).sort()).toEqual(['lesson_reports.accept', 'lesson_reports.close'])
  expect(await reportsOf('buckets', { state: 'open' })).toEqual([])
})

test('a text has no position; a closed report is final, and an answer is only sent when closing', async () => {
  await enrol(app, 'bert', await makeCourse(app.deps.db, 'texts'))
  const { id, position_seconds } = await report('bert', 'texts')
  expect(position_seconds).toBeNull()
  await expect(decide(id, 'accepted', { answer: 'Soon' })).rejects.toMatchObject({ errors: [{ field: 'answer' }] })
  await expect(decide(id, 'closed', { version: 7 })).rejects.toMatchObject({ code: 'stale_version' })
  await decide(id, 'closed')
  expect((await mailsTo('bert'))[0]?.text).toContain('your report is closed')
  await expect(decide(id, 'closed', { version: 2 })).rejects.toMatchObject({ status: 409 })
  await expect(decide('nothing', 'closed')).rejects.toMatchObject({ status: 404 })
})

test('closes several reports together, each with a mail of thanks, and skips closed ones', async () => {
  const course = await makeCourse(app.deps.db, 'closed-at-once')
  for (const username of ['jana', 'karl', 'lena']) {
    await enrol(app, username, course)
    await report(username, 'closed-at-once', `${username} misses a bucket`)
  }
  const [lena, karl, jana] = await reportsOf('closed-at-once')
  await decide(karl!.id, 'accepted')
  await decide(lena!.id, 'closed', { answer: 'It is there' })
  const ask = { action: 'lesson_reports.close' as const, filter: '{"course":"closed-at-once"}' }
  const author = app.as('closer', { roles: ['user', 'admin'], capabilities: ['content'] })
  expect(await author.previewBulk({ bulkPreviewAsk: { ...ask, show: 'refused' } })).toMatchObject({
    changes: 2,
    refused: 1,
    reasons: [{ message: 'This report is already closed.', count: 1 }],
    rows: [{ id: lena!.id, label: 'Lesson first · lena misses a bucket' }],
  })
  const { id: job, state } = await author.startBulk({ bulkAsk: ask })
  expect(state).toBe('done')
  const { data } = await app.asAdmin.listBulkItems({ filter: JSON.stringify({ job, state: 'done' }) })
  expect(data.map(({ label }) => label)).toEqual([
    'Lesson first · karl misses a bucket',
    'Lesson first · jana misses a bucket',
  ])
  expect(await reportsOf('closed-at-once', { state: 'closed' })).toMatchObject([
    { id: lena!.id, version: 2, answer: 'It is there' },
    { id: karl!.id, version: 3, answer: null },
    { id: jana!.id, version: 2, answer: null },
  ])
  const mails = await Promise.all(['jana', 'karl', 'lena'].map(mailsTo))
  expect(mails.map(([mail, ...others]) => [mail?.text.includes('your report is closed'), others.length])).toEqual([
    [true, 0],
    [true, 0],
    [false, 0],
  ])
  const entries = await app.deps.db.select().from(audit).where(eq(audit.job_id, job))
  expect(entries.filter(({ action }) => action === 'lesson_reports.close').map(({ before }) => before)).toEqual(
    expect.arrayContaining([
      { report: karl!.id, state: 'accepted' },
      { report: jana!.id, state: 'open' },
    ]),
  )
})

test('is limited to lessons that the learner can open, and to their own reports', async () => {
  const course = await makeCourse(app.deps.db, 'private')
  await enrol(app, 'cora', course)
  await report('cora', 'private')
  await expect(report('mallory', 'private')).rejects.toMatchObject({ status: 403 })
  await expect(app.as('mallory').listMyLessonReports(place('private'))).rejects.toMatchObject({ status: 403 })
  await enrol(app, 'dora', course)
  expect(await app.as('dora').listMyLessonReports(place('private'))).toEqual([])
  await expect(
    app
      .as('dora')
      .reportLesson({ ...place('private'), lesson: 'nowhere', lessonReportPayload: { kind: 'typo', words: 'x' } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('shows the reporter in the list and its export only to administrators who may see learners', async () => {
  await enrol(app, 'emil', await makeCourse(app.deps.db, 'named'))
  const { id } = await report('emil', 'named')
  const author = app.as('author', { roles: ['user', 'admin'], capabilities: ['content'] })
  const filter = '{"course":"named"}'
  expect((await author.listLessonReports({ filter })).data).toMatchObject([
    { username: null, allowed: ['accept', 'close'] },
  ])
  const file = await author.exportList({ list: 'listLessonReports', exportAsk: { filter } })
  expect(await file.text()).not.toContain('emil')
  const reader = app.as('reader', { roles: ['user', 'admin'], capabilities: ['finance'] })
  expect((await reader.listLessonReports({ filter })).data).toMatchObject([{ username: 'emil', allowed: [] }])
  await expect(
    reader.decideLessonReport({ id, lessonReportDecision: { version: 1, state: 'closed' } }),
  ).rejects.toMatchObject({ status: 403 })
})

test('renders words of learners and authors as text in the mail', async () => {
  await enrol(app, 'fred', await makeCourse(app.deps.db, 'hostile'))
  const { id } = await report('fred', 'hostile', `${HOSTILE_LINE}\n[click](javascript:alert(1))`)
  await decide(id, 'closed', { answer: HOSTILE_LINE })
  const [mail] = await mailsTo('fred')
  expect(mail?.html).not.toContain('<img src=x')
  expect(mail?.html).not.toContain('href="javascript')
  expect(mail?.html).toContain('&lt;img')
})

test('limits open reports of a lesson to three, and accepts another once one is closed', async () => {
  await enrol(app, 'gina', await makeCourse(app.deps.db, 'many'))
  const first = await report('gina', 'many')
  for (let n = 1; n < MAX_UNANSWERED; n++) await report('gina', 'many', `Another ${n}`)
  await expect(report('gina', 'many')).rejects.toMatchObject({ status: 409 })
  await decide(first.id, 'closed')
  await report('gina', 'many', 'One more')
  expect(await app.as('gina').listMyLessonReports(place('many'))).toHaveLength(4)
})

test('keeps a report after its learner is deleted, closes it without a mail, and names no one', async () => {
  await enrol(app, 'hans', await makeCourse(app.deps.db, 'left'))
  const { id } = await report('hans', 'left')
  await app.deps.db.update(lessonReports).set({ user_id: null }).where(eq(lessonReports.id, id))
  expect(await reportsOf('left')).toMatchObject([{ username: null }])
  await decide(id, 'closed', { answer: 'Thank you' })
  expect(await mailsTo('hans')).toEqual([])
})

test('finds reports by words, kind and lesson', async () => {
  const { film } = await withFilm('found', 'ines')
  await report('ines', 'found', 'The sound is gone at the end')
  const found = async (filter: object) => (await reportsOf('found', filter)).length
  expect([await found({ q: 'sound' }), await found({ q: 'picture' })]).toEqual([1, 0])
  expect([await found({ kind: 'wrong' }), await found({ kind: 'typo' })]).toEqual([1, 0])
  expect(await found({ lesson_id: film.id })).toBe(1)
})
