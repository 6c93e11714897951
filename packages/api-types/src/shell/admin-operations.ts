import type { Rows } from '../contract/operation.ts'
import { admin } from '../contract/row.ts'

export const shellAdminOperations = {
  listMissingCommands: admin('GET /admin/labs/{slug}/missing_commands', 'missingCommand[]', {
    summary: 'What learners typed in the shell of a lab that the simulation lacks, most often first',
  }),
} satisfies Rows
