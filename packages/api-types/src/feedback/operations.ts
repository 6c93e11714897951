import type { Rows } from '../contract/operation.ts'
import { anyone, signedIn } from '../contract/row.ts'

export const feedbackOperations = {
  getFeedbackForm: signedIn.published('GET /feedback/{course_slug}/form', 'feedbackForm', {
    impersonation: 'denied',
    summary: 'A course’s feedback form and my answers',
  }),
  submitFeedback: signedIn.published('POST /feedback/{course_slug}/submit', 'feedbackAnswerCreate[]', 'feedbackForm', {
    query: 'feedbackSubmitQuery',
    bodyLimit: 1024 * 1024,
    idempotent: true,
    summary: 'Submits my feedback, once; repeating it changes nothing and answers the same',
  }),
  withdrawQuote: signedIn('DELETE /feedback/{course_slug}/quote', 'feedbackForm', {
    summary: 'Withdraws my consent to be quoted; existing quotes are removed immediately',
  }),
  getCourseReviews: anyone('GET /courses/{slug}/reviews', 'courseReviews', {
    summary: 'Rating of a course, and quotes of learners who agreed to be quoted',
  }),
} satisfies Rows
