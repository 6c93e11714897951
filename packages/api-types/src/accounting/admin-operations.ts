import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'

export const accountingAdminOperations = {
  listMonths: {
    method: 'GET',
    path: '/admin/months',
    auth: 'admin',
    capabilities: readsPersonalData,
    returns: 'month[]',
    extension: true,
    summary: 'The months of the books, newest first',
  },
  getMonth: {
    method: 'GET',
    path: '/admin/months/{month}',
    auth: 'admin',
    capabilities: readsPersonalData,
    returns: 'monthPage',
    extension: true,
    summary: 'What was sold and paid back in a month, by tax and by provider',
  },
  getMonthFile: {
    method: 'GET',
    path: '/admin/months/{month}/file',
    auth: 'admin',
    capabilities: readsPersonalData,
    stream: 'file',
    extension: true,
    summary: 'The same month as CSV, whose columns add up to the cent',
  },
  closeMonth: {
    method: 'POST',
    path: '/admin/months/{month}/close',
    auth: 'admin',
    capabilities: ['finance'],
    body: 'monthClosing',
    returns: 'monthPage',
    extension: true,
    summary: 'Closes a month that is over; nothing changes it afterwards',
  },
} as const satisfies Rows
