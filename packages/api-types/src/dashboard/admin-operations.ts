import type { Rows } from '../contract/operation.ts'

export const dashboardAdminOperations = {
  getDashboard: {
    method: 'GET',
    path: '/admin/dashboard',
    auth: 'admin',
    returns: 'dashboard',
    summary: 'Figures of the console’s start page',
  },
  getFigures: {
    method: 'GET',
    path: '/admin/figures',
    auth: 'admin',
    query: 'figuresQuery',
    returns: 'figures',
    extension: true,
    summary: 'What happened in a span of days, beside the days before it',
  },
  getSetup: {
    method: 'GET',
    path: '/admin/setup',
    auth: 'admin',
    returns: 'setup',
    extension: true,
    summary: 'What stands between a new installation and its first learner',
  },
} as const satisfies Rows
