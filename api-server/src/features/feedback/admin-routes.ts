import { z } from 'zod'
import { type Api, handle } from '../../http/handle.ts'
import { readList } from '../../http/list-query.ts'
import { listFeedbackForms } from './admin-queries.ts'

export function feedbackAdminRoutes(api: Api) {
  handle(api, 'listFeedbackForms', ({ deps, query }) => listFeedbackForms(deps.db, readList(query, formList)))
}

const formList = {
  filters: z.strictObject({ q: z.string().max(100).optional(), archived: z.boolean().optional() }),
  sorts: ['title', 'updated_at'],
} as const
