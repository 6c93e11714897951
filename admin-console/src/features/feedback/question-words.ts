import type { QuestionKind } from '@flagyard/api-types'

export const kindNames: Record<QuestionKind, string> = {
  rating: 'Rating, 1 to 5',
  single: 'One of several choices',
  multiple: 'Any of several choices',
  text: 'In their own words',
  recommend: 'Recommendation, 0 to 10',
}

export const hasChoices = (kind: QuestionKind | undefined) => kind === 'single' || kind === 'multiple'

interface Words {
  kind: QuestionKind
  label: string
  choices: readonly string[]
  required: boolean
}

/** `Any of several choices, required: Films, Labs`. */
export const describeQuestion = ({ kind, choices, required }: Words) =>
  [kindNames[kind], required && ', required', choices.length > 0 && `: ${choices.join(', ')}`].filter(Boolean).join('')

/** The questions as text, for comparison in a conflict. */
export const linesOf = (questions: readonly Words[]) =>
  questions.map((question) => `${question.label} (${describeQuestion(question)})`).join('\n')
