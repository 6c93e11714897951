import { asc, eq } from 'drizzle-orm'
import { courses, feedbackAnswers, feedbackQuotes, feedbackResponses } from '../../db/schema/index.ts'
import { because, type PersonalData, personalColumns, personalRows } from '../../extension-points/personal-data.ts'
import { wordsAsked } from './asked-sql.ts'
import { withdrawQuotes } from './quote-queries.ts'

const counted = 'it still counts, linked to nobody'

const given = personalColumns(feedbackResponses, {
  id: { exported: true, kept: counted },
  user_id: { notExported: because.ours, erased: true },
  course_id: { notExported: 'told by its name', kept: counted },
  form_id: { notExported: because.ours, kept: counted },
  form_version: { notExported: because.ours, kept: counted },
  quote_as: { exported: true, kept: 'whom its group hides does not change' },
  quote_withdrawn_at: { exported: true, kept: 'nobody quotes it any more' },
  week: { notExported: because.ours, kept: counted },
  created_at: { exported: true, kept: counted },
})
const answered = personalColumns(feedbackAnswers, {
  id: { notExported: because.ours, kept: counted },
  response_id: { exported: true, kept: counted },
  question_id: { notExported: 'told by its words', kept: counted },
  rating: { exported: true, kept: counted },
  choice: { exported: true, kept: counted },
  choices: { exported: true, kept: counted },
  text: { exported: true, kept: counted },
  score: { exported: true, kept: counted },
  week: { notExported: because.ours, kept: counted },
})

const quoted = personalRows(feedbackQuotes, {
  id: { notExported: because.ours },
  answer_id: { notExported: 'told by the words of its question' },
  course_id: { notExported: 'told by its name' },
  published_at: { exported: true },
})

export const feedbackData: PersonalData = {
  name: 'feedback',
  tables: [given, answered, quoted],
  kept: 'What you answered in feedback forms, in your own words too, no longer linked to you: it still counts. We stop quoting it.',
  async collect(db, { id }) {
    return {
      responses: await db
        .select({ ...given.shown, course: courses.slug })
        .from(feedbackResponses)
        .innerJoin(courses, eq(courses.id, feedbackResponses.course_id))
        .where(eq(feedbackResponses.user_id, id))
        .orderBy(asc(feedbackResponses.created_at)),
      answers: await db
        .select({ ...answered.shown, question: wordsAsked })
        .from(feedbackAnswers)
        .innerJoin(feedbackResponses, eq(feedbackResponses.id, feedbackAnswers.response_id))
        .where(eq(feedbackResponses.user_id, id)),
      quotes: await db
        .select({ ...quoted.shown, question: wordsAsked, course: courses.slug })
        .from(feedbackQuotes)
        .innerJoin(courses, eq(courses.id, feedbackQuotes.course_id))
        .innerJoin(feedbackAnswers, eq(feedbackAnswers.id, feedbackQuotes.answer_id))
        .innerJoin(feedbackResponses, eq(feedbackResponses.id, feedbackAnswers.response_id))
        .where(eq(feedbackResponses.user_id, id)),
    }
  },
  async erase(tx, { id }) {
    await withdrawQuotes(tx, id)
    await tx.update(feedbackResponses).set({ user_id: null }).where(eq(feedbackResponses.user_id, id))
  },
}
