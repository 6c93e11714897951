import type { FeedbackForm, FeedbackQuestion } from '@flagyard/api-types'

const id = (number: number) => `00000000-0000-4000-8000-0000000000f${number}`
const question = (number: number, more: Partial<FeedbackQuestion>): FeedbackQuestion => ({
  id: id(number),
  kind: 'text',
  label: 'What was missing?',
  choices: [],
  required: false,
  ...more,
})

/** One question of each kind. */
export const questions = [
  question(1, { kind: 'rating', label: 'How good was it?', required: true }),
  question(2, { kind: 'single', label: 'How fast was it?', choices: ['Too slow', 'Just right'] }),
  question(3, { kind: 'multiple', label: 'What helped?', choices: ['Films', 'Labs', 'Texts'] }),
  question(4, {}),
  question(5, { kind: 'recommend', label: 'Would you recommend it?' }),
]

export const feedbackForm = (more: Partial<FeedbackForm> = {}): FeedbackForm => ({
  course: { slug: 'aws', title: 'AWS Foundations' },
  state: 'open',
  share: 0.5,
  completed: 0.5,
  version_id: id(9),
  title: 'How was it?',
  intro: 'Five questions, two minutes.',
  anonymity_threshold: 3,
  questions,
  answered_at: null,
  answers: [],
  quote_as: null,
  is_quoted: false,
  ...more,
})

const nothing = { rating: null, choice: null, choices: null, text: null, score: null }
export const answer = (number: number, more: Partial<FeedbackForm['answers'][number]>) => ({
  question_id: id(number),
  ...nothing,
  ...more,
})
