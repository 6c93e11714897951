import type { MissingItem } from '@flagyard/api-types'
import type { Db } from '../../../../db/open.ts'
import { lacksAlternativeText } from './alternative-texts.ts'
import { type Details, type DocumentLesson, lessonsOf, type Sections } from './documents.ts'
import { type DraftedCourse, readDrafted, readLive } from './drafted-course.ts'
import { type LabFacts, listLabFacts } from './lab-queries.ts'
import type { LessonFacts } from './part-queries.ts'

/** Unmet publication requirements of a course, with or without its draft. */
export async function listMissing(db: Db, id: string, seenBy: 'editors' | 'people'): Promise<MissingItem[]> {
  const course = await (seenBy === 'editors' ? readDrafted : readLive)(db, id)
  return missingIn(course, await labsOf(db, id, course.sections))
}

export function missingIn(
  { details, sections, facts }: Pick<DraftedCourse, 'details' | 'sections' | 'facts'>,
  labs: ReadonlyMap<string, LabFacts>,
): MissingItem[] {
  const lessons = lessonsOf(sections)
  return [...ofCourse(details, lessons), ...lessons.flatMap((lesson) => missingOf(lesson, facts.get(lesson.id), labs))]
}

export const labsOf = (db: Db, courseId: string, sections: Sections) =>
  listLabFacts(
    db,
    courseId,
    lessonsOf(sections).flatMap(({ lab }) => lab ?? []),
  )

function ofCourse({ price, description }: Details, lessons: DocumentLesson[]): MissingItem[] {
  const about = (code: MissingItem['code'], message: string) => ({ code, message, lesson_id: null })
  return [
    price === null ? about('price', 'Say what the course costs; 0 makes it free.') : [],
    lessons.some(({ required }) => required) ? [] : about('lessons', 'The course needs a lesson that is required.'),
    lacksAlternativeText(description)
      ? about('alternative_text', 'A picture in the description has no alternative text.')
      : [],
  ].flat()
}

export function missingOf(
  { id, title, kind, lab }: DocumentLesson,
  facts: LessonFacts | undefined,
  labs: ReadonlyMap<string, LabFacts>,
): MissingItem[] {
  const about = (code: MissingItem['code'], message: string) => ({
    code,
    message: `“${title}”: ${message}`,
    lesson_id: id,
  })
  const missing: MissingItem[] = []
  if (kind === 'reading' && !facts?.has_text) missing.push(about('text', 'the text is empty.'))
  if (kind === 'video' && !facts?.video) missing.push(about('video', 'the video is missing.'))
  if (kind === 'video' && facts?.video && facts.duration_seconds === 0)
    missing.push(about('duration', 'say how long the video lasts.'))
  if (facts?.video && facts.captions.length === 0) missing.push(about('captions', 'the video has no captions.'))
  if (facts?.pictures && lacksAlternativeText(facts.pictures))
    missing.push(about('alternative_text', 'a picture has no alternative text.'))
  if (kind !== 'lab') return missing
  const found = lab === null ? undefined : labs.get(lab)
  if (!found) return [...missing, about('lab', 'choose a lab.')]
  if (found.status !== 'published') missing.push(about('lab_unpublished', `the lab ${found.title} is not published.`))
  const untested = testSentence(found)
  if (untested) missing.push(about('test_run', untested))
  return missing
}

/** A lab that is already in the published course needs no new test for an unrelated edit, only if it has changed since an author solved it. */
function testSentence({ title, is_tried, was_tried, is_live }: LabFacts): string | undefined {
  if (is_tried) return undefined
  if (was_tried) return `the lab ${title} has changed since an author solved it.`
  return is_live ? undefined : `no author has solved the lab ${title} yet.`
}
