import type { FeedbackQuestion } from '@flagyard/api-types/schemas'

/** Number of times a value was given. A null value counts all answers. */
export interface ValueCount {
  value: string | null
  count: number
}

interface Figures {
  answers: number
  distribution: { value: string; count: number }[]
  mean: number | null
  score: number | null
}

export function figuresOf(question: FeedbackQuestion, counts: readonly ValueCount[]): Figures {
  const byValue = new Map(counts.map(({ value, count }) => [value, count]))
  const distribution = valuesOf(question).map((value) => ({ value, count: byValue.get(value) ?? 0 }))
  const answers = byValue.get(null) ?? 0
  return {
    answers,
    distribution,
    mean: question.kind === 'rating' && answers > 0 ? meanOf(distribution) : null,
    score: question.kind === 'recommend' && answers > 0 ? recommendScore(distribution) : null,
  }
}

const scale = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at))

function valuesOf({ kind, choices }: FeedbackQuestion): string[] {
  if (kind === 'rating') return scale(1, 5)
  if (kind === 'recommend') return scale(0, 10)
  return kind === 'text' ? [] : choices
}

type Distribution = Figures['distribution']
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

const meanOf = (distribution: Distribution) =>
  sum(distribution.map(({ value, count }) => Number(value) * count)) / sum(distribution.map(({ count }) => count))

/** Net promoter score: percentage of promoters (9 and 10) minus percentage of detractors (0 to 6), from −100 to 100. */
function recommendScore(distribution: Distribution): number {
  const among = (from: number, to: number) =>
    sum(distribution.filter(({ value }) => Number(value) >= from && Number(value) <= to).map(({ count }) => count))
  return ((among(9, 10) - among(0, 6)) / among(0, 10)) * 100
}

/** Whether answers to the two questions can be compared: same label, kind and choices. */
export const isSameQuestion = (one: FeedbackQuestion, other: FeedbackQuestion): boolean =>
  one.kind === other.kind && one.label === other.label && JSON.stringify(one.choices) === JSON.stringify(other.choices)

/** Monday of the UTC week of a time or day, as a date. */
export function mondayOf(moment: Date | string): string {
  const day = new Date(moment)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

/** Mondays of the first and last week of a period; null where the period is open. */
export const weeksOf = ({ from, until }: { from?: string | undefined; until?: string | undefined }) => ({
  from_week: from === undefined ? null : mondayOf(from),
  until_week: until === undefined ? null : mondayOf(until),
})
