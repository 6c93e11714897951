import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { enrol, everyKind, makeFeedbackCourse, respond } from '../../../../test/fixtures/feedback-course.ts'
import { courseProgress, courses, feedbackAnswers, feedbackResponses } from '../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const HTML = '<img src=x onerror=alert(1)><b>bold</b>'

/** Answers to all questions of `everyKind`, in its order. */
const answersTo = ([rating, single, multiple, text, recommend]: string[]) => [
  { question_id: rating!, rating: 4 },
  { question_id: single!, choice: 'Just right' },
  { question_id: multiple!, choices: ['Films', 'Labs'] },
  { question_id: text!, text: HTML },
  { question_id: recommend!, score: 9 },
]

const complete = (username: string, slug: string, lesson: string) =>
  app.as(username).completeLesson({ slug, section_slug: 'start', lesson_slug: lesson })

describe('the form of a course', () => {
  test('is requested once the share of the course is reached, answered once, and then shows the answers', async () => {
    const { course, ids } = await makeFeedbackCourse(app, 'asked', { share: 0.5 })
    const ana = await enrol(app, 'ana', course)
    const form = () => ana.getFeedbackForm({ course_slug: 'asked' })
    const submit = () => ana.submitFeedback({ course_slug: 'asked', feedbackAnswerCreate: answersTo(ids) })
    expect(await form()).toMatchObject({ state: 'not_yet', share: 0.5, completed: 0, answers: [] })
    expect((await ana.getCourseProgress({ slug: 'asked' })).feedback_due).toBe(false)
    await expect(submit()).rejects.toMatchObject({ code: 'not_complete' })

    expect((await complete('ana', 'asked', 'first')).feedback_due).toBe(true)
    const open = await form()
    expect(open).toMatchObject({ state: 'open', completed: 0.5, anonymity_threshold: 3, answered_at: null })
    expect(open.questions).toMatchObject(everyKind)

    const sent = await submit()
    expect(sent).toMatchObject({ state: 'answered', quote_as: null })
    expect(sent.answers).toEqual(expect.arrayContaining([expect.objectContaining({ question_id: ids[3], text: HTML })]))
    expect(await form()).toEqual(sent)
    expect((await ana.getCourseProgress({ slug: 'asked' })).feedback_due).toBe(false)
    const again = await ana.submitFeedback({
      course_slug: 'asked',
      feedbackAnswerCreate: [{ question_id: ids[0]!, rating: 1 }],
    })
    expect(again).toEqual(sent)
  })

  test('remains due once it was, even if the required share is raised later', async () => {
    const { course } = await makeFeedbackCourse(app, 'sticky', { share: 0.5 })
    await enrol(app, 'stine', course)
    await complete('stine', 'sticky', 'first')
    await app.deps.db.update(courses).set({ feedback_share: 1 }).where(eq(courses.id, course.id))
    expect(await app.as('stine').getFeedbackForm({ course_slug: 'sticky' })).toMatchObject({ state: 'open', share: 1 })
    const [row] = await app.deps.db.select().from(courseProgress).where(eq(courseProgress.course_id, course.id))
    expect(row).toMatchObject({ completed_at: null, feedback_due_at: expect.any(Date) })
    await complete('stine', 'sticky', 'second')
    const [done] = await app.deps.db.select().from(courseProgress).where(eq(courseProgress.course_id, course.id))
    expect(done).toMatchObject({ completed_at: expect.any(Date), feedback_due_at: row!.feedback_due_at })
  })

  test('is not found for learners without the course, for a course without a form, and for an unknown course', async () => {
    const { course } = await makeFeedbackCourse(app, 'guarded')
    const { course: bare } = await makeFeedbackCourse(app, 'bare')
    await app.deps.db.update(courses).set({ feedback_form_id: null }).where(eq(courses.id, bare.id))
    const ben = await enrol(app, 'ben', bare)
    for (const course_slug of [course.slug, 'bare', 'nothing']) {
      await expect(ben.getFeedbackForm({ course_slug })).rejects.toMatchObject({ code: 'not_found' })
      await expect(ben.submitFeedback({ course_slug, feedbackAnswerCreate: [] })).rejects.toMatchObject({
        code: 'not_found',
      })
    }
    expect((await ben.getCourseProgress({ slug: 'bare' })).feedback_due).toBe(false)
  })

  test('shows nothing of other learners', async () => {
    const { course, ids } = await makeFeedbackCourse(app, 'own')
    await respond(app, 'otto', course, answersTo(ids))
    const pia = await enrol(app, 'pia', course)
    const seen = await pia.getFeedbackForm({ course_slug: 'own' })
    expect(seen).toMatchObject({ state: 'open', answers: [], answered_at: null })
    expect(JSON.stringify(seen)).not.toContain('onerror')
  })

  test('is closed once it is archived or has no questions, and says so', async () => {
    const { course, form, ids } = await makeFeedbackCourse(app, 'closing')
    const ida = await enrol(app, 'ida', course)
    await app.asAdmin.updateFeedbackForm({
      form_id: form.id,
      feedbackFormEdit: { version: form.version, archived: true },
    })
    expect(await ida.getFeedbackForm({ course_slug: 'closing' })).toMatchObject({ state: 'closed' })
    await expect(
      ida.submitFeedback({ course_slug: 'closing', feedbackAnswerCreate: answersTo(ids) }),
    ).rejects.toMatchObject({ code: 'conflict' })
    const { course: empty } = await makeFeedbackCourse(app, 'asks-nothing', { questions: [] })
    const lea = await enrol(app, 'lea', empty)
    expect(await lea.getFeedbackForm({ course_slug: 'asks-nothing' })).toMatchObject({ state: 'closed' })
  })
})

