import { films } from '@flagyard/api-types/contract/content-fields'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import type { FileStore } from '../../../../integrations/files.ts'
import { courseNotFound, readingSeconds } from '../../../catalogue/courses/index.ts'
import { signFileUrls } from '../../../catalogue/progress/index.ts'
import { readDraftParts, savePart } from '../../../catalogue/revisions/index.ts'
import { isChecksumName, keyOfChecksum, nameOfKey } from '../../uploads/index.ts'
import { type DocumentLesson, emptyLesson, type LessonText, lessonPart, versionOfLesson } from './documents.ts'
import { readDrafted } from './drafted-course.ts'
import { auditCourse, auditedChange, editCourse } from './edit-course.ts'
import { labsOf, missingOf } from './missing.ts'
import { readAllTexts } from './part-queries.ts'
import { findCourseFacts } from './queries.ts'
import { revisedCourse } from './revised-course.ts'

interface LessonRef {
  slug: string
  id: string
}

/** Text, video and captions of a lesson for its editors. */
export async function readLesson({ db }: Pick<Deps, 'db'>, { slug, id }: LessonRef): Promise<Accepted<'lessonRecord'>> {
  const course = await findCourseFacts(db, slug)
  if (!course) throw courseNotFound(slug)
  const { lesson, section, drafted } = await findPlace(db, course.uuid, id)
  const { video, captions, ...text } = await readText(db, course.uuid, id)
  const { id: _, required: __, free_preview: ___, ...shown } = lesson
  return {
    id,
    ...shown,
    section,
    ...text,
    version: versionOfLesson({ ...text, video, captions }),
    video: video && nameOfKey(video),
    captions: captions.map((each) => ({ ...each, file: nameOfKey(each.file) })),
    changed: drafted.changed.has(id),
    missing: missingOf(lesson, drafted.facts.get(id), await labsOf(db, course.uuid, drafted.sections)),
  }
}

async function findPlace(db: Db, courseId: string, id: string) {
  const drafted = await readDrafted(db, courseId)
  for (const section of drafted.sections.sections)
    for (const lesson of section.lessons) if (lesson.id === id) return { lesson, section: section.slug, drafted }
  throw new ApiError('not_found', 'There is no such lesson in this course.')
}

/** Text from the draft, otherwise the published one, otherwise empty. */
async function readText(db: Db, courseId: string, id: string): Promise<LessonText> {
  const part = lessonPart(id)
  const drafted = (await readDraftParts(db, { kind: 'courses', id: courseId }, [part])).get(part)
  const stored = drafted?.document ?? (await readAllTexts(db, courseId, id)).get(id)
  return { ...emptyLesson, ...stored }
}

export async function saveLesson(
  deps: Pick<Deps, 'db' | 'files'>,
  by: AuditActor,
  { slug, id }: LessonRef,
  { version, ...edit }: Output<'lessonEdit'>,
) {
  await editCourse(deps, slug, async (tx, course) => {
    const { lesson, section } = await findPlace(tx, course.id, id)
    const saved = await savePart<LessonText>(tx, revisedCourse, course, {
      part: lessonPart(id),
      version,
      by: by.actor.id,
      otherwise: await readText(tx, course.id, id),
      change: (text) => changeText(deps, text, edit, lesson),
    })
    if (!saved?.changed) return
    const action = course.isLive ? 'courses.save_draft' : 'courses.update'
    await auditCourse(
      tx,
      by,
      action,
      slug,
      auditedChange(saved.before, saved.after, `lessons/${section}/${lesson.slug}`),
    )
  })
  return readLesson(deps, { slug, id })
}

async function changeText(
  { files }: Pick<Deps, 'files'>,
  text: LessonText,
  edit: Omit<Output<'lessonEdit'>, 'version'>,
  { kind }: DocumentLesson,
): Promise<LessonText> {
  const body = edit.body?.replaceAll('\r\n', '\n') ?? text.body
  const isComputed = kind !== 'video' && text.duration_seconds === readingSeconds(text.body)
  const languages = new Set(edit.captions?.map(({ lang }) => lang))
  if (edit.captions && languages.size < edit.captions.length)
    throw invalidField('captions', 'Each language stands here once')
  return {
    body,
    video: edit.video
      ? await findStoredKey(files, edit.video, filmFile(text))
      : edit.video === null
        ? null
        : text.video,
    captions: edit.captions ? await keysOfCaptions(files, edit.captions, text) : text.captions,
    chapters: edit.chapters ?? text.chapters,
    duration_seconds:
      edit.duration_seconds ?? (isComputed && kind === 'reading' ? readingSeconds(body) : text.duration_seconds),
  }
}

const filmFile = ({ video }: LessonText) => ({ field: 'video', types: films, present: video ? [video] : [] })

async function keysOfCaptions(
  files: Deps['files'],
  captions: LessonText['captions'],
  { captions: before }: LessonText,
): Promise<LessonText['captions']> {
  const present = before.map(({ file }) => file)
  const found: LessonText['captions'] = []
  for (const [at, each] of captions.entries())
    found.push({
      ...each,
      file: await findStoredKey(files, each.file, { field: `captions.${at}.file`, types: ['vtt'], present }),
    })
  return found
}

/** Short-lived URLs of the video that the editor sees, which may exist only in the draft. */
export async function signLessonVideo(
  deps: Pick<Deps, 'db' | 'secrets' | 'clock' | 'files'>,
  caller: CurrentUser,
  { slug, id }: LessonRef,
) {
  const course = await findCourseFacts(deps.db, slug)
  if (!course) throw courseNotFound(slug)
  await findPlace(deps.db, course.uuid, id)
  const urls = await signFileUrls(deps, await readText(deps.db, course.uuid, id), caller.id)
  if (!urls) throw new ApiError('not_found', 'This lesson has no video.')
  return urls
}

/** Store key of a file name in an edit: one that the lesson already uses, or an uploaded file. */
async function findStoredKey(
  store: Pick<FileStore, 'size'>,
  name: string,
  { field, types, present }: { field: string; types: readonly string[]; present: readonly string[] },
): Promise<string> {
  const kept = present.find((key) => nameOfKey(key) === name)
  if (kept) return kept
  if (!isChecksumName(name) || !types.some((type) => name.endsWith(`.${type}`)))
    throw invalidField(field, `Choose an uploaded file of the type ${types.join(' or ')}`)
  const key = keyOfChecksum(name)
  if ((await store.size(key)) === null) throw invalidField(field, 'This file is not stored. Please upload it again')
  return key
}
