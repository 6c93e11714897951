import type { Rows } from '../contract/operation.ts'

export const shellAdminOperations = {
  listMissingCommands: {
    method: 'GET',
    path: '/admin/labs/{slug}/missing_commands',
    auth: 'admin',
    returns: 'missingCommand[]',
    extension: true,
    summary: 'What learners typed in the shell of a lab that the simulation lacks, most often first',
  },
} as const satisfies Rows