describe('answers', () => {
  test('are validated by question, with errors at their question', async () => {
    const { course, ids } = await makeFeedbackCourse(app, 'checked')
    const [rating, single, multiple, text, recommend] = ids as [string, string, string, string, string]
    const uma = await enrol(app, 'uma', course)
    const refused = async (answers: Parameters<typeof uma.submitFeedback>[0]['feedbackAnswerCreate']) => {
      const error = await uma.submitFeedback({ course_slug: 'checked', feedbackAnswerCreate: answers }).then(
        () => null,
        (thrown) => thrown,
      )
      expect(error).toMatchObject({ code: 'invalid' })
      return error.errors.map(({ field }: { field: string }) => field)
    }
    const given = { question_id: rating, rating: 3 }
    const none = crypto.randomUUID()
    expect(await refused([])).toEqual([rating])
    expect(await refused([given, { question_id: none, text: 'x' }])).toEqual([none])
    expect(await refused([given, { question_id: single, choice: 'Sideways' }])).toEqual([single])
    expect(await refused([given, { question_id: multiple, choices: ['Films', 'Films'] }])).toEqual([multiple])
    expect(await refused([given, { question_id: text, score: 3 }])).toEqual([text])
    expect(await refused([given, { question_id: recommend, score: 3 }, { question_id: recommend, score: 4 }])).toEqual([
      recommend,
    ])
    expect(await refused([{ question_id: rating, rating: 6 }])).toEqual(['0.rating'])
    expect(await refused([given, { question_id: text, text: 'x'.repeat(5001) }])).toEqual(['1.text'])
    expect(await refused([given, { question_id: text, text: ' \n ' }])).toEqual(['1.text'])
    expect(await refused([{ ...given, text: 'both' }])).toHaveLength(1)
    expect(
      await app.deps.db.select().from(feedbackResponses).where(eq(feedbackResponses.course_id, course.id)),
    ).toEqual([])
  })

  test('to a version that was replaced meanwhile are stored as answers to it', async () => {
    const { course, form, ids } = await makeFeedbackCourse(app, 'moving')
    await respond(app, 'first-of-moving', course, answersTo(ids))
    const kim = await enrol(app, 'kim', course)
    const seen = await kim.getFeedbackForm({ course_slug: 'moving' })
    const { form: next } = await app.asAdmin.saveFormQuestions({
      form_id: form.id,
      formQuestionsEdit: { version: form.version, questions: [everyKind[3]!] },
    })
    expect(next.form_version).toBe(2)
    const sent = await kim.submitFeedback({
      course_slug: 'moving',
      version_id: seen.version_id,
      quote_as: 'initials',
      feedbackAnswerCreate: answersTo(ids),
    })
    expect(sent).toMatchObject({ state: 'answered', version_id: seen.version_id, quote_as: 'initials' })
    expect(sent.questions).toEqual(seen.questions)
    expect(sent.answers).toHaveLength(5)
  })

  test('to an unanswered version that was replaced are rejected, and the form explains why', async () => {
    const { course, form, ids } = await makeFeedbackCourse(app, 'rewritten')
    const noa = await enrol(app, 'noa', course)
    const { version_id } = await noa.getFeedbackForm({ course_slug: 'rewritten' })
    const questions = form.questions.map(({ slug: _, answered: __, ...question }) => question)
    const { form: next } = await app.asAdmin.saveFormQuestions({
      form_id: form.id,
      formQuestionsEdit: {
        version: form.version,
        questions: questions.with(0, { ...questions[0]!, label: 'How bad was it?' }),
      },
    })
    expect(next.form_version).toBe(1)
    await expect(
      noa.submitFeedback({ course_slug: 'rewritten', version_id, feedbackAnswerCreate: answersTo(ids) }),
    ).rejects.toMatchObject({ code: 'stale_version' })
    expect(await noa.getFeedbackForm({ course_slug: 'rewritten' })).toMatchObject({ state: 'open' })
  })

  test('with an idempotency key return the first response', async () => {
    const { course, ids } = await makeFeedbackCourse(app, 'keyed')
    const rea = await enrol(app, 'rea', course)
    const submit = () =>
      rea.submitFeedback(
        { course_slug: 'keyed', feedbackAnswerCreate: answersTo(ids) },
        { idempotencyKey: 'one-try-of-rea' },
      )
    expect(await submit()).toEqual(await submit())
    const rows = await app.deps.db.select().from(feedbackResponses).where(eq(feedbackResponses.course_id, course.id))
    expect(rows).toHaveLength(1)
    const answers = await app.deps.db.select().from(feedbackAnswers).where(eq(feedbackAnswers.response_id, rows[0]!.id))
    expect(answers).toHaveLength(5)
  })
})
