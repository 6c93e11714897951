import type { Output } from '@flagyard/api-types/contract/operation'
import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf } from '../../db/list-source.ts'
import { feedbackForms } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'

/** Feedback forms; archived ones only when the filter asks for them. */
export const formSource = {
  table: feedbackForms,
  id: sql`${feedbackForms.id}::text`,
  where: matching,
  keys: {
    title: [sql`${feedbackForms.title}`, sql`${feedbackForms.id}`],
    updated_at: [sql`${feedbackForms.updated_at}`, sql`${feedbackForms.id}`],
  },
  read: (db, { where, order, from, limit, cursor }) =>
    db
      .select({
        id: feedbackForms.id,
        slug: feedbackForms.slug,
        title: feedbackForms.title,
        questions: sql<number>`(select count(*)::int from feedback_questions q
          where q.form_id = "feedback_forms"."id" and q.archived_at is null)`,
        courses: sql<number>`(select count(*)::int from courses c where c.feedback_form_id = "feedback_forms"."id")`,
        responses: sql<number>`(select count(*)::int from feedback_responses r where r.form_id = "feedback_forms"."id")`,
        updated_at: feedbackForms.updated_at,
        ...cursor,
      })
      .from(feedbackForms)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies ListSourceOf<'listFeedbackForms'>

function matching(filter: Output<'feedbackFormFilter'>): SQL | undefined {
  return and(
    filter.id && isAmongUuids(feedbackForms.id, filter.id),
    contains(sql`${feedbackForms.title}`, filter.q),
    filter.archived ? isNotNull(feedbackForms.archived_at) : filter.id ? undefined : isNull(feedbackForms.archived_at),
  )
}
