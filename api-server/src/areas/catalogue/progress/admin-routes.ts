import type { Api } from '../../../http/handle.ts'
import { handleList } from '../../../http/list.ts'
import { ofAccount } from '../../platform/auth/of-account-sql.ts'
import { courseSource } from './course-source.ts'
import { allowedOnCourseUser, courseUserSource, usersOfCourse } from './course-users-source.ts'
import { progressSource } from './progress-source.ts'

export function progressAdminRoutes(api: Api) {
  handleList(api, 'listCoursesForAdmin', { source: courseSource })
  handleList(api, 'listCourseUsers', {
    source: courseUserSource,
    scope: usersOfCourse,
    allowed: allowedOnCourseUser,
  })
  handleList(api, 'listUserProgress', {
    source: progressSource,
    scope: ofAccount(progressSource.table.user_id),
  })
}
