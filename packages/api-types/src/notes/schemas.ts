import { z } from 'zod'
import { count, search, slug, text, time, uuid } from '../contract/fields.ts'

const place = { course: slug, section: slug, lesson: slug }
const noteText = text(5_000).refine((value) => value.trim() !== '', 'Write something first')

/** How a lesson opens: in the classroom, or on the course page as a free lesson; null if it was removed from its course. */
export const lessonOpens = z.enum(['classroom', 'free']).nullable()

/** The lesson of a note or bookmark. A removed lesson keeps its last title. */
export const notedLesson = z.object({
  course: z.string(),
  course_title: z.string(),
  section: z.string(),
  lesson: z.string(),
  title: z.string(),
  opens: lessonOpens,
})
export type NotedLesson = z.output<typeof notedLesson>

/** A note by the caller on a lesson, as plain text. */
export const note = z.object({
  id: uuid,
  /** Position in the video; null if the note is about the whole lesson. */
  position_seconds: count.nullable(),
  text: z.string(),
  created_at: time,
  updated_at: time,
  version: z.int(),
  lesson: notedLesson,
})
export type Note = z.output<typeof note>

export const noteCreate = z.strictObject({ ...place, position_seconds: count.nullable(), text: noteText })
/** If the version is not the stored one, the edit is refused, and `note` has the stored version. */
export const noteEdit = z.strictObject({ text: noteText, version: z.int().min(1) })
/** Version shown on the screen. */
export const seenNote = z.strictObject({ version: z.coerce.number().int().min(1) })

export const notesQuery = z.strictObject({
  /** Searches the text of the note. */
  q: search.optional(),
  course: slug.optional(),
  /** The `next` of the previous page. */
  before: z.string().max(100).optional(),
})
/** Newest first. */
export const notesPage = z.object({ notes: z.array(note), next: z.string().nullable() })
export const notesOfCourse = z.strictObject({ course: slug.optional() })

/** A course on which the caller has notes. */
export const notedCourse = z.object({ slug: z.string(), title: z.string(), notes: count })

export const bookmark = z.object({ id: uuid, created_at: time, lesson: notedLesson })
export type Bookmark = z.output<typeof bookmark>
export const bookmarkCreate = z.strictObject(place)
