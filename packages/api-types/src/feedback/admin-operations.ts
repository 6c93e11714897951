import type { Rows } from '../contract/operation.ts'

export const feedbackAdminOperations = {
  createFeedbackForm: {
    method: 'POST',
    path: '/admin/feedback_forms',
    auth: 'admin',
    capabilities: ['content'],
    body: 'feedbackFormEdit',
    idempotent: true,
    summary: 'Makes a form',
  },
  deleteFeedbackForm: {
    method: 'DELETE',
    path: '/admin/feedback_forms/{form_id}',
    auth: 'admin',
    capabilities: ['content'],
    summary: 'Deletes a form, or archives an answered one',
  },
  updateFeedbackForm: {
    method: 'PATCH',
    path: '/admin/feedback_forms/{form_id}',
    auth: 'admin',
    capabilities: ['content'],
    body: 'feedbackFormEdit',
    summary: 'Changes a form',
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
    summary: 'What learners of a course said, in figures',
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
    summary: 'One response',
  },
  listFeedbackForms: {
    method: 'GET',
    path: '/admin/feedback_forms',
    auth: 'admin',
    query: 'listFields',
    list: { filter: 'feedbackFormFilter', sorts: ['title', 'updated_at'], defaultSort: ['title', 'ASC'] },
    returns: 'feedbackFormRow[]',
    summary: 'Forms: filtered, sorted, paged',
  },
  getFeedbackFormForAdmin: {
    method: 'GET',
    path: '/admin/feedback_forms/{form_id}',
    auth: 'admin',
    summary: 'One form as editors see it',
  },
} as const satisfies Rows
