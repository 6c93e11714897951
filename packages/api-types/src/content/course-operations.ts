import type { Rows } from '../contract/operation.ts'
import { admin, content } from '../contract/row.ts'

export const courseContentOperations = {
  saveCourse: content.published('POST /admin/courses/{slug}', 'courseEdit', 'courseRecord', {
    bodyLimit: 1024 * 1024,
    idempotent: true,
    summary: 'Creates a course, or changes its details or its status',
  }),
  saveSections: content.published('POST /admin/courses/{slug}/sections', 'sectionsEdit', 'savedSections', {
    bodyLimit: 1024 * 1024,
    summary: 'Saves the ordered sections and lessons, without the texts',
  }),
  deleteCourse: content.published('DELETE /admin/courses/{slug}', {
    summary: 'Deletes a course without learner history; other courses can be archived',
  }),
  getCourseForAdmin: admin.published('GET /admin/courses/{slug}', 'courseRecord', {
    summary: 'One course as editors see it: with its draft, structure, and missing parts',
  }),
  getLesson: admin('GET /admin/courses/{slug}/lessons/{id}', 'lessonRecord', {
    summary: 'The text, video and captions of one lesson, as editors see it',
  }),
  saveLesson: content('PATCH /admin/courses/{slug}/lessons/{id}', 'lessonEdit', 'lessonRecord', {
    bodyLimit: 1024 * 1024,
    summary: 'Changes the text, video or captions of one lesson',
  }),
  getLessonVideo: admin('GET /admin/courses/{slug}/lessons/{id}/video', 'videoUrl', {
    summary: 'Short-lived URLs of the video and captions of a lesson, as editors see it',
  }),
  previewCourse: admin('GET /admin/courses/{slug}/preview', 'coursePreview', {
    summary: 'The whole course as learners will see it once its draft is published',
  }),
  publishCourse: content('POST /admin/courses/{slug}/publish', 'publication', 'courseRecord', {
    summary: 'Publishes a course or its draft, now or later; refused with a list of missing parts',
  }),
  cancelCoursePublication: content('POST /admin/courses/{slug}/publish/cancel', 'courseRecord', {
    summary: 'Cancels a scheduled publication; the draft remains',
  }),
  discardCourseDraft: content('POST /admin/courses/{slug}/discard', 'seenContent', 'courseRecord', {
    summary: 'Discards the unpublished changes of a course',
  }),
  listCourseRevisions: admin('GET /admin/courses/{slug}/revisions', 'contentRevision[]', {
    list: { filter: 'revisionFilter', sorts: ['number'], defaultSort: ['number', 'DESC'] },
    summary: 'Published revisions of a course, latest first',
  }),
  takeBackCourseRevision: content('POST /admin/courses/{slug}/revisions/{id}/take_back', 'courseRecord', {
    summary: 'Reverts the latest revision of a course',
  }),
} satisfies Rows
