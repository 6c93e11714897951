import { z } from 'zod'
import { count, search, slug, text, time, uuid } from '../contract/fields.ts'

const place = { course: slug, section: slug, lesson: slug }
const noteText = text(5_000).refine((value) => value.trim() !== '', 'Write something first')

/** Where a lesson opens: in the classroom, or on the course’s page as a free lesson; null once it has left its course. */
export const lessonOpens = z.enum(['classroom', 'free']).nullable()

/** The lesson of a note or a bookmark. One that has left its course keeps the title that it had. */
export const notedLesson = z.object({
  course: z.string(),
  course_title: z.string(),
  section: z.string(),
  lesson: z.string(),
  title: z.string(),
  opens: lessonOpens,
})
export type NotedLesson = z.output<typeof notedLesson>

/** What I wrote down at a lesson, as plain text. */
export const note = z.object({
  id: uuid,
  /** The second of the film; null where the note is about the lesson as a whole. */
  position_seconds: count.nullable(),
  text: z.string(),
  created_at: time,
  updated_at: time,
  version: z.int(),
  lesson: notedLesson,
})
export type Note = z.output<typeof note>

export const noteCreate = z.strictObject({ ...place, position_seconds: count.nullable(), text: noteText })
/** Made from another version than the one that is kept, it is refused with `note`, that one. */
export const noteEdit = z.strictObject({ text: noteText, version: z.int().min(1) })
/** The version that was on the screen. */
export const seenNote = z.strictObject({ version: z.coerce.number().int().min(1) })

export const notesQuery = z.strictObject({
  /** Words that the note has. */
  q: search.optional(),
  course: slug.optional(),
  /** The `next` of the previous page. */
  before: z.string().max(100).optional(),
})
/** Newest first. */
export const notesPage = z.object({ notes: z.array(note), next: z.string().nullable() })
export const notesOfCourse = z.strictObject({ course: slug.optional() })

/** A course in which I have notes. */
export const notedCourse = z.object({ slug: z.string(), title: z.string(), notes: count })
export type NotedCourse = z.output<typeof notedCourse>

export const bookmark = z.object({ id: uuid, created_at: time, lesson: notedLesson })
export type Bookmark = z.output<typeof bookmark>
export const bookmarkCreate = z.strictObject(place)
