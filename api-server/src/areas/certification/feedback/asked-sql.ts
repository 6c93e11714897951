import { type SQL, sql } from 'drizzle-orm'
import { feedbackAnswers, feedbackFormVersions, feedbackResponses } from '../../../db/schema/index.ts'

const asked = (field: string): SQL<string> => sql`(select q ->> ${sql.raw(`'${field}'`)}
  from ${feedbackFormVersions} v, jsonb_array_elements(v.questions) q
  where v.form_id = ${feedbackResponses.form_id} and v.number = ${feedbackResponses.form_version}
    and q ->> 'id' = ${feedbackAnswers.question_id}::text)`

/** Label of the answered question, in the version that was answered. */
export const wordsAsked = asked('label')
export const kindAsked = asked('kind') as SQL<'rating' | 'single' | 'multiple' | 'text' | 'recommend'>
