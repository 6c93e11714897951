import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { enrol, makeFeedbackCourse, quotableAnswer } from '../../../../test/fixtures/feedback-course.ts'
import {
  feedbackAnswers,
  feedbackFormVersions,
  feedbackQuotes,
  feedbackResponses,
  feedbackTallies,
} from '../../../db/schema/index.ts'

describeOnPostgres('feedback on real Postgres', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ database: await openTestPostgres() })
  })
  afterAll(() => app.close())

  test('ten concurrent posts save one response, and all get the same answer', async () => {
    const { course, ids } = await makeFeedbackCourse(app, 'double')
    const ana = await enrol(app, 'ana', course)
    const submit = (rating: number) =>
      ana.submitFeedback({ course_slug: 'double', feedbackAnswerCreate: [{ question_id: ids[0]!, rating }] })
    const answers = await Promise.all([1, 2, 3, 4, 5, 1, 2, 3, 4, 5].map(submit))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const responses = await app.deps.db
      .select()
      .from(feedbackResponses)
      .where(eq(feedbackResponses.course_id, course.id))
    expect(responses).toHaveLength(1)
    const saved = await app.deps.db
      .select()
      .from(feedbackAnswers)
      .where(eq(feedbackAnswers.response_id, responses[0]!.id))
    expect(saved).toHaveLength(1)
  })

  test('nine concurrent learners are all counted, in complete groups', async () => {
    const { course, ids } = await makeFeedbackCourse(app, 'crowd')
    const crowd = await Promise.all(Array.from({ length: 9 }, (_, at) => enrol(app, `crowd-${at}`, course)))
    await Promise.all(
      crowd.map((learner) =>
        learner.submitFeedback({ course_slug: 'crowd', feedbackAnswerCreate: [{ question_id: ids[0]!, rating: 4 }] }),
      ),
    )
    const tallies = await app.deps.db.select().from(feedbackTallies).where(eq(feedbackTallies.course_id, course.id))
    expect(tallies.map(({ value, count }) => [value, count])).toEqual(
      expect.arrayContaining([
        [null, 9],
        ['4', 9],
      ]),
    )
    expect(tallies).toHaveLength(3)
  })

  test('questions saved during answers leave each answer with a version that asks it', async () => {
    const { course, form, ids } = await makeFeedbackCourse(app, 'moving')
    const [first] = form.questions
    const crowd = await Promise.all(Array.from({ length: 6 }, (_, at) => enrol(app, `moving-${at}`, course)))
    const seen = await crowd[0]!.getFeedbackForm({ course_slug: 'moving' })
    const results = await Promise.allSettled([
      ...crowd.map((learner) =>
        learner.submitFeedback({
          course_slug: 'moving',
          version_id: seen.version_id,
          feedbackAnswerCreate: [{ question_id: ids[0]!, rating: 4 }],
        }),
      ),
      app.asAdmin.saveFormQuestions({
        form_id: form.id,
        formQuestionsEdit: {
          version: form.version,
          questions: [{ id: first!.id, kind: 'rating', label: 'Another', choices: [], required: true }],
        },
      }),
    ])
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'stale_version' })
    const responses = await app.deps.db
      .select()
      .from(feedbackResponses)
      .where(eq(feedbackResponses.course_id, course.id))
    const versions = await app.deps.db
      .select()
      .from(feedbackFormVersions)
      .where(eq(feedbackFormVersions.form_id, form.id))
    const asked = versions.find(({ id }) => id === seen.version_id)
    // Either it was answered first and saved, or replaced first and the answers rejected.
    expect(responses.every(({ form_version }) => form_version === asked?.number)).toBe(true)
    if (!asked) expect(responses).toEqual([])
  })

  test('a text published during its withdrawal is not quoted afterwards', async () => {
    for (let round = 0; round < 8; round++) {
      const slug = `quote-race-${round}`
      const answer_id = await quotableAnswer(app, slug)
      const learner = await app.as(`${slug}-quoted`)
      const [published] = await Promise.allSettled([
        app.asAdmin.publishQuote({ answer_id }),
        learner.withdrawQuote({ course_slug: slug }),
      ])
      if (published.status === 'rejected') expect(published.reason).toMatchObject({ code: 'conflict' })
      expect(await app.deps.db.$count(feedbackQuotes, eq(feedbackQuotes.answer_id, answer_id))).toBe(0)
    }
  })
})
