import type { Rows } from '../contract/operation.ts'

export const feedbackOperations = {
  getFeedbackForm: {
    method: 'GET',
    path: '/feedback/{course_slug}/form',
    auth: 'bearer',
    returns: 'feedbackForm',
    impersonation: 'denied',
    summary: 'A course’s feedback form and my answers',
  },
  submitFeedback: {
    method: 'POST',
    path: '/feedback/{course_slug}/submit',
    auth: 'bearer',
    query: 'feedbackSubmitQuery',
    body: 'feedbackAnswerCreate[]',
    returns: 'feedbackForm',
    idempotent: true,
    summary: 'Submits my feedback, once; repeating it changes nothing and answers the same',
  },
} as const satisfies Rows
