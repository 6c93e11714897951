import type { Tx } from '../../../../db/open.ts'
import { courseContent } from '../../../catalogue/courses/index.ts'
import type { RevisedContent } from '../../../catalogue/revisions/index.ts'
import {
  DETAILS,
  findLesson,
  lessonOfPart,
  lessonPart,
  SECTIONS,
  type Sections,
  versionOfDocument,
} from './documents.ts'
import { readLive, summaryOf } from './drafted-course.ts'
import { listMissing } from './missing.ts'
import { readDetails, readLessonTexts, readSections } from './part-queries.ts'
import { holdCourse } from './queries.ts'
import { writeCourseParts } from './write-parts.ts'

/** Courses as revised content, in parts: details, sections, and the text of each lesson. */
export const revisedCourse: RevisedContent = {
  kind: 'courses',
  audit: { subject: 'course', publish: 'courses.publish' },
  lock: (tx, id) => holdCourse(tx, { id }),
  namedBy: [SECTIONS],
  versionOf: versionOfDocument,
  writeParts: writeCourseParts,
  listMissing,

  async readParts(db, id, only) {
    const parts = new Map<string, object>()
    const isWanted = (part: string) => !only || only.includes(part)
    const details = isWanted(DETAILS) && (await readDetails(db, id))
    if (details) parts.set(DETAILS, details)
    if (isWanted(SECTIONS)) parts.set(SECTIONS, await readSections(db, id))
    const lessons = only?.flatMap((part) => lessonOfPart(part) ?? [])
    if (lessons?.length !== 0)
      for (const [lesson, text] of await readLessonTexts(db, id, lessons)) parts.set(lessonPart(lesson), text)
    return parts
  },

  async summarize(db, id) {
    return summaryOf(await readLive(db, id))
  },

  titleOf(part, among) {
    if (part === DETAILS) return 'Details'
    if (part === SECTIONS) return 'Sections and lessons'
    const sections = among.get(SECTIONS) as Sections | undefined
    return sections && findLesson(sections, lessonOfPart(part) ?? '')?.title
  },

  async open(tx: Tx, id: string) {
    await courseContent.courses.update(tx, id, { status: 'published' })
  },

  async changed(tx, id, parts) {
    const lessons = parts.flatMap((part) => lessonOfPart(part) ?? [])
    if (lessons.length > 0) await courseContent.lessons.markChanged(tx, id, lessons)
  },
}
