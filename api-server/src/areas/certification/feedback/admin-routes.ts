import { type Api, handle } from '../../../http/handle.ts'
import { handleList } from '../../../http/list.ts'
import { formSource } from './admin-queries.ts'
import {
  allowedOnForm,
  createForm,
  deleteForm,
  duplicateForm,
  readForm,
  readVersions,
  updateForm,
} from './admin-service.ts'
import { listCoursesWithFeedback, readAnalytics } from './analytics.ts'
import { answerSource } from './answer-source.ts'
import { saveFormQuestions } from './form-questions.ts'
import { allowedOnAnswer, publishQuote, unpublishQuote } from './quotes.ts'
import { readResponse } from './response.ts'
import { responseSource } from './response-source.ts'

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
