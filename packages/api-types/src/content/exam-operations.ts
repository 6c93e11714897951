import type { Rows } from '../contract/operation.ts'

/** Edits exams and their flags. */
export const examContentOperations = {
  saveExam: {
    method: 'POST',
    path: '/admin/exams/{slug}',
    auth: 'admin',
    capabilities: ['content'],
    body: 'examEdit',
    bodyLimit: 1024 * 1024,
    returns: 'examRecord',
    idempotent: true,
    summary: 'Creates or changes an exam',
  },
  deleteExam: {
    method: 'DELETE',
    path: '/admin/exams/{slug}',
    auth: 'admin',
    capabilities: ['content'],
    summary: 'Deletes an exam that no learner has',
  },
  getExamForAdmin: {
    method: 'GET',
    path: '/admin/exams/{slug}',
    auth: 'admin',
    returns: 'examRecord',
    summary: 'One exam as editors see it',
  },
  saveExamFlags: {
    method: 'POST',
    path: '/admin/exams/{slug}/examflags',
    auth: 'admin',
    capabilities: ['content'],
    body: 'flagsEdit',
    bodyLimit: 1024 * 1024,
    returns: 'savedFlags',
    summary: 'Saves the ordered flags of an exam',
  },
  listExamFlagsForAdmin: {
    method: 'GET',
    path: '/exams/{slug}/flags',
    auth: 'admin',
    capabilities: ['content'],
    returns: 'flagRecord[]',
    summary: 'An exam’s flags as editors see them',
  },
} as const satisfies Rows
