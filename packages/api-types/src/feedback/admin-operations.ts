import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'

export const feedbackAdminOperations = {
  createFeedbackForm: {
    method: 'POST',
    path: '/admin/feedback_forms',
    auth: 'admin',
    capabilities: ['content'],
    body: 'feedbackFormEdit',
    idempotent: true,
    summary: 'Creates a feedback form',
  },
  deleteFeedbackForm: {
    method: 'DELETE',
    path: '/admin/feedback_forms/{form_id}',
    auth: 'admin',
    capabilities: ['content'],
    summary: 'Deletes a feedback form, or archives it if it has answers',
  },
  updateFeedbackForm: {
    method: 'PATCH',
    path: '/admin/feedback_forms/{form_id}',
    auth: 'admin',
    capabilities: ['content'],
    body: 'feedbackFormEdit',
    summary: 'Changes a feedback form',
  },
  saveFormQuestions: {
    method: 'PATCH',
    path: '/admin/feedback_forms/{form_id}/questions',
    auth: 'admin',
    capabilities: ['content'],
    body: 'formQuestionsEdit',
    summary: 'Saves the ordered questions',
  },
  getFeedbackAnalytics: {
    method: 'GET',
    path: '/admin/courses/{course_slug}/feedback_analytics',
    auth: 'admin',
    summary: 'Feedback statistics of a course',
  },
  listCoursesWithFeedback: {
    method: 'GET',
    path: '/admin/courses-with-feedback',
    auth: 'admin',
    summary: 'Courses that have responses',
  },
  getFeedbackResponse: {
    method: 'GET',
    path: '/admin/feedback_responses/{response_id}',
    auth: 'admin',
    capabilities: readsPersonalData,
    summary: 'One response',
  },
  listFeedbackForms: {
    method: 'GET',
    path: '/admin/feedback_forms',
    auth: 'admin',
    query: 'listFields',
    list: { filter: 'feedbackFormFilter', sorts: ['title', 'updated_at'], defaultSort: ['title', 'ASC'] },
    returns: 'feedbackFormRow[]',
    summary: 'Feedback forms: filtered, sorted, paged',
  },
  getFeedbackFormForAdmin: {
    method: 'GET',
    path: '/admin/feedback_forms/{form_id}',
    auth: 'admin',
    summary: 'One feedback form as editors see it',
  },
} as const satisfies Rows
