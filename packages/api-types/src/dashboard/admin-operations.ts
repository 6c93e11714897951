import type { Rows } from '../contract/operation.ts'

export const dashboardAdminOperations = {
  getDashboard: {
    method: 'GET',
    path: '/admin/dashboard',
    auth: 'admin',
    returns: 'dashboard',
    summary: 'Figures of the console’s start page',
  },
} as const satisfies Rows
