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
    bodyLimit: 1024 * 1024,
    returns: 'feedbackForm',
    idempotent: true,
    summary: 'Submits my feedback, once; repeating it changes nothing and answers the same',
  },
  withdrawQuote: {
    method: 'DELETE',
    path: '/feedback/{course_slug}/quote',
    auth: 'bearer',
    returns: 'feedbackForm',
    extension: true,
    summary: 'Withdraws that I may be quoted; what is quoted of me goes at once',
  },
  getCourseReviews: {
    method: 'GET',
    path: '/courses/{slug}/reviews',
    auth: 'public',
    returns: 'courseReviews',
    extension: true,
    summary: 'What learners said of a course: a figure of many, and texts that may be quoted',
  },
} as const satisfies Rows
