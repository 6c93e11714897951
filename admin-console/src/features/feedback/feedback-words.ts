import type { QuestionKind, QuoteName } from '@flagyard/api-types'
import { formatDay } from '../../lib/format.ts'

export const kindNames: Record<QuestionKind, string> = {
  rating: 'Rating, 1 to 5',
  single: 'Single choice',
  multiple: 'Multiple choice',
  text: 'Free text',
  recommend: 'Recommendation, 0 to 10',
}

export const hasChoices = (kind: QuestionKind | undefined) => kind === 'single' || kind === 'multiple'

interface Words {
  kind: QuestionKind
  label: string
  choices: readonly string[]
  required: boolean
}

/** `Multiple choice, required: Videos, Labs`. */
export const describeQuestion = ({ kind, choices, required }: Words) =>
  [kindNames[kind], required && ', required', choices.length > 0 && `: ${choices.join(', ')}`].filter(Boolean).join('')

/** The questions as text, for comparison in a conflict. */
export const linesOf = (questions: readonly Words[]) =>
  questions.map((question) => `${question.label} (${describeQuestion(question)})`).join('\n')

/** Quote permission given by a learner. The learner's name itself is not known here. */
export const quotable: Record<QuoteName, string> = {
  full_name: 'Can be quoted with name',
  initials: 'Can be quoted with initials',
  learner: 'Can be quoted anonymously',
}

const WEEK_MS = 7 * 86_400_000

/** `2 Nov 2026`, in any time zone: a date has no time zone. */
export const formatMonday = (monday: string) => formatDay(`${monday}T12:00`)

/** All Mondays from the first to the last, including weeks without responses. */
export function mondaysBetween(first: string, last: string): string[] {
  const weeks = Math.round((Date.parse(last) - Date.parse(first)) / WEEK_MS)
  return Array.from({ length: weeks + 1 }, (_, at) =>
    new Date(Date.parse(first) + at * WEEK_MS).toISOString().slice(0, 10),
  )
}
