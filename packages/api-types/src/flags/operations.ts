import type { Rows } from '../contract/operation.ts'

export const flagOperations = {
  checkFlag: {
    method: 'GET',
    path: '/flags/check/{id}/me',
    auth: 'bearer',
    returns: 'myFlag',
    summary: 'Whether I solved a flag',
  },
  getWalkthroughUrl: {
    method: 'GET',
    path: '/flags/get_walkthrough_url/{id}',
    auth: 'bearer',
    returns: 'walkthrough',
    summary: 'The walkthrough of a solved flag',
  },
  listLabFlags: {
    method: 'GET',
    path: '/flags/{lab}/me',
    auth: 'bearer',
    returns: 'myFlag[]',
    summary: 'A lab’s flags and what I solved',
  },
  listMyFlags: { method: 'GET', path: '/flags/me', auth: 'bearer', returns: 'myFlag[]', summary: 'The flags I solved' },
  submitFlag: {
    method: 'POST',
    path: '/flags/{id}/me',
    auth: 'bearer',
    body: 'submitFlagPayload',
    returns: 'flagResult',
    rate: 'secret',
    summary: 'Submits a flag',
  },
  checkExamFlag: {
    method: 'GET',
    path: '/exams/flags/check/{id}/me',
    auth: 'bearer',
    returns: 'examFlag',
    summary: 'Whether I solved an exam flag',
  },
  submitExamFlag: {
    method: 'POST',
    path: '/exams/flags/{id}/me',
    auth: 'bearer',
    body: 'submitExamFlagPayload',
    returns: 'examFlagResult',
    rate: 'secret',
    summary: 'Submits an exam flag',
  },
  listExamFlags: {
    method: 'GET',
    path: '/exams/{exam}/flags/me',
    auth: 'bearer',
    returns: 'examFlag[]',
    summary: 'An exam’s flags and what I solved',
  },
} as const satisfies Rows
