import { z } from 'zod'
import type { Api } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { formSource } from './admin-queries.ts'

export function feedbackAdminRoutes(api: Api) {
  handleList(api, 'listFeedbackForms', { spec: formList, source: formSource })
}

const formList = {
  filters: z.strictObject({ q: z.string().max(100).optional(), archived: z.boolean().optional() }),
  sorts: ['title', 'updated_at'],
} as const
