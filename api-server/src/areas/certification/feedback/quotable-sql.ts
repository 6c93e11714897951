import type { QuoteName } from '@flagyard/api-types/schemas'
import { type SQL, sql } from 'drizzle-orm'
import { feedbackAnswers, feedbackQuotes, feedbackResponses } from '../../../db/schema/index.ts'

/** Name under which the response may be quoted. Null if the learner never agreed, withdrew their consent, or was erased. */
export const quotableAs: SQL<QuoteName | null> = sql`case when ${feedbackResponses.quote_withdrawn_at} is null
  and ${feedbackResponses.user_id} is not null then ${feedbackResponses.quote_as} end`

export const isQuoted = sql<boolean>`exists (select from ${feedbackQuotes} q join ${feedbackAnswers} qa on qa.id = q.answer_id
  where qa.response_id = ${feedbackResponses}.id)`
