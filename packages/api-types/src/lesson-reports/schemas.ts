import { z } from 'zod'
import { count, line, listFilter, search, text, time, uuid } from '../contract/fields.ts'

export const lessonReportKind = z.enum(['wrong', 'unclear', 'broken', 'typo'])
export type LessonReportKind = z.output<typeof lessonReportKind>
/** An accepted report awaits its correction; a closed one has been answered. */
export const lessonReportState = z.enum(['open', 'accepted', 'closed'])
export type LessonReportState = z.output<typeof lessonReportState>

/** An error reported by a learner in a lesson. The server adds the position in the video and the course revision. */
export const lessonReportPayload = z.strictObject({
  kind: lessonReportKind,
  words: text(2000).trim().min(1, 'Tell us what is wrong, in a few words'),
})

/** A report by the caller, as shown below its lesson. */
export const myLessonReport = z.object({
  id: uuid,
  kind: lessonReportKind,
  words: z.string(),
  position_seconds: count.nullable(),
  state: lessonReportState,
  answer: z.string().nullable(),
  created_at: time,
  decided_at: time.nullable(),
})
export type MyLessonReport = z.output<typeof myLessonReport>

export const lessonReportAction = z.enum(['accept', 'close'])
export const lessonReportRow = z.object({
  id: uuid,
  /** Slug and title of the course. */
  course: z.string(),
  course_title: z.string(),
  lesson_id: uuid,
  lesson: z.string(),
  kind: lessonReportKind,
  words: z.string(),
  /** The learner's position in the video; null if there is no video. */
  position_seconds: count.nullable(),
  /** Course revision that the learner saw; null before the first. */
  revision: count.nullable(),
  state: lessonReportState,
  answer: z.string().nullable(),
  /** Null for administrators who may not read personal data, and after the account is deleted. */
  username: z.string().nullable(),
  created_at: time,
  decided_at: time.nullable(),
  version: z.int(),
  allowed: z.array(lessonReportAction),
})
export type LessonReportRow = z.output<typeof lessonReportRow>
export const lessonReportFilter = listFilter({
  /** Searches the text of the report. */
  q: search.optional(),
  state: z.union([lessonReportState, z.array(lessonReportState).max(3)]).optional(),
  kind: lessonReportKind.optional(),
  /** Slug of the course. */
  course: z.string().max(64).optional(),
  lesson_id: uuid.optional(),
})
export const lessonReportDecision = z.strictObject({
  version: z.int(),
  state: z.enum(['accepted', 'closed']),
  /** Shown to the learner. Only when closing the report. */
  answer: line(500).optional(),
})
