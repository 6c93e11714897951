import { operations } from '@flagyard/api-types'
import type { Accepted } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Db, Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import { findCourseFacts } from '../../catalogue/courses/index.ts'
import { findShownResponse, listShownAnswers } from './answer-queries.ts'
import * as queries from './quote-queries.ts'
import { readFeedbackForm } from './service.ts'

type Answer = Pick<Accepted<'feedbackAnswerRow'>, 'kind' | 'quote_as' | 'published_at'>

/** Only texts can be quoted, and only with the learner's consent. */
export const allowedOnAnswer = ({ kind, quote_as, published_at }: Answer, caller: CurrentUser) =>
  allowedAmong({
    publish: kind === 'text' && quote_as !== null && published_at === null && mayCall(operations.publishQuote, caller),
    unpublish: published_at !== null && mayCall(operations.unpublishQuote, caller),
  })

export const publishQuote = (deps: Pick<Deps, 'db'>, by: AuditActor, id: string) =>
  changeQuote(deps, by, id, async (tx, answer) => {
    await queries.lockResponse(tx, answer.response_id)
    const { kind, quote_as } = await findAnswer(tx, id)
    if (kind !== 'text' || quote_as === null)
      throw new ApiError('conflict', 'Whoever wrote this does not let it be quoted.')
    return (await queries.insertQuote(tx, id)) && 'quotes.publish'
  })

export const unpublishQuote = (deps: Pick<Deps, 'db'>, by: AuditActor, id: string) =>
  changeQuote(deps, by, id, async (tx) => (await queries.deleteQuote(tx, id)) && 'quotes.unpublish')

type Answered = Awaited<ReturnType<typeof findAnswer>>

/** The audit record contains the id of the answer but not its text, because the learner may withdraw it. */
async function changeQuote(
  { db }: Pick<Deps, 'db'>,
  by: AuditActor,
  id: string,
  change: (tx: Tx, answer: Answered) => Promise<'quotes.publish' | 'quotes.unpublish' | false>,
): Promise<Accepted<'feedbackAnswerRow'>> {
  const answer = await db.transaction(async (tx) => {
    const before = await findAnswer(tx, id)
    const action = await change(tx, before)
    if (action) {
      const subject = { type: 'course', id: before.course } as const
      await recordAudit(tx, { ...by, action, subject, after: { answer: id } })
    }
    return findAnswer(tx, id)
  })
  return { ...answer, allowed: allowedOnAnswer(answer, by.actor) }
}

async function findAnswer(db: Db, id: string) {
  const found = await queries.findShownAnswer(db, id)
  if (!found) throw new ApiError('not_found', 'There is no such answer, or it is not shown yet.')
  return found
}

/** Withdraws a learner's consent to be quoted. It cannot be given again, because the form is answered only once. */
export async function withdrawQuote(
  deps: Parameters<typeof readFeedbackForm>[0],
  user: CurrentUser,
  slug: string,
): Promise<Accepted<'feedbackForm'>> {
  const { id: courseId } = await findCourseFacts(deps.db, slug)
  await deps.db.transaction((tx) => queries.withdrawQuotes(tx, user.id, courseId))
  return readFeedbackForm(deps, user, slug)
}

/** One response with the questions as they were asked. Answers that are not shown yet are omitted, and a response that is not shown yet is not found. */
export async function readResponse({ db }: Pick<Deps, 'db'>, id: string): Promise<Accepted<'feedbackResponse'>> {
  const found = await findShownResponse(db, id)
  if (!found) throw new ApiError('not_found', 'There is no such response, or it is not shown yet.')
  const { version, ...response } = found
  const answers = new Map((await listShownAnswers(db, id)).map((answer) => [answer.question_id, answer]))
  return {
    ...response,
    anonymity_threshold: version.anonymity_threshold,
    questions: version.questions.map((question) => ({ ...question, answer: answers.get(question.id) ?? null })),
  }
}
