import type { Rows } from '../contract/operation.ts'

export const flagAdminOperations = {
  saveExamFlags: {
    method: 'POST',
    path: '/admin/exams/{slug}/examflags',
    auth: 'admin',
    capabilities: ['content'],
    body: 'examFlagsEdit',
    returns: 'savedFlags',
    summary: 'Saves the ordered flags of an exam',
  },
  saveLabFlags: {
    method: 'POST',
    path: '/admin/labs/{slug}/flags',
    auth: 'admin',
    capabilities: ['content'],
    body: 'flagsEdit',
    returns: 'savedFlags',
    summary: 'Saves the ordered flags of a lab',
  },
  listExamFlagsForAdmin: {
    method: 'GET',
    path: '/exams/{slug}/flags',
    auth: 'admin',
    capabilities: ['content'],
    returns: 'flagRecord[]',
    summary: 'An exam’s flags as editors see them',
  },
  listLabFlagsForAdmin: {
    method: 'GET',
    path: '/labs/{slug}/flags',
    auth: 'admin',
    capabilities: ['content'],
    returns: 'flagRecord[]',
    summary: 'A lab’s flags as editors see them',
  },
  revealFlagSecret: {
    method: 'POST',
    path: '/admin/flags/{id}/secret',
    auth: 'admin',
    capabilities: ['content'],
    returns: 'flagSecret',
    rate: 'secret',
    extension: true,
    summary: 'The secret of one flag; each look is audited',
  },
} as const satisfies Rows
