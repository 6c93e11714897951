import type { Rows } from '../contract/operation.ts'
import { admin } from '../contract/row.ts'

export const dashboardAdminOperations = {
  getDashboard: admin.published('GET /admin/dashboard', 'dashboard', {
    summary: 'Figures of the console’s start page',
  }),
  getFigures: admin('GET /admin/figures', 'figures', {
    query: 'figuresQuery',
    summary: 'Figures of a span of days, compared with the days before',
  }),
  getSetup: admin('GET /admin/setup', 'setup', {
    summary: 'Setup steps that a new installation needs before its first learner',
  }),
} satisfies Rows
