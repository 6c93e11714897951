import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, gte, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf } from '../../../db/list-source.ts'
import { courses, feedbackAnswers, feedbackForms, feedbackQuotes, feedbackResponses } from '../../../db/schema/index.ts'
import { contains } from '../../../db/search.ts'
import { kindAsked, wordsAsked } from './asked-sql.ts'
import { quotableAs } from './quotable-sql.ts'
import { isOfGroup, originColumns } from './response-source.ts'
import { weeksOf } from './weeks.ts'

type Filter = Output<'feedbackAnswerFilter'>

/** Column that stores the answers of each kind. */
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
  read: (db, { where, order, from, limit, cursor }) =>
    db
      .select({
        id: feedbackAnswers.id,
        response_id: feedbackAnswers.response_id,
        ...originColumns,
        week: sql<string>`${feedbackAnswers.week}`,
        question_id: feedbackAnswers.question_id,
        kind: kindAsked,
        question: wordsAsked,
        answer: inWords,
        published_at:
          sql<Date | null>`(select q.published_at from ${feedbackQuotes} q where q.answer_id = ${feedbackAnswers}.id)`.mapWith(
            (value: string) => new Date(value),
          ),
        ...cursor,
      })
      .from(feedbackAnswers)
      .innerJoin(feedbackResponses, eq(feedbackResponses.id, feedbackAnswers.response_id))
      .innerJoin(courses, eq(courses.id, feedbackResponses.course_id))
      .innerJoin(feedbackForms, eq(feedbackForms.id, feedbackResponses.form_id))
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
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
