import type { Rows } from '../contract/operation.ts'
import { admin, content } from '../contract/row.ts'

export const examContentOperations = {
  saveExam: content.published('POST /admin/exams/{slug}', 'examEdit', 'examRecord', {
    bodyLimit: 1024 * 1024,
    idempotent: true,
    summary: 'Creates or changes an exam',
  }),
  deleteExam: content.published('DELETE /admin/exams/{slug}', { summary: 'Deletes an exam that no learner has' }),
  getExamForAdmin: admin.published('GET /admin/exams/{slug}', 'examRecord', { summary: 'One exam as editors see it' }),
  saveExamFlags: content.published('POST /admin/exams/{slug}/examflags', 'flagsEdit', 'savedFlags', {
    bodyLimit: 1024 * 1024,
    summary: 'Saves the ordered flags of an exam',
  }),
  listExamFlagsForAdmin: content.published('GET /exams/{slug}/flags', 'flagRecord[]', {
    summary: 'An exam’s flags as editors see them',
  }),
} satisfies Rows
