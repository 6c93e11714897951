import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { markFeedbackGiven, readProgress } from '../../catalogue/progress/index.ts'
import { checkAnswers } from './check-answers.ts'
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
  new ApiError('conflict', 'This form is closed now, so your answers were not sent. Thank you all the same.')

/**
 * Saves a learner's response, once. Repeated and concurrent calls return the saved response. Answers to a version that was replaced
 * in the meantime are saved as answers to that version.
 */
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
    throw new ApiError('not_complete', 'There is a little more of the course to see before we ask you about it.')
  await deps.db.transaction(async (tx) => {
    const form = await queries.lockFormOfCourse(tx, slug)
    if (!form || form.archived_at) throw closed()
    const version = await findVersion(tx, form.form_id, version_id)
    if (!version)
      throw new ApiError(
        'stale_version',
        'The questions changed while you were writing. Please look at them once more.',
      )
    checkAnswers(version.questions, answers)
    const group = { course_id: form.course_id, form_id: form.form_id, form_version: version.number }
    const response = { ...group, user_id: user.id, quote_as: quote_as ?? null }
    if (!(await queries.insertResponse(tx, response, answers))) return
    await markFeedbackGiven(tx, user.id, form.course_id)
    await showComplete(tx, group, { threshold: version.anonymity_threshold, week: mondayOf(deps.clock.now()) })
  })
  return readFeedbackForm(deps, user, slug)
}
