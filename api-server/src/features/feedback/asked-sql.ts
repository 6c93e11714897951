import { type SQL, sql } from 'drizzle-orm'
import { feedbackAnswers, feedbackFormVersions, feedbackResponses } from '../../db/schema/index.ts'

const asked = (field: string): SQL<string> => sql`(select q ->> ${sql.raw(`'${field}'`)}
  from ${feedbackFormVersions} v, jsonb_array_elements(v.questions) q
  where v.form_id = ${feedbackResponses.form_id} and v.number = ${feedbackResponses.form_version}
    and q ->> 'id' = ${feedbackAnswers.question_id}::text)`

/** The question of an answer, in the words of the version that was answered. */
export const wordsAsked = asked('label')
/** Its kind. */
export const kindAsked = asked('kind') as SQL<'rating' | 'single' | 'multiple' | 'text' | 'recommend'>
