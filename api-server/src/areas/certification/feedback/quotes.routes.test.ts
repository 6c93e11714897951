import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { enrol, makeFeedbackCourse, quotableAnswer, respond } from '../../../../test/fixtures/feedback-course.ts'
import { audit, feedbackResponses, feedbackTallies, users } from '../../../db/schema/index.ts'
import { mondayOf } from './figures.ts'

const DAY = 86_400_000
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const reviewsOf = (slug: string) => app.asVisitor.getCourseReviews({ slug })
const namesOn = async (slug: string) => (await reviewsOf(slug)).quotes.map(({ name }) => name)
const named = async (username: string, full_name: string) =>
  app.deps.db
    .update(users)
    .set({ full_name })
    .where(eq(users.id, await app.idOf(username)))

describe('a learner’s comment', () => {
  test('is quoted verbatim, under the name they chose, once an administrator publishes it', async () => {
    const text = '<img src=x onerror=alert(1)> [x](javascript:alert(1)) Worth it'
    const answer_id = await quotableAnswer(app, 'quoted', { text, quote_as: 'full_name' })
    await named('quoted-quoted', 'Ada Maria Brandt')
    expect(await reviewsOf('quoted')).toEqual({ recommendation: null, quotes: [] })
    const published = await app.asAdmin.publishQuote({ answer_id })
    expect(published).toMatchObject({ answer: text, allowed: ['unpublish'], published_at: expect.any(String) })
    await expect
      .poll(async () => (await reviewsOf('quoted')).quotes)
      .toEqual([{ id: expect.any(String), question: 'How was it?', text, name: 'Ada Maria Brandt' }])
    await named('quoted-quoted', 'Ada Meyer')
    await expect.poll(() => namesOn('quoted')).toEqual(['Ada Meyer'])
    expect(await app.asAdmin.unpublishQuote({ answer_id })).toMatchObject({ published_at: null, allowed: ['publish'] })
    await expect.poll(() => namesOn('quoted')).toEqual([])
  })

  test.each([
    ['initials', 'A. B.'],
    ['learner', null],
  ] as const)('under %s is shown as %s', async (quote_as, name) => {
    const slug = `shown-as-${quote_as}`
    const answer_id = await quotableAnswer(app, slug, { quote_as })
    await named(`${slug}-quoted`, 'Ada Maria Brandt')
    await app.asAdmin.publishQuote({ answer_id })
    await expect.poll(() => namesOn(slug)).toEqual([name])
  })

  test('cannot be quoted without their consent', async () => {
    await quotableAnswer(app, 'unasked')
    const filter = JSON.stringify({ course: 'unasked', may_quote: false })
    const { data } = await app.asAdmin.listFeedbackAnswers({ filter })
    expect(data.map(({ quote_as, allowed }) => [quote_as, allowed])).toEqual([
      [null, []],
      [null, []],
    ])
    for (const { id } of data)
      await expect(app.asAdmin.publishQuote({ answer_id: id })).rejects.toMatchObject({ code: 'conflict' })
    expect(await namesOn('unasked')).toEqual([])
  })

  test('is removed when the consent is withdrawn, and cannot be published again', async () => {
    const answer_id = await quotableAnswer(app, 'withdrawn')
    const learner = await app.as('withdrawn-quoted')
    await app.asAdmin.publishQuote({ answer_id })
    const course_slug = 'withdrawn'
    expect(await learner.getFeedbackForm({ course_slug })).toMatchObject({ quote_as: 'full_name', is_quoted: true })
    const after = await learner.withdrawQuote({ course_slug })
    expect(after).toMatchObject({ state: 'answered', quote_as: null, is_quoted: false })
    await expect.poll(() => namesOn('withdrawn')).toEqual([])
    await expect(app.asAdmin.publishQuote({ answer_id })).rejects.toMatchObject({ code: 'conflict' })
    expect(await learner.withdrawQuote({ course_slug })).toEqual(after)
  })

  test('is not copied into the audit log', async () => {
    const text = 'Words that leave with their learner'
    const answer_id = await quotableAnswer(app, 'audit-words', { text })
    await app.asAdmin.publishQuote({ answer_id })
    const entries = await app.deps.db.select().from(audit).where(eq(audit.subject_id, 'audit-words'))
    expect(entries.map(({ action }) => action)).toContain('quotes.publish')
    expect(JSON.stringify(entries)).not.toContain(text)
  })
})

test('learners who agree to be quoted do not count towards the threshold', async () => {
  const { course, ids } = await makeFeedbackCourse(app, 'hiding', { threshold: 2 })
  const answers = [{ question_id: ids[0] ?? '', rating: 4 }]
  const quoted = await enrol(app, 'hiding-quoted', course)
  await quoted.submitFeedback({ course_slug: 'hiding', quote_as: 'full_name', feedbackAnswerCreate: answers })
  await respond(app, 'hiding-one', course, answers)
  const shown = async () => {
    const rows = await app.deps.db.select().from(feedbackResponses).where(eq(feedbackResponses.course_id, course.id))
    return rows.filter(({ week }) => week !== null).length
  }
  expect(await shown()).toBe(0)
  await respond(app, 'hiding-two', course, answers)
  expect(await shown()).toBe(3)
})

test('the score covers completed weeks of visible courses only', async () => {
  const { course, form, ids } = await makeFeedbackCourse(app, 'figure')
  const recommend = ids[4] ?? ''
  const tally = (week: string, value: string | null, count: number) => ({
    course_id: course.id,
    form_id: form.id,
    form_version: 1,
    question_id: recommend,
    week,
    value,
    count,
  })
  const [before, now] = [mondayOf(new Date(Date.now() - 7 * DAY)), mondayOf(new Date())]
  await app.deps.db
    .insert(feedbackTallies)
    .values([tally(before, null, 6), tally(before, '9', 6), tally(now, null, 5), tally(now, '0', 5)])
  expect((await reviewsOf('figure')).recommendation).toEqual({ mean: 9, answers: 6 })
  await expect(reviewsOf('nowhere')).rejects.toMatchObject({ code: 'not_found' })
})
