import { mondayOf } from '../areas/certification/feedback/figures.ts'
import type { Rows } from './rows.ts'

type Answer = Rows['feedbackAnswers'][number]
type Tally = Rows['feedbackTallies'][number]

/** Shows the responses of a course, and the answers to each question, in groups of the threshold's size, and counts them. */
export function showInGroups(rows: Rows, course_id: string, threshold: number): void {
  const responses = rows.feedbackResponses
    .filter((response) => response.course_id === course_id)
    .sort((a, b) => Number(a.created_at) - Number(b.created_at))
  const answers = Map.groupBy(rows.feedbackAnswers, ({ response_id }) => response_id)
  const quotable = new Set(responses.flatMap(({ id, quote_as }) => (id && quote_as ? [id] : [])))
  const tallies = new Map<string, Tally>()
  const waiting = { responses: [] as typeof responses, answers: new Map<string, Answer[]>() }
  for (const response of responses) {
    waiting.responses.push(response)
    if (waiting.responses.filter(({ quote_as }) => !quote_as).length < threshold) continue
    const week = mondayOf(response.created_at as Date)
    const { form_id, form_version } = response
    const count = (question_id: string | null, value: string | null) => {
      const key = JSON.stringify([week, question_id, value])
      const tally = tallies.get(key) ?? { course_id, form_id, form_version, question_id, week, value, count: 0 }
      tallies.set(key, { ...tally, count: tally.count + 1 })
    }
    for (const shown of waiting.responses.splice(0)) {
      shown.week = week
      count(null, null)
      for (const answer of answers.get(shown.id ?? '') ?? [])
        waiting.answers.set(answer.question_id, [...(waiting.answers.get(answer.question_id) ?? []), answer])
    }
    for (const [question_id, group] of waiting.answers) {
      if (group.filter(({ response_id }) => !quotable.has(response_id)).length < threshold) continue
      waiting.answers.delete(question_id)
      for (const answer of group) {
        answer.week = week
        for (const value of [null, ...valuesOf(answer)]) count(question_id, value)
      }
    }
  }
  rows.feedbackTallies.push(...tallies.values())
}

/** Chosen values on a scale or among choices; none for a text. */
const valuesOf = ({ rating, score, choice, choices }: Answer) =>
  choices ?? [rating, score, choice].flatMap((value) => (value === undefined || value === null ? [] : [String(value)]))
