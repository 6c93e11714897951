import type { MissingItem } from '@flagyard/api-types'
import type { Db } from '../../../../db/open.ts'
import { type Details, type DocumentLesson, lessonsOf, type Sections } from './documents.ts'
import { type DraftedCourse, readDrafted, readLive } from './drafted-course.ts'
import type { LessonFacts } from './part-queries.ts'
import { type LabFacts, listLabFacts } from './queries.ts'

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
    price === null ? about('price', 'Enter the price of the course; 0 makes it free.') : [],
    lessons.some(({ required }) => required) ? [] : about('lessons', 'The course needs a required lesson.'),
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
    missing.push(about('duration', 'enter the duration of the video.'))
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
function testSentence({ title, is_tested, was_tested, is_live }: LabFacts): string | undefined {
  if (is_tested) return undefined
  if (was_tested) return `the lab ${title} has changed since an author solved it.`
  return is_live ? undefined : `no author has solved the lab ${title} yet.`
}

/** Whether a Markdown text has a picture without alternative text, outside code. Runs in linear time for any input. */
export function lacksAlternativeText(markdown: string): boolean {
  const text = withoutCodeSpans(withoutFences(markdown))
  return (
    /!\[\s*\][([]/.test(text) ||
    (text.match(/<img\b[^<>]*>/gi) ?? []).some((tag) => !/\balt\s*=\s*["']?[^"'\s>]/i.test(tag))
  )
}

/** A fence ends at a line with at least as many of the same characters, or at the end of the text. */
function withoutFences(markdown: string): string {
  let fence: string | undefined
  const isText = (line: string) => {
    const [, signs, rest = ''] = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line) ?? []
    if (fence === undefined) fence = signs
    else if (signs?.startsWith(fence) && rest.trim() === '') fence = undefined
    else return false
    return signs === undefined
  }
  return markdown.split('\n').filter(isText).join('\n')
}

/** A code span ends at the next run of as many backticks as it starts with. Without one, the run is plain text. */
function withoutCodeSpans(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: run }) => ({ begins: index, ends: index + run.length }))
  const laterOfLength = new Map<number, number>()
  const closing = runs.map(() => -1)
  for (let at = runs.length - 1; at >= 0; at--) {
    const run = runs[at]
    if (!run) continue
    const length = run.ends - run.begins
    closing[at] = laterOfLength.get(length) ?? -1
    laterOfLength.set(length, at)
  }
  let result = ''
  let from = 0
  for (let at = 0; at < runs.length; at++) {
    const end = closing[at] ?? -1
    if (end < 0) continue
    result += text.slice(from, runs[at]?.begins)
    from = runs[end]?.ends ?? from
    at = end
  }
  return result + text.slice(from)
}
