import { operations } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../../deps.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'
import { courseNotFound, presentPicture, readInstructors } from '../../../catalogue/courses/index.ts'
import { readDraftParts, readState } from '../../../catalogue/revisions/index.ts'
import { nameOfKey } from '../../uploads/index.ts'
import { hasHistory } from '../queries.ts'
import {
  DETAILS,
  type Details,
  emptyLesson,
  type LessonText,
  lessonPart,
  lessonsOf,
  SECTIONS,
  type Sections,
  versionOfDocument,
} from './documents.ts'
import { type DraftedCourse, readDrafted, summaryOf } from './drafted-course.ts'
import { labsOf, missingIn } from './missing.ts'
import { type LessonFacts, readAllTexts } from './part-queries.ts'
import { findCourseFacts, type LabFacts } from './queries.ts'
import { revisedCourse } from './revised-course.ts'

type CourseRecord = Accepted<'courseRecord'>

export async function readCourseRecord(
  { db }: Pick<Deps, 'db'>,
  caller: CurrentUser,
  slug: string,
): Promise<CourseRecord> {
  const row = await findCourseFacts(db, slug)
  if (!row) throw courseNotFound(slug)
  const { uuid, ...course } = row
  const drafted = await readDrafted(db, uuid)
  const labs = await labsOf(db, uuid, drafted.sections)
  const state = await readState(db, revisedCourse, uuid, summaryOf(drafted.live))
  const isUnused = !(await hasHistory(db, 'courses', uuid))
  return {
    id: slug,
    uuid,
    ...course,
    created_at: course.created_at.toISOString(),
    updated_at: course.updated_at.toISOString(),
    version: versionOfDocument(DETAILS, drafted.details),
    ...drafted.details,
    renews: drafted.details.renews ?? null,
    cover: editedPicture(drafted.details.cover),
    instructors: drafted.details.instructors.map((person) => ({ ...person, picture: editedPicture(person.picture) })),
    computed_hours: hoursOf(drafted.sections, drafted.facts, labs),
    outline: outlineOf(drafted, labs),
    ...state,
    missing: missingIn(drafted, labs),
    allowed: allowedOnCourse({ status: course.status, ...state, isUnused }, caller),
  }
}

function editedPicture(picture: Details['cover'] | undefined) {
  const shown = presentPicture(picture)
  return picture && shown ? { name: nameOfKey(picture.file), ...shown } : null
}

type Drafted = Pick<DraftedCourse, 'sections' | 'facts' | 'changed'>

export function outlineOf({ sections, facts, changed }: Drafted, labs: ReadonlyMap<string, LabFacts>) {
  return {
    version: versionOfDocument(SECTIONS, sections),
    sections: sections.sections.map((section) => ({
      ...section,
      lessons: section.lessons.map((lesson) => ({
        ...lesson,
        duration_seconds: secondsOf(facts.get(lesson.id), lesson.lab, labs),
        has_video: (facts.get(lesson.id)?.video ?? null) !== null,
        captions: facts.get(lesson.id)?.captions.length ?? 0,
        changed: changed.has(lesson.id),
      })),
    })),
  }
}

/** A lab lesson that exists only in the draft takes as long as its lab runs. */
const secondsOf = (facts: LessonFacts | undefined, lab: string | null, labs: ReadonlyMap<string, LabFacts>) =>
  facts?.duration_seconds ?? (lab === null ? 0 : (labs.get(lab)?.duration_minutes ?? 0) * 60)

function hoursOf(
  { sections }: Sections,
  facts: ReadonlyMap<string, LessonFacts>,
  labs: ReadonlyMap<string, LabFacts>,
): number {
  const lessons = sections.flatMap((section) => section.lessons)
  const seconds = lessons.reduce((sum, { id, lab }) => sum + secondsOf(facts.get(id), lab, labs), 0)
  return Math.max(0.5, Math.round(seconds / 1800) / 2)
}

interface Situation {
  status: CourseRecord['status']
  draft: unknown
  planned: unknown
  isUnused: boolean
}

/** The publish action stays available when something is missing, because it shows the list of missing items. */
function allowedOnCourse({ status, draft, planned, isUnused }: Situation, caller: CurrentUser) {
  const mayWrite = mayCall(operations.saveCourse, caller)
  const isHidden = status === 'draft' || status === 'beta'
  return allowedAmong({
    update: mayWrite,
    publish: mayCall(operations.publishCourse, caller) && (isHidden || draft !== null),
    cancel_publication: mayCall(operations.cancelCoursePublication, caller) && planned !== null,
    discard_draft: mayCall(operations.discardCourseDraft, caller) && draft !== null,
    archive: mayWrite && status !== 'archived',
    delete: mayCall(operations.deleteCourse, caller) && isUnused,
    change_beta_testers: mayCall(operations.changeBetaTesters, caller) && status !== 'archived',
  })
}

/** The whole course as learners will see it after publication, in the same response format. */
export async function previewCourse({ db }: Pick<Deps, 'db'>, slug: string): Promise<Output<'coursePreview'>> {
  const course = await findCourseFacts(db, slug)
  if (!course) throw courseNotFound(slug)
  const { uuid: id, status, exam } = course
  const { details, sections, facts } = await readDrafted(db, id)
  const labs = await labsOf(db, id, sections)
  const texts = await readAllTexts(db, id)
  for (const [part, { document }] of await readDraftParts(db, { kind: 'courses', id }))
    for (const lesson of lessonsOf(sections))
      if (part === lessonPart(lesson.id)) texts.set(lesson.id, document as LessonText)
  const { estimated_hours, price, cover, instructors, ...shown } = details
  return {
    id,
    slug,
    status,
    ...shown,
    cover: presentPicture(cover),
    instructors: await readInstructors(db, instructors, id),
    price: price ?? { amount: 0, currency: 'EUR' },
    estimated_hours: estimated_hours ?? hoursOf(sections, facts, labs),
    lessons: lessonsOf(sections).length,
    labs: lessonsOf(sections).filter(({ kind }) => kind === 'lab').length,
    exam: exam?.status === 'published' ? exam : null,
    sections: sections.sections.map((section) => ({
      ...section,
      lessons: section.lessons.map(({ lab: name, ...lesson }) => {
        const { body, video, duration_seconds } = texts.get(lesson.id) ?? emptyLesson
        const lab = name === null ? undefined : labs.get(name)
        return {
          ...lesson,
          free_preview: lesson.free_preview,
          duration_seconds: duration_seconds || (lab?.duration_minutes ?? 0) * 60,
          body,
          has_video: video !== null,
          lab: lab ? { slug: lab.slug, title: lab.title, cloud: lab.cloud, flags: lab.flags } : null,
        }
      }),
    })),
  }
}
