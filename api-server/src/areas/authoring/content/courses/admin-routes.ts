import { operations } from '@flagyard/api-types'
import { type Api, handle } from '../../../../http/calls/handle.ts'
import { handleList } from '../../../../http/calls/list.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'
import { revisionSource } from '../../../catalogue/revisions/index.ts'
import { cancelPublication, discardDraft, publishContent, revertRevision } from '../publication.ts'
import { previewCourse, readCourseRecord } from './course-record.ts'
import { deleteCourse } from './edit-course.ts'
import { readLesson, saveLesson, signLessonVideo } from './lessons.ts'
import { revisionsOfCourse } from './queries.ts'
import { saveCourse } from './save-course.ts'
import { saveSections } from './sections/sections-edit.ts'

export function courseEditorRoutes(api: Api) {
  handle(api, 'getCourseForAdmin', ({ deps, user, params }) => readCourseRecord(deps, user, params.slug))
  handle(api, 'saveCourse', ({ deps, auditActor, params, body }) => saveCourse(deps, auditActor, params.slug, body))
  handle(api, 'saveSections', ({ deps, auditActor, params, body }) => saveSections(deps, auditActor, params.slug, body))
  handle(api, 'deleteCourse', ({ deps, auditActor, params }) => deleteCourse(deps, auditActor, params.slug))
  handle(api, 'getLesson', ({ deps, params }) => readLesson(deps, params))
  handle(api, 'saveLesson', ({ deps, auditActor, params, body }) => saveLesson(deps, auditActor, params, body))
  handle(api, 'getLessonVideo', ({ deps, user, params }) => signLessonVideo(deps, user, params))
  handle(api, 'previewCourse', ({ deps, params }) => previewCourse(deps, params.slug))
  handle(api, 'publishCourse', async ({ deps, user, auditActor, params: { slug }, body }) => {
    await publishContent(deps, auditActor, 'courses', slug, body)
    return readCourseRecord(deps, user, slug)
  })
  handle(api, 'cancelCoursePublication', async ({ deps, user, auditActor, params: { slug } }) => {
    await cancelPublication(deps, auditActor, 'courses', slug)
    return readCourseRecord(deps, user, slug)
  })
  handle(api, 'discardCourseDraft', async ({ deps, user, auditActor, params: { slug }, body }) => {
    await discardDraft(deps, auditActor, 'courses', slug, body)
    return readCourseRecord(deps, user, slug)
  })
  handle(api, 'takeBackCourseRevision', async ({ deps, user, auditActor, params }) => {
    await revertRevision(deps, auditActor, 'courses', params)
    return readCourseRecord(deps, user, params.slug)
  })
  handleList(api, 'listCourseRevisions', {
    source: revisionSource,
    scope: revisionsOfCourse,
    allowed: allowedOnRevision,
  })
}

const allowedOnRevision = ({ is_latest }: { is_latest: boolean }, caller: CurrentUser) =>
  allowedAmong({ take_back: is_latest && mayCall(operations.takeBackCourseRevision, caller) })
