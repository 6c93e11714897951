import { type Api, handle } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { listCoursesWithFeedback, readAnalytics } from './analytics.ts'
import { answerSource, responseSource } from './answer-queries.ts'
import { formSource } from './forms/queries.ts'
import { saveFormQuestions } from './forms/questions.ts'
import {
  allowedOnForm,
  createForm,
  deleteForm,
  duplicateForm,
  readForm,
  readVersions,
  updateForm,
} from './forms/service.ts'
import { allowedOnAnswer, publishQuote, readResponse, unpublishQuote, withdrawQuote } from './quotes.ts'
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

export function feedbackAdminRoutes(api: Api) {
  handleList(api, 'listFeedbackForms', { source: formSource, allowed: allowedOnForm })
  handle(api, 'getFeedbackFormForAdmin', ({ deps, user, params }) => readForm(deps, user, params.form_id))
  handle(api, 'createFeedbackForm', ({ deps, auditActor, body }) => createForm(deps, auditActor, body))
  handle(api, 'updateFeedbackForm', ({ deps, auditActor, params, body }) =>
    updateForm(deps, auditActor, params.form_id, body),
  )
  handle(api, 'deleteFeedbackForm', ({ deps, auditActor, params }) => deleteForm(deps, auditActor, params.form_id))
  handle(api, 'duplicateFeedbackForm', ({ deps, auditActor, params, body }) =>
    duplicateForm(deps, auditActor, params.form_id, body),
  )
  handle(api, 'saveFormQuestions', ({ deps, auditActor, params, body }) =>
    saveFormQuestions(deps, auditActor, params.form_id, body),
  )
  handle(api, 'listFeedbackFormVersions', ({ deps, params }) => readVersions(deps, params.form_id))
  handle(api, 'getFeedbackAnalytics', ({ deps, params, query }) => readAnalytics(deps, params.course_slug, query))
  handle(api, 'listCoursesWithFeedback', ({ deps }) => listCoursesWithFeedback(deps.db))
  handleList(api, 'listFeedbackResponses', { source: responseSource })
  handle(api, 'getFeedbackResponse', ({ deps, params }) => readResponse(deps, params.response_id))
  handleList(api, 'listFeedbackAnswers', { source: answerSource, allowed: allowedOnAnswer })
  handle(api, 'publishQuote', ({ deps, auditActor, params }) => publishQuote(deps, auditActor, params.answer_id))
  handle(api, 'unpublishQuote', ({ deps, auditActor, params }) => unpublishQuote(deps, auditActor, params.answer_id))
}
