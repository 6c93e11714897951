import { randomUUID } from 'node:crypto'
import type { lessonColumns } from '../columns.ts'
import type { Course, Lesson } from '../model.ts'

interface KnownLesson {
  id: string
  section_id: string
  slug: string
}

interface Known {
  courseId: string
  /** Current and former sections of the course. If two share a slug, the later one is used. */
  sections: { id: string; slug: string }[]
  live: KnownLesson[]
  /** Archived lessons; latest last. */
  archived: KnownLesson[]
  columnsOf(lesson: Lesson): ReturnType<typeof lessonColumns>
  labIdOf(slug: string | null): string | null
}

/**
 * Rows for the sections and lessons of a course. A lesson is identified by its section and slug. If it is new in its section and exactly one lesson
 * with that slug has left another section, it counts as moved: it keeps its id, and learners keep their progress.
 */
export function outlineRows(course: Course, known: Known) {
  const sectionIds = new Map(known.sections.map(({ id, slug }) => [slug, id]))
  const sectionId = (slug: string) => {
    const id = sectionIds.get(slug) ?? randomUUID()
    sectionIds.set(slug, id)
    return id
  }
  const sections = course.sections.map(({ slug, title, opens_after }, position) => ({
    id: sectionId(slug),
    course_id: known.courseId,
    slug,
    title,
    position,
    opens_after_id: opens_after === null ? null : sectionId(opens_after),
  }))
  const wanted = course.sections.flatMap(({ slug, lessons }) =>
    lessons.map((lesson) => ({ lesson, section_id: sectionId(slug) })),
  )
  const idOf = matchLessons(wanted, known)
  const lessons = wanted.map(({ lesson, section_id }, position) => ({
    ...known.columnsOf(lesson),
    id: idOf(section_id, lesson.slug),
    course_id: known.courseId,
    section_id,
    position,
    lab_id: known.labIdOf(lesson.lab),
  }))
  return { sections, lessons }
}

function matchLessons(wanted: { lesson: Lesson; section_id: string }[], { live, archived }: Known) {
  const placeOf = (section_id: string, slug: string) => `${section_id} ${slug}`
  const byPlace = (lessons: KnownLesson[]) => new Map(lessons.map((row) => [placeOf(row.section_id, row.slug), row.id]))
  const here = byPlace(live)
  const before = byPlace(archived)
  const isWanted = new Set(wanted.map(({ lesson, section_id }) => placeOf(section_id, lesson.slug)))
  const homeless = Map.groupBy(
    live.filter((row) => !isWanted.has(placeOf(row.section_id, row.slug))),
    ({ slug }) => slug,
  )
  const newcomers = Map.groupBy(
    wanted.filter(({ lesson, section_id }) => !here.has(placeOf(section_id, lesson.slug))),
    ({ lesson }) => lesson.slug,
  )
  return (section_id: string, slug: string): string => {
    const place = placeOf(section_id, slug)
    const [moved, ...others] = homeless.get(slug) ?? []
    const isOnlyOne = others.length === 0 && newcomers.get(slug)?.length === 1
    return here.get(place) ?? (isOnlyOne ? moved?.id : undefined) ?? before.get(place) ?? randomUUID()
  }
}
