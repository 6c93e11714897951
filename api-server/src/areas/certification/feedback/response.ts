import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import { findShownResponse, listShownAnswers } from './response-queries.ts'

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
