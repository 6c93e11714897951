import type { Rows } from '../contract/operation.ts'

export const orderAdminOperations = {
  listUserOrders: {
    method: 'GET',
    path: '/admin/user/{username}/orders',
    auth: 'admin',
    query: 'listFields',
    list: true,
    returns: 'userOrder[]',
    extension: true,
    summary: 'A learner’s orders, the newest first',
  },
} as const satisfies Rows
