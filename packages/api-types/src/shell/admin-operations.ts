import type { Rows } from '../contract/operation.ts'
import { admin } from '../contract/row.ts'

export const shellAdminOperations = {
  listMissingCommands: admin('GET /admin/labs/{slug}/missing_commands', 'missingCommand[]', {
    summary: 'Commands typed in lab shells that the simulation does not support, most frequent first',
  }),
} satisfies Rows
