import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'
import { admin, adminWith, content, personal } from '../contract/row.ts'

const contentOrPersonal = adminWith('content', ...readsPersonalData)

export const feedbackAdminOperations = {
  createFeedbackForm: content.published('POST /admin/feedback_forms', 'feedbackFormEdit', 'feedbackFormRecord', {
    status: 201,
    idempotent: true,
    summary: 'Creates a feedback form, without questions',
  }),
  deleteFeedbackForm: content.published('DELETE /admin/feedback_forms/{form_id}', 'removedFeedbackForm', {
    summary: 'Deletes a feedback form that no course uses, or archives it if it has answers',
  }),
  updateFeedbackForm: content.published(
    'PATCH /admin/feedback_forms/{form_id}',
    'feedbackFormEdit',
    'feedbackFormRecord',
    { summary: 'Changes, archives or restores a feedback form' },
  ),
  saveFormQuestions: content.published(
    'PATCH /admin/feedback_forms/{form_id}/questions',
    'formQuestionsEdit',
    'savedFormQuestions',
    { bodyLimit: 1024 * 1024, summary: 'Saves the ordered questions; as a new version if there are responses' },
  ),
  duplicateFeedbackForm: content('POST /admin/feedback_forms/{form_id}/duplicate', 'formCopy', 'feedbackFormRecord', {
    status: 201,
    idempotent: true,
    summary: 'Creates a feedback form with the questions of another',
  }),
  listFeedbackForms: admin.published('GET /admin/feedback_forms', 'feedbackFormRow[]', {
    list: { filter: 'feedbackFormFilter', sorts: ['title', 'updated_at'], defaultSort: ['title', 'ASC'] },
    summary: 'Feedback forms: filtered, sorted, paged',
  }),
  getFeedbackFormForAdmin: admin.published('GET /admin/feedback_forms/{form_id}', 'feedbackFormRecord', {
    summary: 'One feedback form as editors see it',
  }),
  listFeedbackFormVersions: admin('GET /admin/feedback_forms/{form_id}/versions', 'feedbackFormVersion[]', {
    summary: 'The latest hundred versions of a feedback form, with their questions as asked',
  }),
  getFeedbackAnalytics: admin.published('GET /admin/courses/{course_slug}/feedback_analytics', 'feedbackAnalytics', {
    query: 'feedbackAnalyticsQuery',
    summary: 'Feedback statistics of a course',
  }),
  listCoursesWithFeedback: admin.published('GET /admin/courses-with-feedback', 'courseWithFeedback[]', {
    summary: 'Courses that have responses or ask for them',
  }),
  listFeedbackResponses: personal('GET /admin/feedback_responses', 'feedbackResponseRow[]', {
    list: { filter: 'feedbackResponseFilter', sorts: ['week'], defaultSort: ['week', 'DESC'] },
    summary: 'Responses in groups large enough to be shown',
  }),
  getFeedbackResponse: personal.published('GET /admin/feedback_responses/{response_id}', 'feedbackResponse', {
    summary: 'One response',
  }),
  listFeedbackAnswers: contentOrPersonal('GET /admin/feedback_answers', 'feedbackAnswerRow[]', {
    list: { filter: 'feedbackAnswerFilter', sorts: ['week'], defaultSort: ['week', 'DESC'] },
    summary: 'Answers in groups large enough to be shown; the texts among them can be searched',
  }),
  publishQuote: content('POST /admin/feedback_answers/{answer_id}/quote', 'feedbackAnswerRow', {
    idempotent: true,
    summary: 'Publishes a learner’s quote on the course page, with their consent',
  }),
  unpublishQuote: content('DELETE /admin/feedback_answers/{answer_id}/quote', 'feedbackAnswerRow', {
    summary: 'Removes a learner’s quote from the course page',
  }),
} satisfies Rows
