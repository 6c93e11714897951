import type { Rows } from '../contract/operation.ts'
import { finance, personal } from '../contract/row.ts'

export const accountingAdminOperations = {
  listMonths: personal('GET /admin/months', 'month[]', { summary: 'The months of the books, newest first' }),
  getMonth: personal('GET /admin/months/{month}', 'monthPage', {
    summary: 'What was sold and paid back in a month, by tax and by provider',
  }),
  getMonthFile: personal('GET /admin/months/{month}/file', {
    stream: 'file',
    summary: 'The same month as CSV, whose columns add up to the cent',
  }),
  closeMonth: finance('POST /admin/months/{month}/close', 'monthClosing', 'monthPage', {
    summary: 'Closes a month that is over; nothing changes it afterwards',
  }),
} satisfies Rows
