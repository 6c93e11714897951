import type { CanaryScript } from '@flagyard/api-types'
import type { bundleFile, courseFile, examFile, formFile, labFile, lessonFile } from '@flagyard/api-types/content/files'
import type { z } from 'zod'

/**
 * A catalogue from files or from the database. Items reference each other by slug, and files of the store by name. Durations and hours that are
 * null are computed from the rest.
 */
export interface Content {
  courses: Course[]
  labs: Lab[]
  exams: Exam[]
  bundles: Bundle[]
  forms: Form[]
}

export type Named<T> = { slug: string } & T
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
