import type { QuoteName } from '@flagyard/api-types/schemas'
import { type SQL, sql } from 'drizzle-orm'
import { feedbackAnswers, feedbackFormVersions, feedbackQuotes, feedbackResponses } from '../../../db/schema/index.ts'

const asked = (field: string): SQL<string> => sql`(select q ->> ${sql.raw(`'${field}'`)}
  from ${feedbackFormVersions} v, jsonb_array_elements(v.questions) q
  where v.form_id = ${feedbackResponses.form_id} and v.number = ${feedbackResponses.form_version}
    and q ->> 'id' = ${feedbackAnswers.question_id}::text)`

/** Label of the answered question, in the version that was answered. */
export const questionLabel = asked('label')
export const questionKind = asked('kind') as SQL<'rating' | 'single' | 'multiple' | 'text' | 'recommend'>

/** Name under which the response may be quoted. Null if the learner never agreed, withdrew their consent, or was erased. */
export const quotableAs: SQL<QuoteName | null> = sql`case when ${feedbackResponses.quote_withdrawn_at} is null
  and ${feedbackResponses.user_id} is not null then ${feedbackResponses.quote_as} end`

export const isQuoted = sql<boolean>`exists (select from ${feedbackQuotes} q join ${feedbackAnswers} qa on qa.id = q.answer_id
  where qa.response_id = ${feedbackResponses}.id)`
