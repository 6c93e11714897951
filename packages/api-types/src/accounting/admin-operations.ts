import type { Rows } from '../contract/operation.ts'
import { finance, personal } from '../contract/row.ts'

export const accountingAdminOperations = {
  listMonths: personal('GET /admin/months', 'month[]', { summary: 'Accounting months, newest first' }),
  getMonth: personal('GET /admin/months/{month}', 'monthPage', {
    summary: 'Sales and refunds of a month, by tax and by provider',
  }),
  getMonthFile: personal('GET /admin/months/{month}/file', {
    stream: 'file',
    summary: 'The same month as CSV, with totals exact to the cent',
  }),
  closeMonth: finance('POST /admin/months/{month}/close', 'monthClosing', 'monthPage', {
    summary: 'Closes a past month; it can no longer change',
  }),
} satisfies Rows
