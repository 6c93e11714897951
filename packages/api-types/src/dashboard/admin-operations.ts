import type { Rows } from '../contract/operation.ts'
import { admin } from '../contract/row.ts'

export const dashboardAdminOperations = {
  getDashboard: admin.published('GET /admin/dashboard', 'dashboard', {
    summary: 'Figures of the console’s start page',
  }),
  getFigures: admin('GET /admin/figures', 'figures', {
    query: 'figuresQuery',
    summary: 'What happened in a span of days, beside the days before it',
  }),
  getSetup: admin('GET /admin/setup', 'setup', {
    summary: 'What stands between a new installation and its first learner',
  }),
} satisfies Rows
