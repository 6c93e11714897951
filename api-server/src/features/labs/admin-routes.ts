import { cloud, level } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { type Api, handle } from '../../http/handle.ts'
import { readList } from '../../http/list-query.ts'
import { listLabChoices, listLabsForAdmin } from './admin-queries.ts'

export function labAdminRoutes(api: Api) {
  handle(api, 'listLabsForAdmin', ({ deps, query }) => listLabsForAdmin(deps.db, readList(query, labList)))
  handle(api, 'listLabChoices', ({ deps }) => listLabChoices(deps.db))
}

const labList = {
  filters: z.strictObject({
    q: z.string().max(100).optional(),
    status: z.enum(['draft', 'published', 'archived']).optional(),
    cloud: cloud.optional(),
    difficulty: level.optional(),
  }),
  sorts: ['title', 'slug', 'status', 'updated_at'],
} as const
