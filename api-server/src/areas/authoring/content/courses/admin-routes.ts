import { operations } from '@flagyard/api-types'
import { type Api, handle } from '../../../../http/calls/handle.ts'
import { handleList } from '../../../../http/calls/list.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'
import { revisionSource } from '../../../catalogue/revisions/index.ts'
import { readCourseRecord } from './course-record.ts'
import { deleteCourse } from './edit-course.ts'
import { readLesson, saveLesson, signLessonVideo } from './lessons.ts'
import { previewCourse } from './preview.ts'
import { cancelCoursePublication, discardCourseDraft, publishCourse, takeBackCourseRevision } from './publication.ts'
import { revisionsOfCourse } from './queries.ts'
import { saveCourse } from './save-course.ts'
import { saveSections } from './sections/save-sections.ts'

export function courseEditorRoutes(api: Api) {
  handle(api, 'getCourseForAdmin', ({ deps, user, params }) => readCourseRecord(deps, user, params.slug))
  handle(api, 'saveCourse', ({ deps, auditActor, params, body }) => saveCourse(deps, auditActor, params.slug, body))
  handle(api, 'saveSections', ({ deps, auditActor, params, body }) => saveSections(deps, auditActor, params.slug, body))
  handle(api, 'deleteCourse', ({ deps, auditActor, params }) => deleteCourse(deps, auditActor, params.slug))
  handle(api, 'getLesson', ({ deps, params }) => readLesson(deps, params))
  handle(api, 'saveLesson', ({ deps, auditActor, params, body }) => saveLesson(deps, auditActor, params, body))
  handle(api, 'getLessonVideo', ({ deps, user, params }) => signLessonVideo(deps, user, params))
  handle(api, 'previewCourse', ({ deps, params }) => previewCourse(deps, params.slug))
  handle(api, 'publishCourse', ({ deps, auditActor, params, body }) =>
    publishCourse(deps, auditActor, params.slug, body),
  )
  handle(api, 'cancelCoursePublication', ({ deps, auditActor, params }) =>
    cancelCoursePublication(deps, auditActor, params.slug),
  )
  handle(api, 'discardCourseDraft', ({ deps, auditActor, params, body }) =>
    discardCourseDraft(deps, auditActor, params.slug, body),
  )
  handle(api, 'takeBackCourseRevision', ({ deps, auditActor, params }) =>
    takeBackCourseRevision(deps, auditActor, params),
  )
  handleList(api, 'listCourseRevisions', {
    source: revisionSource,
    scope: revisionsOfCourse,
    allowed: allowedOnRevision,
  })
}

const allowedOnRevision = ({ is_latest }: { is_latest: boolean }, caller: CurrentUser) =>
  allowedAmong({ take_back: is_latest && mayCall(operations.takeBackCourseRevision, caller) })
