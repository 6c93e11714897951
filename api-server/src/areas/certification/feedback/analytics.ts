import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { FeedbackQuestion } from '@flagyard/api-types/schemas'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import * as queries from './analytics-queries.ts'
import { figuresOf, isSameQuestion, type ValueCount, weeksOf } from './figures.ts'

type Analytics = Accepted<'feedbackAnalytics'>
type Values = Awaited<ReturnType<typeof queries.addUpValues>>
type WeeklyValues = Awaited<ReturnType<typeof queries.listWeeklyValues>>

export const listCoursesWithFeedback = (db: Db) => queries.listCourses(db)

/** Learners' answers in a course, for one version of a form. Contains only complete groups (docs/decisions/0049). */
export async function readAnalytics(
  { db }: Pick<Deps, 'db'>,
  slug: string,
  { form_id, form_version, from, until }: Output<'feedbackAnalyticsQuery'>,
): Promise<Analytics> {
  const course = await queries.findCourse(db, slug)
  if (!course) throw new ApiError('not_found', 'There is no such course.')
  const versions = await queries.listVersionsOfCourse(db, course.id, course.form_id)
  const version = chosen(versions, { form_id, form_version })
  const weeks = weeksOf({ from, until })
  const common = {
    course: { slug: course.slug, title: course.title },
    reached: course.due + course.erased,
    responses: course.responses,
    versions,
    ...weeks,
  }
  if (!version) return { ...common, version: null, weeks: [], questions: [] }
  const asked = { course_id: course.id, form_id: version.form_id, ...weeks }
  const rated = version.questions.filter(({ kind }) => kind === 'rating' || kind === 'recommend').map(({ id }) => id)
  const [values, weekly] = await Promise.all([
    queries.addUpValues(db, asked),
    queries.listWeeklyValues(db, asked, version.number, rated),
  ])
  const others = versions.filter((one) => one.form_id === version.form_id && one !== version)
  return {
    ...common,
    version: {
      ...version,
      shown: countOf(values, version.number, null).find(({ value }) => value === null)?.count ?? 0,
    },
    weeks: weekly.flatMap((row) => (row.question_id === null ? { week: row.week, responses: row.count } : [])),
    questions: version.questions.map((question) => ({
      ...question,
      ...figuresOf(question, countOf(values, version.number, question.id)),
      trend: trendOf(question, weekly),
      versions: others.flatMap((other) => compared(question, other, values)),
    })),
  }
}

/** The requested version, or else the latest one with responses, or else the latest. */
function chosen(
  versions: queries.VersionRow[],
  { form_id, form_version }: Pick<Output<'feedbackAnalyticsQuery'>, 'form_id' | 'form_version'>,
): queries.VersionRow | undefined {
  const among = versions.filter(
    (one) =>
      (form_id === undefined || one.form_id === form_id) && (form_version === undefined || one.number === form_version),
  )
  const isNamed = form_id !== undefined || form_version !== undefined
  if (isNamed && among.length === 0)
    throw new ApiError('not_found', 'This version of the form was not used in this course.')
  return among.find(({ responses }) => responses > 0) ?? among[0]
}

const countOf = (values: Values, formVersion: number, questionId: string | null): ValueCount[] =>
  values.filter((row) => row.form_version === formVersion && row.question_id === questionId)

function trendOf(question: FeedbackQuestion, weekly: WeeklyValues) {
  const answers = weekly.filter((row) => row.question_id === question.id)
  const byWeek = Map.groupBy(answers, ({ week }) => week)
  return [...byWeek].map(([week, counts]) => {
    const { answers, mean, score } = figuresOf(question, counts)
    return { week, answers, mean, score }
  })
}

/** The question in another version. Has figures only if the question was the same there. */
function compared(question: FeedbackQuestion, other: queries.VersionRow, values: Values) {
  const there = other.questions.find(({ id }) => id === question.id)
  if (!there) return []
  const same = isSameQuestion(question, there)
  const counts = same ? countOf(values, other.number, question.id) : []
  return [{ number: other.number, same, label: there.label, ...figuresOf(there, counts) }]
}
