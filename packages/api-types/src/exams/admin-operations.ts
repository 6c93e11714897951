import type { Rows } from '../contract/operation.ts'
import { admin } from '../contract/row.ts'

export const examAdminOperations = {
  listExamChoices: admin.published('GET /exams', 'choice[]', { summary: 'Exams for select fields, including drafts' }),
} satisfies Rows
