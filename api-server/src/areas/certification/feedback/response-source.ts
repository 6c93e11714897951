import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, gte, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf } from '../../../db/list-source.ts'
import { courses, feedbackForms, feedbackResponses } from '../../../db/schema/index.ts'
import { quotableAs } from './quotable-sql.ts'
import { weeksOf } from './weeks.ts'

/** Origin of an answer, without its author. */
export const originColumns = {
  course: courses.slug,
  course_title: courses.title,
  form_id: feedbackResponses.form_id,
  form: feedbackForms.title,
  form_version: feedbackResponses.form_version,
  quote_as: quotableAs,
}

type Group = Pick<Output<'feedbackResponseFilter'>, 'course' | 'form_id' | 'form_version'>

export const isOfGroup = ({ course, form_id, form_version }: Group): SQL | undefined =>
  and(
    course === undefined
      ? undefined
      : eq(feedbackResponses.course_id, sql`(select ${courses.id} from ${courses} where ${courses.slug} = ${course})`),
    form_id === undefined ? undefined : eq(feedbackResponses.form_id, form_id),
    form_version === undefined ? undefined : eq(feedbackResponses.form_version, form_version),
  )

/** Responses that are shown. They can be sorted only by week, so that the order does not reveal when each was given. */
export const responseSource = {
  table: feedbackResponses,
  id: sql`${feedbackResponses.id}::text`,
  where({ id, from, until, ...group }: Output<'feedbackResponseFilter'>) {
    const { from_week, until_week } = weeksOf({ from, until })
    return and(
      isNotNull(feedbackResponses.week),
      id && isAmongUuids(feedbackResponses.id, id),
      isOfGroup(group),
      from_week === null ? undefined : gte(feedbackResponses.week, from_week),
      until_week === null ? undefined : lte(feedbackResponses.week, until_week),
    )
  },
  keys: { week: [sql`${feedbackResponses.week}`, sql`${feedbackResponses.id}`] },
  read: (db, { where, order, from, limit, cursor }) =>
    db
      .select({ id: feedbackResponses.id, ...originColumns, week: sql<string>`${feedbackResponses.week}`, ...cursor })
      .from(feedbackResponses)
      .innerJoin(courses, eq(courses.id, feedbackResponses.course_id))
      .innerJoin(feedbackForms, eq(feedbackForms.id, feedbackResponses.form_id))
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies ListSourceOf<'listFeedbackResponses'>
