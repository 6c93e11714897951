import { type Api, handle } from '../../http/handle.ts'
import { readBundles, readCatalogue, readCourse } from './catalogue.ts'
import { listMine } from './mine.ts'
import * as courses from './service.ts'
import { makeVideoUrl, streamVideo } from './video.ts'

export function courseRoutes(api: Api) {
  handle(api, 'listCourses', ({ deps }) => readCatalogue(deps))
  handle(api, 'listBundles', ({ deps }) => readBundles(deps))
  handle(api, 'getCourse', ({ deps, params, user }) => readCourse(deps, params.slug, user))
  handle(api, 'getCourseDetails', ({ deps, params, user }) => courses.readCourseDetails(deps, user, params.slug))
  handle(api, 'getCourseProgress', ({ deps, params, user }) => courses.readProgress(deps, user, params.slug))
  handle(api, 'listMyCourses', ({ deps, user }) => listMine(deps, user))
  handle(api, 'updateLastSeen', ({ deps, params, user, body }) => courses.keepLastSeen(deps, user, params.slug, body))
  handle(api, 'completeLesson', ({ deps, params, user }) =>
    courses.completeLesson(deps, user, { slug: params.slug, section: params.section_slug, lesson: params.lesson_slug }),
  )
  handle(api, 'getVideoUrl', ({ deps, params, user }) => makeVideoUrl(deps, user, params))
  handle(api, 'streamVideo', ({ deps, params, request, reply }) => streamVideo(deps, params.token, request, reply))
}
