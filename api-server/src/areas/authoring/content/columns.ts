import type * as tables from '../../../db/schema/index.ts'
import {
  type Bundle,
  type Course,
  type Exam,
  type Flag,
  type Form,
  type Lab,
  type LabMinutes,
  type Lesson,
  lessonSeconds,
  studyHours,
} from './model.ts'

type CourseRow = typeof tables.courses.$inferInsert
type LessonRow = typeof tables.lessons.$inferInsert
type LabRow = typeof tables.labs.$inferInsert
type ExamRow = typeof tables.exams.$inferInsert
type FlagRow = typeof tables.flags.$inferInsert
type BundleRow = typeof tables.bundles.$inferInsert
type FormRow = typeof tables.feedbackForms.$inferInsert
type QuestionRow = typeof tables.feedbackQuestions.$inferInsert

/** Returns the file store key for a file name. */
export type KeyOf = (name: string) => string

type PictureOf = (name: string | null) => tables.StoredPicture | null

const amount = ({ amount, currency }: Course['price']) => ({ price_amount: amount, price_currency: currency })

/** Columns of a row of each kind of content, without its ids and foreign keys. */
export const columns = {
  course(course: Course, minutes: LabMinutes, pictureOf: PictureOf) {
    const { price, feedback_form: _, sections: __, cover, instructors, ...fields } = course
    return {
      ...fields,
      ...amount(price),
      is_priced: true,
      cover: pictureOf(cover),
      instructors: instructors.map((person) => ({ ...person, picture: pictureOf(person.picture) })),
      estimated_hours: studyHours(course, minutes),
    } satisfies CourseRow
  },
  lesson(lesson: Lesson, keyOf: KeyOf, minutes: LabMinutes) {
    const { lab: _, video, captions, ...fields } = lesson
    return {
      ...fields,
      video: video === null ? null : keyOf(video),
      captions: captions.map((each) => ({ ...each, file: keyOf(each.file) })),
      duration_seconds: lessonSeconds(lesson, minutes),
    } satisfies Omit<LessonRow, 'course_id' | 'section_id' | 'position'>
  },
  lab: ({ price, flags: _, downloads, ...fields }: Lab, keyOf: KeyOf, bytesOf: (name: string) => number) =>
    ({
      ...fields,
      price_amount: price?.amount ?? null,
      ...(price && { price_currency: price.currency }),
      downloads: downloads.map(({ name, file }) => ({ name, file: keyOf(file), bytes: bytesOf(file) })),
    }) satisfies LabRow,
  exam: ({ price, course: _, flags: __, ...fields }: Exam) => ({ ...fields, ...amount(price) }) satisfies ExamRow,
  /** For a dynamic flag, the `secret` column contains the variable. */
  flag: ({ variable, secret, ...fields }: Flag, position: number) =>
    ({ ...fields, position, secret: variable ?? secret ?? null }) satisfies FlagRow,
  bundle: ({ price, courses: _, ...fields }: Bundle) => ({ ...fields, ...amount(price) }) satisfies BundleRow,
  form: ({ questions: _, ...fields }: Form) => fields satisfies FormRow,
  question: (question: Form['questions'][number], position: number) =>
    ({ ...question, position }) satisfies Omit<QuestionRow, 'form_id'>,
}
