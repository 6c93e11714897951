import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { ofAccount } from '../auth/of-account-sql.ts'
import { courseSource, listCourseChoices } from './admin-queries.ts'
import { progressSource } from './progress-queries.ts'

export function courseAdminRoutes(api: Api) {
  handleList(api, 'listCoursesForAdmin', { source: courseSource })
  handle(api, 'listCourseChoices', ({ deps }) => listCourseChoices(deps.db))
  handleList(api, 'listUserProgress', {
    source: progressSource,
    within: ofAccount(progressSource.table.user_id),
  })
}
