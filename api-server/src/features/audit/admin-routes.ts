import { z } from 'zod'
import { type Api, handle } from '../../http/handle.ts'
import { readList } from '../../http/list-query.ts'
import { listAudit } from './queries.ts'

export function auditAdminRoutes(api: Api) {
  handle(api, 'listAudit', ({ deps, query }) => listAudit(deps.db, readList(query, auditList)))
}

const word = z.string().min(1).max(200).optional()
const auditList = {
  filters: z.strictObject({
    actor: word,
    action: word,
    subject_type: word,
    subject_id: word,
    from: z.iso.datetime().optional(),
    until: z.iso.datetime().optional(),
  }),
  sorts: ['at'],
  defaultSort: { by: 'at', descending: true },
} as const
