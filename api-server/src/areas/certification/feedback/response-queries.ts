import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  courses,
  feedbackAnswers,
  feedbackForms,
  feedbackFormVersions,
  feedbackResponses,
} from '../../../db/schema/index.ts'
import { hasId } from '../../../db/uuid.ts'
import { answerColumns } from './queries.ts'
import { originColumns } from './response-source.ts'

export async function findShownResponse(db: Db, id: string) {
  const [row] = await db
    .select({
      id: feedbackResponses.id,
      ...originColumns,
      week: sql<string>`${feedbackResponses.week}`,
      version: {
        anonymity_threshold: feedbackFormVersions.anonymity_threshold,
        questions: feedbackFormVersions.questions,
      },
    })
    .from(feedbackResponses)
    .innerJoin(courses, eq(courses.id, feedbackResponses.course_id))
    .innerJoin(feedbackForms, eq(feedbackForms.id, feedbackResponses.form_id))
    .innerJoin(
      feedbackFormVersions,
      and(
        eq(feedbackFormVersions.form_id, feedbackResponses.form_id),
        eq(feedbackFormVersions.number, feedbackResponses.form_version),
      ),
    )
    .where(and(hasId(feedbackResponses.id, id), isNotNull(feedbackResponses.week)))
  return row
}

export const listShownAnswers = (db: Db, responseId: string) =>
  db
    .select(answerColumns)
    .from(feedbackAnswers)
    .where(and(eq(feedbackAnswers.response_id, responseId), isNotNull(feedbackAnswers.week)))
