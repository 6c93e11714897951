import type { FeedbackAnswerCreate, FeedbackQuestion, QuestionKind } from '@flagyard/api-types/schemas'
import { invalidFields } from '../../../http/validation.ts'

type Answered = Omit<FeedbackAnswerCreate, 'question_id'>

/** Field that contains the answer to a question of each kind. */
export const fieldOfKind = {
  rating: 'rating',
  single: 'choice',
  multiple: 'choices',
  text: 'text',
  recommend: 'score',
} as const satisfies Record<QuestionKind, keyof Answered>

/** Validates answers to these questions. The thrown error lists problems under the ids of their questions. */
export function checkAnswers(questions: FeedbackQuestion[], answers: FeedbackAnswerCreate[]): void {
  const asked = new Map(questions.map((question) => [question.id, question]))
  const seen = new Set<string>()
  const errors: { field: string; message: string }[] = []
  for (const { question_id, ...answer } of answers) {
    const question = asked.get(question_id)
    const message = seen.has(question_id) ? 'Answer each question once' : problemOf(question, answer)
    if (message) errors.push({ field: question_id, message })
    seen.add(question_id)
  }
  for (const { id, required } of questions)
    if (required && !seen.has(id)) errors.push({ field: id, message: 'Please answer this question' })
  if (errors.length > 0) throw invalidFields(errors)
}

function problemOf(question: FeedbackQuestion | undefined, answer: Answered): string | null {
  if (!question) return 'This question is not in the form'
  const field = fieldOfKind[question.kind]
  if (answer[field] === undefined) return `Answer this question in the field ${field}`
  const chosen = answer.choices ?? (answer.choice === undefined ? [] : [answer.choice])
  if (!chosen.every((choice) => question.choices.includes(choice))) return 'Choose one of the offered answers'
  return new Set(chosen).size === chosen.length ? null : 'Choose each answer once'
}
