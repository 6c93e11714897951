import { courseStatus, level } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { courseSource, listCourseChoices } from './admin-queries.ts'

export function courseAdminRoutes(api: Api) {
  handleList(api, 'listCoursesForAdmin', { spec: courseList, source: courseSource })
  handle(api, 'listCourseChoices', ({ deps }) => listCourseChoices(deps.db))
}

const courseList = {
  filters: z.strictObject({
    q: z.string().max(100).optional(),
    status: courseStatus.optional(),
    level: level.optional(),
  }),
  sorts: ['title', 'slug', 'status', 'updated_at'],
} as const
