import type { CanaryScript } from '@flagyard/api-types'
import type { bundleFile, courseFile, examFile, formFile, labFile, lessonFile } from '@flagyard/api-types/content/files'
import type { z } from 'zod'
import { readingSeconds } from '../../catalogue/courses/index.ts'

/** A catalogue that references items by slug and files by name. Durations and hours that are null are computed. */
export interface Content {
  courses: Course[]
  labs: Lab[]
  exams: Exam[]
  bundles: Bundle[]
  forms: Form[]
}

type Named<T> = { slug: string } & T
export type Lesson = Named<z.output<typeof lessonFile>> & { body: string }
export type Section = Omit<z.output<typeof courseFile>['sections'][number], 'lessons'> & { lessons: Lesson[] }
export type Course = Named<Omit<z.output<typeof courseFile>, 'sections'>> & { sections: Section[] }
/** Including what is stored in separate files. */
export type Lab = Named<z.output<typeof labFile>> & { walkthrough: string | null; canary: CanaryScript | null }
export type Exam = Named<z.output<typeof examFile>> & { canary: CanaryScript | null }
export type Flag = Lab['flags'][number]
export type Bundle = Named<z.output<typeof bundleFile>>
export type Form = Named<z.output<typeof formFile>>

export const kinds = ['forms', 'labs', 'courses', 'bundles', 'exams'] as const
export type Kind = (typeof kinds)[number]

/** Name of each kind in reports and in the audit log. */
export const singular = {
  courses: 'course',
  labs: 'lab',
  exams: 'exam',
  bundles: 'bundle',
  forms: 'form',
} as const satisfies Record<Kind, string>
export const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

export interface Problem {
  file: string
  line: number
  message: string
}

export const emptyContent = (): Content => ({ courses: [], labs: [], exams: [], bundles: [], forms: [] })

/** All lessons of a course, in order. */
export const lessonsOf = ({ sections }: Pick<Course, 'sections'>): Lesson[] =>
  sections.flatMap(({ lessons }) => lessons)

/** Pictures of a course, except those in its texts. */
export const picturesOf = ({ cover, instructors }: Pick<Course, 'cover' | 'instructors'>): string[] =>
  [cover, ...instructors.map(({ picture }) => picture)].filter((name) => name !== null)

export const mapPictures = <Item extends Pick<Course, 'cover' | 'instructors'>>(
  course: Item,
  nameOf: (name: string) => string,
): Item => {
  const named = (name: string | null) => (name === null ? null : nameOf(name))
  return {
    ...course,
    cover: named(course.cover),
    instructors: course.instructors.map((person) => ({ ...person, picture: named(person.picture) })),
  }
}

/** Running time of each lab in minutes, by slug. */
export type LabMinutes = ReadonlyMap<string, number>

/** Running times by slug, for the functions below. */
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

/** The course with each lesson replaced. */
export function mapLessons(course: Course, change: (lesson: Lesson) => Lesson): Course {
  return {
    ...course,
    sections: course.sections.map((section) => ({ ...section, lessons: section.lessons.map(change) })),
  }
}
