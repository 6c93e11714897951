import { z } from 'zod'
import type { Api } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { auditSource } from './queries.ts'

export function auditAdminRoutes(api: Api) {
  handleList(api, 'listAudit', { spec: auditList, source: auditSource })
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
    job_id: z.uuid().optional(),
  }),
  sorts: ['at'],
  defaultSort: { by: 'at', descending: true },
} as const
