import { z } from 'zod'
import { count, line, listFilter, search, text, time, uuid } from '../contract/fields.ts'

export const lessonReportKind = z.enum(['wrong', 'unclear', 'broken', 'typo'])
export type LessonReportKind = z.output<typeof lessonReportKind>
/** An accepted report waits for its correction; a closed one has been answered. */
export const lessonReportState = z.enum(['open', 'accepted', 'closed'])
export type LessonReportState = z.output<typeof lessonReportState>

/** What a learner found in a lesson. Where they stood in its film, and its revision, the server knows itself. */
export const lessonReportPayload = z.strictObject({
  kind: lessonReportKind,
  words: text(2000).trim().min(1, 'Tell us what is wrong, in a few words'),
})

/** A report of mine, as it stands below its lesson. */
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
  /** Where the learner stood in the film; null where there is none. */
  position_seconds: count.nullable(),
  /** The revision of the course that they saw; null before the first. */
  revision: count.nullable(),
  state: lessonReportState,
  answer: z.string().nullable(),
  /** Null for whoever may not read about people, and once the account is gone. */
  username: z.string().nullable(),
  created_at: time,
  decided_at: time.nullable(),
  version: z.int(),
  /** Actions that the caller may do now. */
  allowed: z.array(lessonReportAction),
})
export type LessonReportRow = z.output<typeof lessonReportRow>
export const lessonReportFilter = listFilter({
  /** Part of its words. */
  q: search.optional(),
  state: z.union([lessonReportState, z.array(lessonReportState).max(3)]).optional(),
  kind: lessonReportKind.optional(),
  /** A slug. */
  course: z.string().max(64).optional(),
  lesson_id: uuid.optional(),
})
export const lessonReportDecision = z.strictObject({
  version: z.int(),
  state: z.enum(['accepted', 'closed']),
  /** The learner reads it. Only where it is closed. */
  answer: line(500).optional(),
})
