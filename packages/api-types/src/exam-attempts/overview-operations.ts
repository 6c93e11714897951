import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'

/** Capacity, bookings and results of an exam, or of all exams on a provider. */
export const examOverviewOperations = {
  getExamCapacity: {
    method: 'GET',
    path: '/admin/exam_capacity/{cloud}',
    auth: 'admin',
    query: 'examCapacityQuery',
    returns: 'examCapacity',
    extension: true,
    summary: 'Bookings against the accounts of a provider, hour by hour',
  },
  listExamSittings: {
    method: 'GET',
    path: '/admin/exam_sittings/{cloud}',
    auth: 'admin',
    capabilities: readsPersonalData,
    query: 'examSittingsQuery',
    returns: 'examSitting[]',
    extension: true,
    summary: 'Who needs an account of a provider for an exam on a day',
  },
  getExamResults: {
    method: 'GET',
    path: '/admin/exams/{slug}/results',
    auth: 'admin',
    query: 'examSpanQuery',
    returns: 'examResults',
    extension: true,
    summary: 'How an exam went: results, points, flags and attempts, in numbers',
  },
  listExamHints: {
    method: 'GET',
    path: '/admin/exams/{slug}/hints',
    auth: 'admin',
    capabilities: ['support'],
    query: 'examSpanQuery',
    returns: 'examHint[]',
    extension: true,
    summary: 'What may point to shared work in an exam, for a person to look at',
  },
} as const satisfies Rows
