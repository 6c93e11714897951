import { readingSeconds } from '../courses/reading-time.ts'
import { type Content, type Course, type Lesson, lessonsOf } from './model.ts'

/** Minutes that a lab runs, by its slug. */
export type LabMinutes = ReadonlyMap<string, number>

export const labMinutes = (labs: Content['labs']): Map<string, number> =>
  new Map(labs.map(({ slug, duration_minutes }) => [slug, duration_minutes]))

/** A lab lesson lasts as long as its lab runs, another as long as its text takes to read. The length of a film must be told. */
export function lessonSeconds({ duration_seconds, lab, body }: Lesson, minutes: LabMinutes): number {
  if (duration_seconds !== null) return duration_seconds
  const runs = lab === null ? undefined : minutes.get(lab)
  return runs === undefined ? readingSeconds(body) : runs * 60
}

/** What the lessons of the course add up to, in half hours. */
export function studyHours({ estimated_hours, sections }: Course, minutes: LabMinutes): number {
  if (estimated_hours !== null) return estimated_hours
  const seconds = lessonsOf({ sections }).reduce((sum, lesson) => sum + lessonSeconds(lesson, minutes), 0)
  return Math.max(0.5, Math.round(seconds / 1800) / 2)
}

/** The course with every computed number written out, so that two courses can be compared. */
export function withDurations(course: Course, minutes: LabMinutes): Course {
  return {
    ...mapLessons(course, (lesson) => ({ ...lesson, duration_seconds: lessonSeconds(lesson, minutes) })),
    estimated_hours: studyHours(course, minutes),
  }
}

/** The reverse: numbers that would be computed all the same are not told. */
export function withoutDurations(course: Course, minutes: LabMinutes): Course {
  const plain = mapLessons(course, (lesson) => {
    const computed = { ...lesson, duration_seconds: null }
    return lessonSeconds(computed, minutes) === lesson.duration_seconds ? computed : lesson
  })
  const computed = { ...plain, estimated_hours: null }
  return studyHours(computed, minutes) === course.estimated_hours ? computed : plain
}

export function mapLessons(course: Course, change: (lesson: Lesson) => Lesson): Course {
  return {
    ...course,
    sections: course.sections.map((section) => ({ ...section, lessons: section.lessons.map(change) })),
  }
}
