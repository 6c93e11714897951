import { readingSeconds } from '../../catalogue/courses/index.ts'
import { type Content, type Course, type Lesson, lessonsOf } from './model.ts'

/** Running time of each lab in minutes, by slug. */
export type LabMinutes = ReadonlyMap<string, number>

export const labMinutes = (labs: Content['labs']): Map<string, number> =>
  new Map(labs.map(({ slug, duration_minutes }) => [slug, duration_minutes]))

/** A lab lesson takes as long as its lab runs, a reading lesson as long as its text takes to read. Videos need an explicit duration. */
export function lessonSeconds({ duration_seconds, lab, body }: Lesson, minutes: LabMinutes): number {
  if (duration_seconds !== null) return duration_seconds
  const runs = lab === null ? undefined : minutes.get(lab)
  return runs === undefined ? readingSeconds(body) : runs * 60
}

/** Total duration of the lessons in hours, rounded to half hours. */
export function studyHours({ estimated_hours, sections }: Course, minutes: LabMinutes): number {
  if (estimated_hours !== null) return estimated_hours
  const seconds = lessonsOf({ sections }).reduce((sum, lesson) => sum + lessonSeconds(lesson, minutes), 0)
  return Math.max(0.5, Math.round(seconds / 1800) / 2)
}

/** The course with all computed numbers filled in, for comparison. */
export function withDurations(course: Course, minutes: LabMinutes): Course {
  return {
    ...mapLessons(course, (lesson) => ({ ...lesson, duration_seconds: lessonSeconds(lesson, minutes) })),
    estimated_hours: studyHours(course, minutes),
  }
}

/** The reverse: omits numbers that would be computed to the same value. */
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
