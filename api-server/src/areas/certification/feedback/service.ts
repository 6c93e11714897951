import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { FeedbackAnswerCreate, FeedbackQuestion, QuestionKind } from '@flagyard/api-types/schemas'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import { invalidFields } from '../../../http/validation.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { markFeedbackGiven, readProgress } from '../../catalogue/progress/index.ts'
import { mondayOf } from './figures.ts'
import { type FormVersion, findVersion } from './forms/versions-queries.ts'
import * as queries from './queries.ts'
import { showComplete } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'listen' | 'issuedCertificates'>
type Form = Accepted<'feedbackForm'>

/** The course's form for this learner, or their response. Not found for learners who do not have the course. */
export async function readFeedbackForm(deps: NeededDeps, user: CurrentUser, slug: string): Promise<Form> {
  const progress = await readProgress(deps, user, slug)
  if (!progress.enrolled) throw notAsked()
  const own = { course: { slug, title: progress.title }, completed: shareOf(progress) }
  const mine = await queries.findMyResponse(deps.db, user.id, slug)
  if (mine) {
    const answers = await queries.listAnswers(deps.db, mine.id)
    return { ...own, ...mine, ...asked(mine.version), state: 'answered', answers }
  }
  const form = await queries.findFormOfCourse(deps.db, slug)
  const version = form && (await findVersion(deps.db, form.form_id))
  if (!version) throw notAsked()
  const isClosed = form.archived_at !== null || version.questions.length === 0
  const state = isClosed ? 'closed' : progress.feedback_due ? 'open' : 'not_yet'
  return { ...own, ...form, ...asked(version), state, answered_at: null, answers: [], quote_as: null, is_quoted: false }
}

const notAsked = () => new ApiError('not_found', 'This course does not ask you for feedback.')

const shareOf = ({ completed, required }: { completed: number; required: number }) =>
  required === 0 ? 1 : completed / required

const asked = ({ id, anonymity_threshold, questions }: FormVersion) => ({
  version_id: id,
  anonymity_threshold,
  questions,
})

const closed = () =>
  new ApiError('conflict', 'This form is now closed, so your answers were not sent. Thank you anyway.')

/** Saves a learner's response, once; repeated calls return it. It may answer a version that was replaced in the meantime. */
export async function submitFeedback(
  deps: NeededDeps & Pick<Deps, 'clock'>,
  user: CurrentUser,
  slug: string,
  answers: Output<'feedbackAnswerCreate[]'>,
  { version_id, quote_as }: Output<'feedbackSubmitQuery'>,
): Promise<Form> {
  const form = await readFeedbackForm(deps, user, slug)
  if (form.state === 'answered') return form
  if (form.state === 'closed') throw closed()
  if (form.state === 'not_yet')
    throw new ApiError('not_complete', 'Complete a little more of the course before we ask for your feedback.')
  await deps.db.transaction(async (tx) => {
    const form = await queries.lockFormOfCourse(tx, slug)
    if (!form || form.archived_at) throw closed()
    const version = await findVersion(tx, form.form_id, version_id)
    if (!version)
      throw new ApiError('stale_version', 'The questions changed while you were writing. Please review them.')
    checkAnswers(version.questions, answers)
    const group = { course_id: form.course_id, form_id: form.form_id, form_version: version.number }
    const response = { ...group, user_id: user.id, quote_as: quote_as ?? null }
    if (!(await queries.insertResponse(tx, response, answers))) return
    await markFeedbackGiven(tx, user.id, form.course_id)
    await showComplete(tx, group, { threshold: version.anonymity_threshold, week: mondayOf(deps.clock.now()) })
  })
  return readFeedbackForm(deps, user, slug)
}

type Answered = Omit<FeedbackAnswerCreate, 'question_id'>

/** Field that contains the answer to a question of each kind. */
const fieldOfKind = {
  rating: 'rating',
  single: 'choice',
  multiple: 'choices',
  text: 'text',
  recommend: 'score',
} as const satisfies Record<QuestionKind, keyof Answered>

/** Validates answers to these questions. The thrown error lists problems under the ids of their questions. */
function checkAnswers(questions: FeedbackQuestion[], answers: FeedbackAnswerCreate[]): void {
  const asked = new Map(questions.map((question) => [question.id, question]))
  const seen = new Set<string>()
  const errors: { field: string; message: string }[] = []
  for (const { question_id, ...answer } of answers) {
    const question = asked.get(question_id)
    const message = seen.has(question_id) ? 'Answer each question once' : problemOf(question, answer)
    if (message) errors.push({ field: question_id, message })
    seen.add(question_id)
  }
  for (const { id, required } of questions)
    if (required && !seen.has(id)) errors.push({ field: id, message: 'Please answer this question' })
  if (errors.length > 0) throw invalidFields(errors)
}

function problemOf(question: FeedbackQuestion | undefined, answer: Answered): string | null {
  if (!question) return 'This question is not in the form'
  const field = fieldOfKind[question.kind]
  if (answer[field] === undefined) return `Answer this question in the field ${field}`
  const chosen = answer.choices ?? (answer.choice === undefined ? [] : [answer.choice])
  if (!chosen.every((choice) => question.choices.includes(choice))) return 'Choose one of the offered answers'
  return new Set(chosen).size === chosen.length ? null : 'Choose each answer once'
}
