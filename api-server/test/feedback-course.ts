import type { FeedbackAnswerCreate, FormQuestionsEdit, QuoteName } from '@flagyard/api-types/schemas'
import { grant } from '../src/areas/catalogue/entitlements/service.ts'
import type { TestApp } from './app.ts'
import { makeCourse } from './catalogue.ts'

export type Questions = FormQuestionsEdit['questions']

/** One of each kind. */
export const everyKind: Questions = [
  { kind: 'rating', label: 'How good was it?', choices: [], required: true },
  { kind: 'single', label: 'How fast was it?', choices: ['Too slow', 'Just right', 'Too fast'], required: false },
  { kind: 'multiple', label: 'What helped?', choices: ['Films', 'Labs', 'Texts'], required: false },
  { kind: 'text', label: 'What was missing?', choices: [], required: false },
  { kind: 'recommend', label: 'Would you recommend it?', choices: [], required: false },
]

/** A course that asks everybody who has it at once, with a form of these questions. */
export async function makeFeedbackCourse(
  app: TestApp,
  slug: string,
  {
    questions = everyKind,
    threshold = 3,
    share = 0,
  }: { questions?: Questions; threshold?: number; share?: number } = {},
) {
  const made = await app.asAdmin.createFeedbackForm({
    feedbackFormEdit: { title: `Form of ${slug}`, anonymity_threshold: threshold },
  })
  const { form } = await app.asAdmin.saveFormQuestions({
    form_id: made.id,
    formQuestionsEdit: { version: made.version, questions },
  })
  const course = await makeCourse(app.deps.db, slug, { feedback_form_id: form.id, feedback_share: share })
  return { course, form, ids: form.questions.map(({ id }) => id) }
}

/** Gives the course to the account, which is made on the first mention. */
export async function enrol(app: TestApp, username: string, course: { id: string }) {
  await grant(app.deps.db, { userId: await app.idOf(username), course: course.id, source: 'administrator' })
  return app.as(username)
}

/** The account has the course, and answers. */
export async function respond(
  app: TestApp,
  username: string,
  course: { id: string; slug: string },
  feedbackAnswerCreate: FeedbackAnswerCreate[],
) {
  const learner = await enrol(app, username, course)
  return learner.submitFeedback({ course_slug: course.slug, feedbackAnswerCreate })
}

/** A text that its learner lets be quoted, in a complete group of a course; the id of its answer. */
export async function quotableAnswer(
  app: TestApp,
  slug: string,
  { text = 'Worth every hour.', quote_as = 'full_name' }: { text?: string; quote_as?: QuoteName } = {},
): Promise<string> {
  const questions: Questions = [{ kind: 'text', label: 'How was it?', choices: [], required: false }]
  const { course, ids } = await makeFeedbackCourse(app, slug, { questions, threshold: 2 })
  const words = (said: string) => [{ question_id: ids[0] ?? '', text: said }]
  const quoted = await enrol(app, `${slug}-quoted`, course)
  await quoted.submitFeedback({ course_slug: slug, quote_as, feedbackAnswerCreate: words(text) })
  for (const name of ['one', 'two']) await respond(app, `${slug}-${name}`, course, words('Fine.'))
  const filter = JSON.stringify({ course: slug, may_quote: true })
  const [answer] = (await app.asAdmin.listFeedbackAnswers({ filter })).data
  if (!answer) throw new Error('The answer is not shown')
  return answer.id
}
