import { reserved, slug as slugSchema } from '@flagyard/api-types/contract/fields'
import type { Output } from '@flagyard/api-types/contract/operation'
import type { Tx } from '../../../../db/open.ts'
import type { StoredPicture } from '../../../../db/schema/courses.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { courseContent, hoursOfLessons } from '../../../catalogue/courses/index.ts'
import {
  assertPublishable,
  lockContentForEdit,
  publish,
  readState,
  savePart,
} from '../../../catalogue/revisions/index.ts'
import { findPictures } from '../../uploads/index.ts'
import { readCourseRecord } from './course-record.ts'
import { DETAILS, type Details } from './documents.ts'
import { auditCourse, auditedChange, editCourse } from './edit-course.ts'
import { countEntitled, findFormId, hasCourse, type LockedCourse } from './queries.ts'
import { revisedCourse } from './revised-course.ts'

type CourseEdit = Output<'courseEdit'>

/** Creates the course if the edit has no version; otherwise changes the fields in the edit. */
export async function saveCourse(deps: Pick<Deps, 'db'>, by: AuditActor, slug: string, edit: CourseEdit) {
  if (edit.version === undefined) await createCourse(deps, by, slug, edit)
  else await changeCourse(deps, by, slug, { ...edit, version: edit.version })
  return readCourseRecord(deps, by.actor, slug)
}

async function createCourse({ db }: Pick<Deps, 'db'>, by: AuditActor, slug: string, edit: CourseEdit) {
  const { title, level, status = 'draft', version: _, price, feedback_form, estimated_hours, ...rest } = edit
  const { cover, instructors, ...details } = rest
  if (!slugSchema.safeParse(slug).success) throw invalidField('slug', 'Use a–z, 0–9 and dashes, up to 64 characters')
  if (reserved.some((word) => word === slug)) throw invalidField('slug', 'This word is reserved for URLs')
  if (!title) throw invalidField('title', 'This is required')
  if (!level) throw invalidField('level', 'This is required')
  if (status !== 'draft' && status !== 'beta') throw invalidField('status', 'A new course must be a draft or a beta')
  await db.transaction(async (tx) => {
    await lockContentForEdit(tx)
    await assertRenewed(tx, details.renews)
    const id = await courseContent.courses.create(tx, {
      ...details,
      slug,
      title,
      level,
      status,
      is_priced: price !== undefined,
      price_amount: price?.amount ?? 0,
      ...(price && { price_currency: price.currency }),
      ...(await withPictures(tx, { cover, instructors })),
      feedback_form_id: feedback_form ? await formId(tx, feedback_form) : null,
    })
    if (!id) {
      const message = `There is already a course called ${slug}. Choose another slug.`
      throw new ApiError('conflict', message, { errors: [{ field: 'slug', message }] })
    }
    await courseContent.courses.update(tx, id, { estimated_hours: estimated_hours ?? hoursOfLessons })
    await auditCourse(tx, by, 'courses.create', slug, { after: auditedChange(undefined, edit).after })
  })
}

async function formId(tx: Tx, slug: string): Promise<string> {
  const id = await findFormId(tx, slug)
  if (!id) throw invalidField('feedback_form', `There is no feedback form ${slug}`)
  return id
}

async function assertRenewed(tx: Tx, slug: string | null | undefined) {
  if (slug && !(await hasCourse(tx, slug))) throw invalidField('renews', `There is no course ${slug}`)
}

/** Replaces picture names in an edit by stored pictures. Omitted fields stay omitted. */
async function withPictures(tx: Tx, { cover, instructors }: Pick<CourseEdit, 'cover' | 'instructors'>) {
  const names = [cover, ...(instructors ?? []).map(({ picture }) => picture)].filter((name) => typeof name === 'string')
  const pictures = await findPictures(tx, names)
  const pictureOf = (field: string, name: string | null): StoredPicture | null => {
    if (name === null) return null
    const found = pictures.get(name)
    if (!found) throw invalidField(field, 'Choose an uploaded picture')
    return found
  }
  return {
    ...(cover !== undefined && { cover: pictureOf('cover', cover) }),
    ...(instructors && {
      instructors: instructors.map((person, at) => ({
        ...person,
        picture: pictureOf(`instructors.${at}.picture`, person.picture),
      })),
    }),
  }
}

async function changeCourse(
  deps: Pick<Deps, 'db'>,
  by: AuditActor,
  slug: string,
  { status, version, cover, instructors, ...fields }: CourseEdit & { version: number },
) {
  await editCourse(deps, slug, async (tx, course) => {
    if (fields.feedback_form) await formId(tx, fields.feedback_form)
    await assertRenewed(tx, fields.renews)
    const pictures = await withPictures(tx, { cover, instructors })
    const saved = await savePart<Details>(tx, revisedCourse, course, {
      part: DETAILS,
      version,
      by: by.actor.id,
      change: (details) => ({ ...details, ...given(fields), ...pictures }),
    })
    if (saved?.changed)
      await auditCourse(
        tx,
        by,
        course.isLive ? 'courses.save_draft' : 'courses.update',
        slug,
        auditedChange(saved.before, saved.after),
      )
    if (status && status !== course.status) await changeStatus(tx, by, course, status)
  })
}

/** Omitted fields keep their values. */
const given = (fields: Omit<CourseEdit, 'version' | 'status' | 'cover' | 'instructors'>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<
    Omit<Details, 'cover' | 'instructors'>
  >

/** Applies the status immediately, even while other changes wait in a draft. */
async function changeStatus(
  tx: Tx,
  by: AuditActor,
  course: LockedCourse,
  status: LockedCourse['status'],
): Promise<void> {
  const { id, slug, isLive } = course
  const audit = (action: 'courses.publish' | 'courses.archive' | 'courses.update') =>
    auditCourse(tx, by, action, slug, { before: { status: course.status }, after: { status } })
  if (status === 'published' && !isLive) {
    await publish(tx, revisedCourse, course, { by: by.actor.id })
    return audit('courses.publish')
  }
  if (status === 'published') await assertPublishable(tx, revisedCourse, id, true)
  if (isLive && (status === 'draft' || status === 'beta')) await assertNoLearners(tx, id)
  await courseContent.courses.update(tx, id, { status })
  await audit(status === 'archived' ? 'courses.archive' : 'courses.update')
}

async function assertNoLearners(tx: Tx, id: string): Promise<void> {
  if ((await countEntitled(tx, id)) > 0)
    throw new ApiError('conflict', 'Learners have this course. Archive it: no one new can buy it, and they keep it.')
  if ((await readState(tx, revisedCourse, id)).draft)
    throw new ApiError('conflict', 'This course has unpublished changes. Publish or discard them first.')
}
