import { cloud } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { readList } from '../../http/list-query.ts'
import { findUserId } from '../users/queries.ts'
import { examSource, listExamChoices } from './admin-queries.ts'
import { listAttemptsOf } from './attempt-queries.ts'

export function examAdminRoutes(api: Api) {
  handleList(api, 'listExamsForAdmin', { spec: examList, source: examSource })
  handle(api, 'listExamChoices', ({ deps }) => listExamChoices(deps.db))
  handle(api, 'listUserExams', async ({ deps, params, query }) =>
    listAttemptsOf(deps.db, await findUserId(deps.db, params.username), readList(query, ownAttempts)),
  )
}

const examList = {
  filters: z.strictObject({
    q: z.string().max(100).optional(),
    status: z.enum(['draft', 'published', 'archived']).optional(),
    cloud: cloud.optional(),
  }),
  sorts: ['title', 'slug', 'status', 'updated_at'],
} as const

const ownAttempts = { filters: z.strictObject({}), sorts: ['created_at'] } as const
