import type { FeedbackQuestion, QuoteName } from '@flagyard/api-types'
import type { AnswerValue, AnswerValues } from '@flagyard/ui/FeedbackQuestions'
import { readStored, writeStored } from '@flagyard/ui/storage'
import { parseStored } from '../../lib/parse-stored.ts'

/** Local storage key of an unsent feedback draft, by account and course. */
const draftKey = (user: string, course: string) => `feedback_draft:${user}:${course}`
/** Local storage key of a dismissed request, by account, course and occasion. */
const laterKey = (user: string, course: string, occasion: Occasion) => `feedback_later:${user}:${course}:${occasion}`

/** Feedback is requested once during a course and once at its end. */
export type Occasion = 'on_the_way' | 'at_the_end'

export interface Draft {
  values: AnswerValues
  quote_as: QuoteName | null
}

const EMPTY_DRAFT: Draft = { values: {}, quote_as: null }
const fields = { rating: 'rating', single: 'choice', multiple: 'choices', recommend: 'score' } as const

/** The draft, without answers that no longer match the questions. */
export function readDraft(user: string, course: string, questions: readonly FeedbackQuestion[]): Draft {
  const saved = parseStored(readStored(draftKey(user, course))) as Partial<Draft> | undefined
  const { values, quote_as } = { ...EMPTY_DRAFT, ...saved }
  const valid = questions.flatMap((question): [string, AnswerValue][] => {
    const value = values[question.id]
    return value && isAnswerTo(question, value) ? [[question.id, value]] : []
  })
  return { values: Object.fromEntries(valid), quote_as }
}

export function saveDraft(user: string, course: string, draft: Draft): void {
  writeStored(draftKey(user, course), JSON.stringify(draft))
}

export function forgetDraft(user: string, course: string): void {
  writeStored(draftKey(user, course), null)
}

export const isOfferDismissed = (user: string, course: string, occasion: Occasion) =>
  readStored(laterKey(user, course, occasion)) !== null

export function dismissOffer(user: string, course: string, occasion: Occasion): void {
  writeStored(laterKey(user, course, occasion), 'yes')
}

function isAnswerTo({ kind, choices }: FeedbackQuestion, value: AnswerValue): boolean {
  const chosen = value.choices ?? (value.choice === undefined ? [] : [value.choice])
  const field = kind === 'text' ? kind : fields[kind]
  return value[field] !== undefined && chosen.every((choice) => choices.includes(choice))
}
