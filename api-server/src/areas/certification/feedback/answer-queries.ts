import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, gte, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import { contains } from '../../../db/lists/search.ts'
import type { Db } from '../../../db/open.ts'
import {
  courses,
  feedbackAnswers,
  feedbackForms,
  feedbackFormVersions,
  feedbackQuotes,
  feedbackResponses,
} from '../../../db/schema/index.ts'
import { hasId } from '../../../db/sql.ts'
import { weeksOf } from './figures.ts'
import { answerColumns } from './queries.ts'
import { questionKind, questionLabel, quotableAs } from './sql.ts'

const originColumns = {
  course: courses.slug,
  course_title: courses.title,
  form_id: feedbackResponses.form_id,
  form: feedbackForms.title,
  form_version: feedbackResponses.form_version,
  quote_as: quotableAs,
}

type Group = Pick<Output<'feedbackResponseFilter'>, 'course' | 'form_id' | 'form_version'>

const isOfGroup = ({ course, form_id, form_version }: Group): SQL | undefined =>
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
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: feedbackResponses.id,
          ...originColumns,
          week: sql<string>`${feedbackResponses.week}`,
          ...slice.cursor,
        })
        .from(feedbackResponses)
        .innerJoin(courses, eq(courses.id, feedbackResponses.course_id))
        .innerJoin(feedbackForms, eq(feedbackForms.id, feedbackResponses.form_id)),
      slice,
    ),
} satisfies ListSourceOf<'listFeedbackResponses'>

type Filter = Output<'feedbackAnswerFilter'>

const columnOfKind = {
  rating: feedbackAnswers.rating,
  single: feedbackAnswers.choice,
  multiple: feedbackAnswers.choices,
  text: feedbackAnswers.text,
  recommend: feedbackAnswers.score,
}

const inWords = sql<string>`coalesce(${feedbackAnswers.text}, ${feedbackAnswers.choice}, ${feedbackAnswers.rating}::text,
  ${feedbackAnswers.score}::text, (select string_agg(chosen, '; ') from jsonb_array_elements_text(${feedbackAnswers.choices}) chosen))`

/** Answers that are shown. They can be sorted only by week, so that the order does not reveal when each was given. */
export const answerSource = {
  table: feedbackAnswers,
  id: sql`${feedbackAnswers.id}::text`,
  where({ id, question_id, kind, from, until, q, ...group }: Filter): SQL | undefined {
    const { from_week, until_week } = weeksOf({ from, until })
    return and(
      isNotNull(feedbackAnswers.week),
      id && isAmongUuids(feedbackAnswers.id, id),
      isOfResponses(group),
      question_id === undefined ? undefined : eq(feedbackAnswers.question_id, question_id),
      kind && isNotNull(columnOfKind[kind]),
      from_week === null ? undefined : gte(feedbackAnswers.week, from_week),
      until_week === null ? undefined : lte(feedbackAnswers.week, until_week),
      q === undefined ? undefined : and(isNotNull(feedbackAnswers.text), contains(sql`${feedbackAnswers.text}`, q)),
    )
  },
  keys: { week: [sql`${feedbackAnswers.week}`, sql`${feedbackAnswers.id}`] },
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: feedbackAnswers.id,
          response_id: feedbackAnswers.response_id,
          ...originColumns,
          week: sql<string>`${feedbackAnswers.week}`,
          question_id: feedbackAnswers.question_id,
          kind: questionKind,
          question: questionLabel,
          answer: inWords,
          published_at:
            sql<Date | null>`(select q.published_at from ${feedbackQuotes} q where q.answer_id = ${feedbackAnswers}.id)`.mapWith(
              (value: string) => new Date(value),
            ),
          ...slice.cursor,
        })
        .from(feedbackAnswers)
        .innerJoin(feedbackResponses, eq(feedbackResponses.id, feedbackAnswers.response_id))
        .innerJoin(courses, eq(courses.id, feedbackResponses.course_id))
        .innerJoin(feedbackForms, eq(feedbackForms.id, feedbackResponses.form_id)),
      slice,
    ),
} satisfies ListSourceOf<'listFeedbackAnswers'>

function isOfResponses({ may_quote, ...group }: Pick<Filter, 'course' | 'form_id' | 'form_version' | 'may_quote'>) {
  const isAmong = and(
    isOfGroup(group),
    may_quote === undefined ? undefined : may_quote ? isNotNull(quotableAs) : isNull(quotableAs),
  )
  return (
    isAmong &&
    inArray(
      feedbackAnswers.response_id,
      sql`(select ${feedbackResponses.id} from ${feedbackResponses} where ${isAmong})`,
    )
  )
}

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
