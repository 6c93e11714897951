import type { FeedbackAnswerCreate } from '@flagyard/api-types/schemas'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { enrol, makeFeedbackCourse, type Questions } from '../../../test/feedback-course.ts'
import { feedbackTallies } from '../../db/schema/index.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { submitFeedback } from './service.ts'

const start = Date.parse('2026-03-02T00:00:00Z')
const WEEK = 7 * 86_400_000
let now = start

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

/** A learner: how many weeks after the one before them, and which of the questions they answer. */
const learner = fc.record({
  weeks: fc.nat(1),
  rating: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  choices: fc.option(fc.subarray(['a', 'b', 'c'], { minLength: 1 }), { nil: undefined }),
  text: fc.option(fc.constant('words'), { nil: undefined }),
})

let made = 0

test('no filters, however they are combined, and no waiting tell apart a group that is smaller than the threshold', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 4 }),
      fc.array(learner, { minLength: 1, maxLength: 12 }),
      async (threshold, learners) => {
        const slug = `anonymous-${++made}`
        const { course, ids } = await makeFeedbackCourse(app, slug, { questions, threshold })
        now = start
        /** How many were shown, by what was asked for: the responses, and the answers to each question. */
        let before = await everyCount(slug, ids)
        for (const [at, { weeks, ...given }] of learners.entries()) {
          now += weeks * WEEK
          const { rating, choices, text } = given
          await answer(`${slug}-${at}`, course, [
            ...(rating === undefined ? [] : [{ question_id: ids[0]!, rating }]),
            ...(choices === undefined ? [] : [{ question_id: ids[1]!, choices }]),
            ...(text === undefined ? [] : [{ question_id: ids[2]!, text }]),
          ])
          const after = await everyCount(slug, ids)
          for (const [what, counts] of after) {
            const all = [...counts, ...(before.get(what) ?? [])]
            for (const one of all)
              for (const other of all) {
                const difference = Math.abs(one - other)
                expect(difference === 0 || difference >= threshold, `${what}: ${one} and ${other}`).toBe(true)
              }
          }
          before = after
        }
        await expectTalliesToCount(course.id)
      },
    ),
    { numRuns: 10 },
  )
}, 180_000)

/** The account has the course, and answers at the hour that it is now. */
async function answer(username: string, course: { id: string; slug: string }, answers: FeedbackAnswerCreate[]) {
  await enrol(app, username, course)
  const user = { id: await app.idOf(username), roles: ['user'] } as CurrentUser
  await submitFeedback({ ...app.deps, clock: { now: () => new Date(now) } }, user, course.slug, answers, {})
}

/** Spans from each week to each later one, and open ones. */
async function everyCount(course_slug: string, ids: string[]): Promise<Map<string, number[]>> {
  const counts = new Map<string, number[]>([['responses', [0]], ...ids.map((id): [string, number[]] => [id, [0]])])
  const last = Math.round((now - start) / WEEK)
  const day = (week: number) => new Date(start + week * WEEK).toISOString().slice(0, 10)
  const spans = [
    {},
    ...[last - 1, last].filter((week) => week >= 0).flatMap((week) => [{ until: day(week) }, { from: day(week) }]),
  ]
  for (const span of spans) {
    const { version, questions } = await app.asAdmin.getFeedbackAnalytics({ course_slug, ...span })
    counts.get('responses')?.push(version?.shown ?? 0)
    for (const { id, answers } of questions) counts.get(id)?.push(answers)
    const listed = async (filter: object) =>
      (await app.asAdmin.listFeedbackAnswers({ filter: JSON.stringify({ course: course_slug, ...span, ...filter }) }))
        .total
    for (const id of ids) counts.get(id)?.push(await listed({ question_id: id }))
    const filter = JSON.stringify({ course: course_slug, ...span })
    counts.get('responses')?.push((await app.asAdmin.listFeedbackResponses({ filter })).total)
  }
  return counts
}

/** The tallies are what counting all shown rows one by one would give. */
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
  const kept = await app.deps.db
    .select({ form_version, question_id, week, value, count })
    .from(feedbackTallies)
    .where(eq(feedbackTallies.course_id, courseId))
  const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort()
  expect(sorted(kept)).toEqual(sorted(counted.rows))
}
