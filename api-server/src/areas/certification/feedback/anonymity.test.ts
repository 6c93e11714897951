import { and, eq, isNotNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeFeedbackCourse, type Questions } from '../../../../test/fixtures/feedback-course.ts'
import { entitlements, feedbackAnswers, feedbackResponses, feedbackTallies } from '../../../db/schema/index.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { readAnalytics } from './analytics.ts'
import { answerSource, responseSource } from './answer-queries.ts'
import { submitFeedback } from './service.ts'

const start = Date.parse('2026-03-02T00:00:00Z')
const WEEK = 7 * 86_400_000
let now = start
const clock = { now: () => new Date(now) }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const questions: Questions = [
  { kind: 'rating', label: 'Good?', choices: [], required: false },
  { kind: 'multiple', label: 'What?', choices: ['a', 'b', 'c'], required: false },
  { kind: 'text', label: 'Say', choices: [], required: false },
]

/** A learner: weeks since the previous one, and the questions that they answer. */
const learner = fc.record({
  weeks: fc.nat(1),
  rating: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  choices: fc.option(fc.subarray(['a', 'b', 'c'], { minLength: 1 }), { nil: undefined }),
  text: fc.option(fc.constant('words'), { nil: undefined }),
  quote_as: fc.option(fc.constantFrom('full_name' as const, 'learner' as const), { nil: undefined }),
})

let made = 0

test('no combination of filters and times reveals a group smaller than the threshold', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 4 }),
      fc.array(learner, { minLength: 1, maxLength: 9 }),
      async (threshold, learners) => {
        const slug = `anonymous-${++made}`
        const { course, ids } = await makeFeedbackCourse(app, slug, { questions, threshold })
        now = start
        const seen: Seen[] = []
        const users = await enrolled(course, learners.length)
        for (const [at, { weeks, rating, choices, text, quote_as }] of learners.entries()) {
          now += weeks * WEEK
          const answers = [
            ...(rating === undefined ? [] : [{ question_id: ids[0]!, rating }]),
            ...(choices === undefined ? [] : [{ question_id: ids[1]!, choices }]),
            ...(text === undefined ? [] : [{ question_id: ids[2]!, text }]),
          ]
          await submitFeedback({ ...app.deps, clock }, users[at]!, slug, answers, { quote_as })
          seen.push(...(await lookAround(slug)))
        }
        // The names of learners who agreed to be quoted may be known, even after a withdrawal, so the others must reach the
        // threshold without them.
        const quotable = await quotableRows(course.id)
        for (const rows of ['responses', ...ids].map((what) => seen.flatMap(({ [what]: shown }) => shown ?? [])))
          for (const group of toldApart(rows, quotable)) expect(group).toBeGreaterThanOrEqual(threshold)
        await expectTalliesToCount(course.id)
      },
    ),
    { numRuns: process.env.LONG ? 40 : 16, ...(process.env.LONG ? {} : { seed: 20_261_124 }) },
  )
}, 180_000)

/** Accounts that have the course, answering one after another. */
async function enrolled(course: { id: string }, count: number): Promise<CurrentUser[]> {
  while (people.length < count) people.push(await app.idOf(`person-${people.length}`))
  const ids = people.slice(0, count)
  const row = { kind: 'course', course_id: course.id, source: 'administrator' } as const
  await app.deps.db.insert(entitlements).values(ids.map((user_id) => ({ ...row, user_id })))
  return ids.map((id) => ({ id, roles: ['user'] }) as CurrentUser)
}
const people: string[] = []

/** Ids shown by one request: of the responses, and of the answers to each question. */
type Seen = Record<string, Set<string>[]>

/** Requests all periods: open, until the previous week, from it on, and from this week on. */
async function lookAround(course: string): Promise<Seen[]> {
  const { db } = app.deps
  const day = (moment: number) => new Date(moment).toISOString().slice(0, 10)
  const spans = [{}, { until: day(now - WEEK) }, { from: day(now - WEEK) }, { from: day(now) }]
  const looks: Seen[] = []
  for (const span of spans) {
    const responses = await db
      .select({ id: feedbackResponses.id })
      .from(feedbackResponses)
      .where(responseSource.where({ course, ...span }))
    const answers = await db
      .select({ id: feedbackAnswers.id, question_id: feedbackAnswers.question_id })
      .from(feedbackAnswers)
      .where(answerSource.where({ course, ...span }))
    const byQuestion = Map.groupBy(answers, ({ question_id }) => question_id)
    const shown = Object.fromEntries([...byQuestion].map(([id, rows]) => [id, [idsOf(rows)]]))
    looks.push({ ...shown, responses: [idsOf(responses)] })
    const { version, questions } = await readAnalytics(app.deps, course, span)
    expect(version?.shown).toBe(responses.length)
    for (const { id, answers } of questions) expect(answers).toBe(byQuestion.get(id)?.length ?? 0)
  }
  return looks
}

const idsOf = (rows: { id: string }[]) => new Set(rows.map(({ id }) => id))

/**
 * Sizes of the smallest groups that can be separated by combining all requests. Rows that were in the same requests cannot be
 * separated.
 */
function toldApart(looks: Set<string>[], without: Set<string>): number[] {
  const all = new Set(looks.flatMap((look) => [...look]).filter((id) => !without.has(id)))
  const groups = Map.groupBy(all, (id) => looks.map((look) => (look.has(id) ? '1' : '0')).join(''))
  return [...groups.values()].map((group) => group.length)
}

/** Ids of the responses that may be quoted, and of their answers. */
async function quotableRows(courseId: string): Promise<Set<string>> {
  const rows = await app.deps.db
    .select({ response: feedbackResponses.id, answer: feedbackAnswers.id })
    .from(feedbackResponses)
    .leftJoin(feedbackAnswers, eq(feedbackAnswers.response_id, feedbackResponses.id))
    .where(and(eq(feedbackResponses.course_id, courseId), isNotNull(feedbackResponses.quote_as)))
  return new Set(rows.flatMap(({ response, answer }) => [response, ...(answer ? [answer] : [])]))
}

/** The tallies equal a count of all shown rows. */
async function expectTalliesToCount(courseId: string) {
  const counted = (await app.deps.db.execute(sql`
    with answers as (select r.form_version, a.* from feedback_answers a join feedback_responses r on r.id = a.response_id
      where r.course_id = ${courseId} and a.week is not null),
    given as (
      select form_version, null::uuid as question_id, week, null as value from feedback_responses where course_id = ${courseId} and week is not null
      union all select form_version, question_id, week, null from answers
      union all select form_version, question_id, week, rating::text from answers where rating is not null
      union all select form_version, question_id, week, jsonb_array_elements_text(choices) from answers where choices is not null)
    select form_version, question_id, week::text, value, count(*)::int from given group by 1, 2, 3, 4`)) as unknown as {
    rows: object[]
  }
  const { form_version, question_id, week, value, count } = feedbackTallies
  const tallies = await app.deps.db
    .select({ form_version, question_id, week, value, count })
    .from(feedbackTallies)
    .where(eq(feedbackTallies.course_id, courseId))
  const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort()
  expect(sorted(tallies)).toEqual(sorted(counted.rows))
}
