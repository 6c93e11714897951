import { type Api, handle } from '../../../http/handle.ts'
import { withdrawQuote } from './quotes.ts'
import { readReviews } from './reviews.ts'
import { readFeedbackForm, submitFeedback } from './service.ts'

export function feedbackRoutes(api: Api) {
  handle(api, 'getFeedbackForm', ({ deps, user, params }) => readFeedbackForm(deps, user, params.course_slug))
  handle(api, 'submitFeedback', ({ deps, user, params, body, query }) =>
    submitFeedback(deps, user, params.course_slug, body, query),
  )
  handle(api, 'withdrawQuote', ({ deps, user, params }) => withdrawQuote(deps, user, params.course_slug))
  handle(api, 'getCourseReviews', ({ deps, params }) => readReviews(deps, params.slug))
}
