import { asc, eq, inArray } from 'drizzle-orm'
import { courses, feedbackAnswers, feedbackQuestions, feedbackResponses } from '../../db/schema/index.ts'
import type { PersonalData } from '../../extension-points/personal-data.ts'

export const feedbackData: PersonalData = {
  name: 'feedback',
  tables: ['feedback_responses', 'feedback_answers'],
  kept: 'What you answered in feedback forms, in your own words too, no longer linked to you: it still counts.',
  async collect(db, { id }) {
    const responses = await db
      .select({ id: feedbackResponses.id, course: courses.slug, created_at: feedbackResponses.created_at })
      .from(feedbackResponses)
      .innerJoin(courses, eq(courses.id, feedbackResponses.course_id))
      .where(eq(feedbackResponses.user_id, id))
      .orderBy(asc(feedbackResponses.created_at))
    const mine = db
      .select({ id: feedbackResponses.id })
      .from(feedbackResponses)
      .where(eq(feedbackResponses.user_id, id))
    const answers = await db
      .select({
        response: feedbackAnswers.response_id,
        question: feedbackQuestions.label,
        rating: feedbackAnswers.rating,
        choice: feedbackAnswers.choice,
        choices: feedbackAnswers.choices,
        text: feedbackAnswers.text,
        score: feedbackAnswers.score,
      })
      .from(feedbackAnswers)
      .innerJoin(feedbackQuestions, eq(feedbackQuestions.id, feedbackAnswers.question_id))
      .where(inArray(feedbackAnswers.response_id, mine))
    return { responses, answers }
  },
  async erase(tx, { id }) {
    await tx.update(feedbackResponses).set({ user_id: null }).where(eq(feedbackResponses.user_id, id))
  },
}
