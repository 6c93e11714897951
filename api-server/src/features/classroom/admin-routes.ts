import { courseStatus, level } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import type { Api } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { ofAccount } from '../auth/of-account-sql.ts'
import { courseSource } from './course-source.ts'
import { progressSource } from './progress-source.ts'

export function classroomAdminRoutes(api: Api) {
  handleList(api, 'listCoursesForAdmin', { spec: courseList, source: courseSource })
  handleList(api, 'listUserProgress', {
    spec: ownProgress,
    source: progressSource,
    within: ofAccount(progressSource.table.user_id),
  })
}

const courseList = {
  filters: z.strictObject({
    q: z.string().max(100).optional(),
    status: courseStatus.optional(),
    level: level.optional(),
  }),
  sorts: ['title', 'slug', 'status', 'updated_at'],
} as const

const ownProgress = {
  filters: z.strictObject({}),
  sorts: ['last_seen_at'],
  defaultSort: { by: 'last_seen_at', descending: true },
} as const
