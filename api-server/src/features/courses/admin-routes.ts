import { courseStatus, level } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { ofAccount } from '../auth/of-account-sql.ts'
import { courseSource, listCourseChoices } from './admin-queries.ts'
import { progressSource } from './progress-queries.ts'

export function courseAdminRoutes(api: Api) {
  handleList(api, 'listCoursesForAdmin', { spec: courseList, source: courseSource })
  handle(api, 'listCourseChoices', ({ deps }) => listCourseChoices(deps.db))
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
