import type { Rows } from '../contract/operation.ts'

export const feedbackOperations = {
  getFeedbackForm: {
    method: 'GET',
    path: '/feedback/{course_slug}/form',
    auth: 'bearer',
    summary: 'A course’s feedback form and my answers',
  },
  submitFeedback: {
    method: 'POST',
    path: '/feedback/{course_slug}/submit',
    auth: 'bearer',
    body: 'feedbackAnswerCreate[]',
    idempotent: true,
    summary: 'Submits my feedback',
  },
} as const satisfies Rows
