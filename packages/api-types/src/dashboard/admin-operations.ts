import type { Rows } from '../contract/operation.ts'

export const dashboardAdminOperations = {
  getDashboard: {
    method: 'GET',
    path: '/admin/dashboard',
    auth: 'admin',
    returns: 'dashboard',
    summary: 'The figures an administrator sees first',
  },
} as const satisfies Rows
