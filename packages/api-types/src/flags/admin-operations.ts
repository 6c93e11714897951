import type { Rows } from '../contract/operation.ts'

export const flagAdminOperations = {
  saveExamFlags: {
    method: 'POST',
    path: '/admin/exams/{slug}/examflags',
    auth: 'admin',
    capabilities: ['content'],
    body: 'examFlagsEdit',
    summary: 'Saves the ordered flags of an exam',
  },
  saveLabFlags: {
    method: 'POST',
    path: '/admin/labs/{slug}/flags',
    auth: 'admin',
    capabilities: ['content'],
    body: 'flagsEdit',
    summary: 'Saves the ordered flags of a lab',
  },
  listExamFlagSecrets: {
    method: 'GET',
    path: '/exams/{slug}/flags',
    auth: 'admin',
    capabilities: ['content'],
    returns: 'flagSecret[]',
    summary: 'An exam’s flags with their secrets',
  },
  listLabFlagSecrets: {
    method: 'GET',
    path: '/labs/{slug}/flags',
    auth: 'admin',
    capabilities: ['content'],
    returns: 'flagSecret[]',
    summary: 'A lab’s flags with their secrets',
  },
} as const satisfies Rows
