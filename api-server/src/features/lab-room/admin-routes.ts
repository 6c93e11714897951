import { cloud, level } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import type { Api } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { labSource } from './lab-source.ts'

export function labRoomAdminRoutes(api: Api) {
  handleList(api, 'listLabsForAdmin', { spec: labList, source: labSource })
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
