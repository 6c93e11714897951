import { z } from 'zod'
import { count, listFilter, search, slug, time, uuid } from '../contract/fields.ts'
import { certificateType, cloud, courseCard, lessonKind } from '../courses/schemas.ts'

export const lessonProgress = z.object({
  section: z.string(),
  lesson: z.string(),
  completed_at: time.nullable(),
  position_seconds: z.number(),
  /** Watched share of the video, 0 to 1, as counted by the server. */
  watched: z.number(),
  intervals: z.array(z.tuple([z.number(), z.number()])),
})
export type LessonProgress = z.output<typeof lessonProgress>

/** The caller's enrolment and progress. */
export const courseProgress = z.object({
  slug: z.string(),
  title: z.string(),
  enrolled: z.boolean(),
  /** Reason the caller has no access, in the same words that support sees. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  access_ends_at: time.nullable(),
  /** Completed and total required lessons. */
  completed: count,
  required: count,
  /** The course asks for feedback, and the learner has made enough progress and has not given it yet. */
  feedback_due: z.boolean(),
  /** Share of a video that must be watched to complete its lesson, 0 to 1. */
  video_share: z.number(),
  completed_at: time.nullable(),
  lessons: z.array(lessonProgress),
  last_seen: z.object({ section: z.string(), lesson: z.string(), at: time }).nullable(),
  /** The lesson to continue with. */
  resume: z.object({ section: z.string(), lesson: z.string() }).nullable(),
  closed_sections: z.array(z.string()),
  /** Lessons that are open although their section is closed: free ones, and those whose lab the caller owns separately. */
  open_lessons: z.array(z.object({ section: z.string(), lesson: z.string() })),
  /** Completed lessons whose text or video changed since the learner last opened them. They stay completed. */
  changed_lessons: z.array(z.object({ section: z.string(), lesson: z.string(), title: z.string(), changed_at: time })),
  certificate_id: z.string().nullable(),
})
export type CourseProgress = z.output<typeof courseProgress>

export const myCourse = z.object({
  slug: z.string(),
  title: z.string(),
  subtitle: z.string(),
  completed: count,
  required: count,
  completed_at: time.nullable(),
  access_ends_at: time.nullable(),
  last_seen_at: time.nullable(),
  /** The lesson to continue with; `seconds_left` is null if the lesson has no length. */
  resume: z
    .object({
      section: z.string(),
      lesson: z.string(),
      title: z.string(),
      kind: lessonKind,
      seconds_left: z.number().nullable(),
    })
    .nullable(),
  /** Certificate for completing the course. */
  certificate_type: certificateType.nullable(),
  cover: courseCard.shape.cover,
})
export type MyCourse = z.output<typeof myCourse>

/** Items the caller finished on each of the last 28 days in their time zone, oldest first, today last. */
export const myActivity = z.object({
  days: z.array(z.object({ day: z.iso.date(), lessons: count, flags: count })),
})
export type MyActivity = z.output<typeof myActivity>

const seconds = z.number().min(0).max(86_400)

export const updateLastSeenPayload = z.strictObject({
  section: slug,
  lesson: slug,
  position_seconds: seconds.optional(),
  /** Parts watched since the last heartbeat, in seconds of the video. */
  intervals: z
    .array(z.tuple([seconds, seconds]))
    .max(50)
    .optional(),
})

export const videoUrl = z.object({
  url: z.string(),
  captions: z.array(z.object({ lang: z.string(), label: z.string(), url: z.string() })),
  /** In order. */
  chapters: z.array(z.object({ second: z.number(), title: z.string() })),
  duration_seconds: z.number(),
  expires_at: time,
})
export type VideoUrl = z.output<typeof videoUrl>

/** A free lesson, available without an account. */
export const freeLesson = z.object({
  title: z.string(),
  kind: lessonKind,
  body: z.string(),
  duration_seconds: count,
  video: videoUrl.nullable(),
  /** Its lab, which anyone can rehearse; the real one requires the course. */
  lab: z.object({ slug: z.string(), title: z.string(), cloud }).nullable(),
  /** Records when the lesson was opened. Send it back with the watched parts, which cannot exceed the time since then. */
  receipt: z.string(),
})
export type FreeLesson = z.output<typeof freeLesson>

/** A visitor's progress in free lessons, stored in the browser until they sign up. */
export const visitorProgressPayload = z.strictObject({
  lessons: z
    .array(
      z.strictObject({
        receipt: z.string().min(1).max(300),
        position_seconds: seconds,
        intervals: z.array(z.tuple([seconds, seconds])).max(200),
      }),
    )
    .min(1)
    .max(20),
})

export const keptProgress = lessonProgress.extend({ slug: z.string() })

/** A learner's progress in one course, in the admin console. */
export const userProgress = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  completed: count,
  required: count,
  last_lesson: z.string().nullable(),
  last_seen_at: time.nullable(),
  completed_at: time.nullable(),
})
export type UserProgress = z.output<typeof userProgress>

export const courseUserState = z.enum(['open', 'not_yet', 'ended', 'suspended', 'revoked'])

export const courseUserAction = z.enum(['remove', 'restore', 'extend', 'suspend', 'resume', 'move'])

/** An account that has or had the course. */
export const courseUser = z.object({
  /** Username. */
  id: z.string(),
  username: z.string(),
  full_name: z.string(),
  email: z.string(),
  /** How and when they got access. */
  source: z.enum(['purchase', 'voucher', 'bundle', 'beta', 'administrator']),
  since: time,
  ends_at: time.nullable(),
  state: courseUserState,
  reason: z.string().nullable(),
  /** Completed and total required lessons. */
  completed: count,
  required: count,
  completed_at: time.nullable(),
  last_seen_at: time.nullable(),
  /** Deadline for undoing a removal. */
  restore_until: time.nullable(),
  /** Entitlement that grants access. */
  entitlement_id: uuid,
  version: z.int(),
  allowed: z.array(courseUserAction),
})
export type CourseUser = z.output<typeof courseUser>

export const courseUserFilter = listFilter({
  q: search.optional(),
  source: courseUser.shape.source.optional(),
  state: courseUserState.optional(),
})
