import { cloud } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { type Api, handle } from '../../http/handle.ts'
import { readList } from '../../http/list-query.ts'
import { findUserId } from '../users/queries.ts'
import { listExamChoices, listExamsForAdmin } from './admin-queries.ts'
import { listAttemptsOf } from './attempt-queries.ts'

export function examAdminRoutes(api: Api) {
  handle(api, 'listExamsForAdmin', ({ deps, query }) => listExamsForAdmin(deps.db, readList(query, examList)))
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
