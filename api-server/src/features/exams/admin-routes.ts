import { cloud } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { ofAccount } from '../auth/of-account-sql.ts'
import { examSource, listExamChoices } from './admin-queries.ts'
import { attemptSource } from './attempt-queries.ts'

export function examAdminRoutes(api: Api) {
  handleList(api, 'listExamsForAdmin', { spec: examList, source: examSource })
  handle(api, 'listExamChoices', ({ deps }) => listExamChoices(deps.db))
  handleList(api, 'listUserExams', {
    spec: ownAttempts,
    source: attemptSource,
    within: ofAccount(attemptSource.table.user_id),
  })
}

const examList = {
  filters: z.strictObject({
    q: z.string().max(100).optional(),
    status: z.enum(['draft', 'published', 'archived']).optional(),
    cloud: cloud.optional(),
  }),
  sorts: ['title', 'slug', 'status', 'updated_at'],
} as const

const ownAttempts = {
  filters: z.strictObject({}),
  sorts: ['created_at'],
  defaultSort: { by: 'created_at', descending: true },
} as const
