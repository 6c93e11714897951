import { and, asc, desc, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { countRows } from '../../db/count.ts'
import type { Db } from '../../db/open.ts'
import { feedbackForms } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { ListQuery } from '../../http/list-query.ts'

interface Filter {
  id?: string[]
  q?: string | undefined
  archived?: boolean | undefined
}
export type FormSort = 'title' | 'updated_at'

/** Forms; archived ones only when asked for. */
export async function listFeedbackForms(db: Db, { filter, sort, from, limit }: ListQuery<Filter, FormSort>) {
  const where = and(
    filter.id && inArray(sql`${feedbackForms.id}::text`, filter.id),
    contains(sql`lower(${feedbackForms.title})`, filter.q),
    filter.archived ? isNotNull(feedbackForms.archived_at) : filter.id ? undefined : isNull(feedbackForms.archived_at),
  )
  const order = sort.descending ? desc : asc
  const keys: Record<FormSort, SQL[]> = {
    title: [order(feedbackForms.title), order(feedbackForms.id)],
    updated_at: [order(feedbackForms.updated_at), order(feedbackForms.id)],
  }
  const data = await db
    .select({
      id: feedbackForms.id,
      title: feedbackForms.title,
      questions: sql<number>`(select count(*)::int from feedback_questions q
        where q.form_id = "feedback_forms"."id" and q.archived_at is null)`,
      courses: sql<number>`(select count(*)::int from courses c where c.feedback_form_id = "feedback_forms"."id")`,
      responses: sql<number>`(select count(*)::int from feedback_responses r where r.form_id = "feedback_forms"."id")`,
      updated_at: feedbackForms.updated_at,
    })
    .from(feedbackForms)
    .where(where)
    .orderBy(...keys[sort.by])
    .offset(from)
    .limit(limit)
  return { data, ...(await countRows(db, feedbackForms, where)), from }
}
