import { type Api, handle, handleReadAhead } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { readRefreshCookie } from '../../../http/cookies.ts'
import { sendFile } from '../../../http/files.ts'
import { ofAccount } from '../../platform/auth/index.ts'
import { keepVisitorProgress, readFreeLesson } from './free-lessons.ts'
import { allowedOnCourseUser, courseSource, courseUserSource, progressSource, usersOfCourse } from './list-queries.ts'
import { presentMyCourses, readMyActivity, readMyCourses } from './my-courses.ts'
import * as progress from './service.ts'
import { createVideoUrls, findVideoFile } from './video.ts'

export function progressRoutes(api: Api) {
  handle(api, 'getCourseDetails', ({ deps, params, user }) => progress.getCourseDetails(deps, user, params.slug))
  handle(api, 'getCourseProgress', ({ deps, params, user }) => progress.readProgress(deps, user, params.slug))
  handleReadAhead(api, 'listMyCourses', readMyCourses, (_, read) => presentMyCourses(read))
  handle(api, 'readMyActivity', ({ deps, user }) => readMyActivity(deps, user))
  handle(api, 'updateLastSeen', ({ deps, params, user, body }) => progress.saveProgress(deps, user, params.slug, body))
  handle(api, 'completeLesson', ({ deps, params, user }) =>
    progress.completeLesson(deps, user, {
      slug: params.slug,
      section: params.section_slug,
      lesson: params.lesson_slug,
    }),
  )
  handle(api, 'getFreeLesson', async ({ deps, params, user, reply }) => {
    reply.header('cache-control', 'no-store')
    return readFreeLesson(deps, user, params)
  })
  handle(api, 'keepVisitorProgress', ({ deps, user, body }) => keepVisitorProgress(deps, user, body.lessons))
  handle(api, 'getVideoUrl', ({ deps, params, user }) => createVideoUrls(deps, user, params))
  handle(api, 'streamVideo', async ({ deps, params, request, reply }) => {
    const cookie = readRefreshCookie(request, deps.config.publicUrl)
    const { key, type } = await findVideoFile(deps, params.token, cookie)
    return sendFile(deps.files, key, { request, reply, type })
  })
}

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
