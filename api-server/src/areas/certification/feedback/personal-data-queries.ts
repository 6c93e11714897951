import { eq } from 'drizzle-orm'
import {
  courses,
  feedbackAnswers,
  feedbackAnswersDuties,
  feedbackQuotes,
  feedbackQuotesDuties,
  feedbackResponses,
} from '../../../db/schema/index.ts'
import type { SpecialDuties } from '../../../extension-points/personal-data.ts'
import { withdrawQuotes } from './quote-queries.ts'
import { questionLabel } from './sql.ts'

export const feedbackSpecials: SpecialDuties = {
  async collect(db, { id }) {
    return {
      answers: await db
        .select({ ...feedbackAnswersDuties.shown, question: questionLabel })
        .from(feedbackAnswers)
        .innerJoin(feedbackResponses, eq(feedbackResponses.id, feedbackAnswers.response_id))
        .where(eq(feedbackResponses.user_id, id)),
      quotes: await db
        .select({ ...feedbackQuotesDuties.shown, question: questionLabel, course: courses.slug })
        .from(feedbackQuotes)
        .innerJoin(courses, eq(courses.id, feedbackQuotes.course_id))
        .innerJoin(feedbackAnswers, eq(feedbackAnswers.id, feedbackQuotes.answer_id))
        .innerJoin(feedbackResponses, eq(feedbackResponses.id, feedbackAnswers.response_id))
        .where(eq(feedbackResponses.user_id, id)),
    }
  },
  erase: (tx, { id }) => withdrawQuotes(tx, id),
}
