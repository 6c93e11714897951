import { type Api, handle } from '../../http/handle.ts'
import { readFeedbackForm, submitFeedback } from './service.ts'

export function feedbackRoutes(api: Api) {
  handle(api, 'getFeedbackForm', ({ deps, user, params }) => readFeedbackForm(deps, user, params.course_slug))
  handle(api, 'submitFeedback', ({ deps, user, params, body, query }) =>
    submitFeedback(deps, user, params.course_slug, body, query),
  )
}
