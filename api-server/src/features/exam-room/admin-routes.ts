import { cloud } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import type { Api } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { ofAccount } from '../auth/of-account-sql.ts'
import { attemptSource } from './attempt-source.ts'
import { examSource } from './exam-source.ts'

export function examRoomAdminRoutes(api: Api) {
  handleList(api, 'listExamsForAdmin', { spec: examList, source: examSource })
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
