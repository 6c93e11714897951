import { z } from 'zod'
import { count, listFilter, money, search, slug, time, uuid } from '../contract/fields.ts'

export const level = z.enum(['beginner', 'intermediate', 'advanced'])
export const courseStatus = z.enum(['draft', 'beta', 'published', 'archived'])
export const lessonKind = z.enum(['video', 'lab', 'reading'])
export const cloud = z.enum(['aws', 'azure', 'gcp'])
export type Cloud = z.output<typeof cloud>
export const certificateType = z.enum(['required', 'commercial', 'arte'])

/** A picture to display, with its size in pixels. */
const picture = z.object({ url: z.string(), width: count, height: count })

/** Fields shared by a catalogue card and the course page. */
const courseFacts = z.object({
  slug: z.string(),
  title: z.string(),
  subtitle: z.string(),
  level,
  language: z.string(),
  clouds: z.array(cloud),
  tags: z.array(z.string()),
  price: money,
  estimated_hours: z.number(),
  lessons: count,
  labs: count,
  status: courseStatus,
  /** If null, a drawing is shown. */
  cover: picture.nullable(),
})
/** A catalogue card. */
export const courseCard = courseFacts.extend({
  /** Free lessons that are not labs. */
  free_lessons: count,
  /** Number of labs that anyone can rehearse in a simulated account. */
  rehearsals: count,
  /** Whether an exam for this course is on sale. */
  exam_on_sale: z.boolean(),
})
export type CourseCard = z.output<typeof courseCard>

/** Search words by slug, in addition to the titles on the cards. */
const wordsBySlug = z.record(z.string(), z.string())
export const catalogueWords = z.object({ courses: wordsBySlug, labs: wordsBySlug, exams: wordsBySlug })
export type CatalogueWords = z.output<typeof catalogueWords>

/** An instructor, with their other published courses. */
const instructor = z.object({
  name: z.string(),
  title: z.string(),
  bio: z.string(),
  picture: picture.nullable(),
  courses: z.array(z.object({ slug: z.string(), title: z.string() })),
})
export type Instructor = z.output<typeof instructor>

const outlineLesson = z.object({
  slug: z.string(),
  title: z.string(),
  kind: lessonKind,
  required: z.boolean(),
  free_preview: z.boolean(),
  duration_seconds: count,
})
const outlineSection = z.object({
  slug: z.string(),
  title: z.string(),
  opens_after: z.string().nullable(),
  lessons: z.array(outlineLesson),
})

/** The public course page, with its outline but without lesson content. */
export const course = courseFacts.extend({
  id: uuid,
  description: z.string(),
  outcomes: z.array(z.string()),
  prerequisites: z.array(z.string()),
  instructors: z.array(instructor),
  /** Days of access; null for unlimited access. */
  access_days: z.int().nullable(),
  certificate_type: certificateType.nullable(),
  exam: z.object({ slug: z.string(), title: z.string(), bookable: z.boolean() }).nullable(),
  sections: z.array(outlineSection),
})
export type Course = z.output<typeof course>

/** The whole course, for enrolled learners. */
export const courseDetails = course.extend({
  sections: z.array(
    outlineSection.extend({
      lessons: z.array(
        outlineLesson.extend({
          body: z.string(),
          has_video: z.boolean(),
          lab: z.object({ slug: z.string(), title: z.string(), cloud, flags: count }).nullable(),
        }),
      ),
    }),
  ),
})
export type CourseDetails = z.output<typeof courseDetails>

const detailedSection = courseDetails.shape.sections.element
/** The course as it will be after its draft is published. Lessons are identified by id, because a draft may change their slugs. */
export const coursePreview = courseDetails.extend({
  sections: z.array(
    detailedSection.extend({ lessons: z.array(detailedSection.shape.lessons.element.extend({ id: uuid })) }),
  ),
})
export type CoursePreview = z.output<typeof coursePreview>

export const lessonProgress = z.object({
  section: z.string(),
  lesson: z.string(),
  completed_at: time.nullable(),
  /** Where playback stopped. */
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

/** A course on the learner's dashboard. */
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
  cover: picture.nullable(),
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

export const bundle = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  price: money,
  status: z.enum(['draft', 'published', 'archived']),
  courses: z.array(
    z.object({
      slug: z.string(),
      title: z.string(),
      subtitle: z.string(),
      level,
      price: money,
      /** Days of access; null for unlimited access. */
      access_days: z.int().nullable(),
    }),
  ),
})
export type Bundle = z.output<typeof bundle>

/** An option of a select field; includes drafts. */
export const choice = z.object({ id: z.string(), slug: z.string(), title: z.string(), status: z.string() })

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

export const courseRow = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  status: courseStatus,
  level,
  price: money,
  lessons: count,
  learners: count,
  completed: count,
  updated_at: time,
})
export type CourseRow = z.output<typeof courseRow>
export const courseFilter = listFilter({
  q: search.optional(),
  status: courseStatus.optional(),
  level: level.optional(),
})
