import { z } from 'zod'
import {
  captionLabel,
  captionLanguage,
  courseFields,
  filmChapters,
  filmSeconds,
  instructorFields,
  MAX_BODY_BYTES,
  MAX_LESSONS,
  MAX_SECTIONS,
  namedPrice,
  partTitle,
  prose,
} from '../contract/content-fields.ts'
import { count, line, money, slug, time, uuid } from '../contract/fields.ts'
import { certificateType, courseStatus, lessonKind, level } from '../courses/schemas.ts'
import { contentDraft, missingItem, plannedPublication } from '../revisions/schemas.ts'

/** A course as read and written by editors, including its draft if there is one. */

export const courseAction = z.enum([
  'update',
  'publish',
  'cancel_publication',
  'discard_draft',
  'archive',
  'delete',
  'change_beta_testers',
])

/** A lesson in the course structure, without its text. */
const recordLesson = z.object({
  id: uuid,
  slug: z.string(),
  title: z.string(),
  kind: lessonKind,
  required: z.boolean(),
  free_preview: z.boolean(),
  /** Slug of the lab of a lab lesson. */
  lab: z.string().nullable(),
  duration_seconds: count,
  has_video: z.boolean(),
  captions: count,
  /** Its text or video has unpublished changes. */
  changed: z.boolean(),
})

const recordSection = z.object({
  id: uuid,
  slug: z.string(),
  title: z.string(),
  /** Slug of the section whose required lessons must be completed first. */
  opens_after: z.string().nullable(),
  lessons: z.array(recordLesson),
})

export const courseOutline = z.object({
  /** Version to send with `saveSections`. */
  version: z.int(),
  sections: z.array(recordSection),
})
export type CourseOutline = z.output<typeof courseOutline>

/** A stored picture for editors, with the name to send back in an edit. */
const storedPicture = z.object({ name: z.string(), url: z.string(), width: count, height: count })

export const courseRecord = z.object({
  /** Slug, as in the list. */
  id: z.string(),
  uuid,
  slug: z.string(),
  status: courseStatus,
  /** Version of the details, to send with `saveCourse`. */
  version: z.int(),
  /** Changes with every edit of any part; send it when publishing. */
  content_version: z.int(),
  title: z.string(),
  subtitle: z.string(),
  description: z.string(),
  level,
  language: z.string(),
  clouds: courseFields.clouds,
  /** A stored picture. If null, a cover is drawn. */
  cover: storedPicture.nullable(),
  tags: z.array(z.string()),
  outcomes: z.array(z.string()),
  prerequisites: z.array(z.string()),
  instructors: z.array(
    z.object({ name: z.string(), title: z.string(), bio: z.string(), picture: storedPicture.nullable() }),
  ),
  /** Null until a price is set. Free courses have an amount of 0. */
  price: money.nullable(),
  position: z.int(),
  /** Null: the sum of the lessons is shown instead, see `computed_hours`. */
  estimated_hours: z.number().nullable(),
  computed_hours: z.number(),
  access_days: z.int().nullable(),
  certificate_type: certificateType.nullable(),
  certificate_months: z.int().nullable(),
  /** Slug of the course whose expiring certificates this refresher course renews. */
  renews: z.string().nullable(),
  /** Slug of the feedback form. */
  feedback_form: z.string().nullable(),
  feedback_share: z.number(),
  video_share: z.number(),
  /** The exam that links to this course; the link is set on the exam. */
  exam: z.object({ slug: z.string(), title: z.string(), status: z.string() }).nullable(),
  outline: courseOutline,
  /** Null if everything is published. */
  draft: contentDraft.nullable(),
  planned: plannedPublication.nullable(),
  missing: z.array(missingItem),
  learners: count,
  beta_testers: count,
  created_at: time,
  updated_at: time,
  allowed: z.array(courseAction),
})
export type CourseRecord = z.output<typeof courseRecord>

/** Name of a stored file, as returned by the upload: its checksum and type. */
const storedFile = line(200).min(1)

const details = z.strictObject({
  title: courseFields.title,
  subtitle: courseFields.subtitle,
  description: courseFields.description,
  level,
  language: courseFields.language,
  clouds: courseFields.clouds,
  /** Name of a stored picture, as returned by the upload. */
  cover: storedFile.nullable(),
  tags: courseFields.tags,
  outcomes: courseFields.outcomes,
  prerequisites: courseFields.prerequisites,
  instructors: z.array(z.strictObject({ ...instructorFields, picture: storedFile.nullable().default(null) })).max(20),
  price: namedPrice,
  position: courseFields.position,
  estimated_hours: courseFields.estimated_hours,
  access_days: courseFields.access_days,
  certificate_type: certificateType.nullable(),
  certificate_months: courseFields.certificate_months,
  renews: slug.nullable(),
  feedback_form: slug.nullable(),
  feedback_share: courseFields.feedback_share,
  video_share: courseFields.video_share,
})

/** Without `version`, creates the course; title and level are required. With `version`, updates the given fields. */
export const courseEdit = details
  .extend({
    version: z.int(),
    /** Takes effect immediately, even if other changes are still in a draft. */
    status: courseStatus,
  })
  .partial()

const editedLesson = z.strictObject({
  /** If omitted, the lesson is new. */
  id: uuid.optional(),
  slug,
  title: partTitle,
  kind: lessonKind,
  required: z.boolean(),
  /** If omitted, unchanged; false for a new lesson. */
  free_preview: z.boolean().optional(),
  /** If omitted, unchanged; none for a new lesson. */
  lab: slug.nullable().optional(),
})

const editedSection = z.strictObject({
  /** If omitted, the section is new. */
  id: uuid.optional(),
  slug,
  title: partTitle,
  /** If omitted, unchanged; a new section is open from the start. */
  opens_after: slug.nullable().optional(),
  lessons: z.array(editedLesson).max(MAX_LESSONS, `At most ${MAX_LESSONS} lessons`),
})

/**
 * The complete ordered structure. Omitted parts are removed: archived if a learner has a history with them. Without a version, the current structure
 * is replaced unconditionally.
 */
export const sectionsEdit = z.strictObject({
  version: z.int().optional(),
  sections: z.array(editedSection).max(MAX_SECTIONS, `At most ${MAX_SECTIONS} sections`),
})
export type SectionsEdit = z.output<typeof sectionsEdit>

export const savedSections = z.object({
  outline: courseOutline,
  /** Titles of the parts archived because learners have a history with them. In a draft, parts are removed only on publication. */
  archived: z.array(z.string()),
  deleted: z.array(z.string()),
  draft: contentDraft.nullable(),
})

const captions = z.strictObject({ lang: captionLanguage, label: captionLabel, file: storedFile })

export const lessonRecord = z.object({
  id: uuid,
  version: z.int(),
  section: z.string(),
  slug: z.string(),
  title: z.string(),
  kind: lessonKind,
  lab: z.string().nullable(),
  /** Markdown. */
  body: z.string(),
  video: z.string().nullable(),
  captions: z.array(z.object({ lang: z.string(), label: z.string(), file: z.string() })),
  chapters: z.array(z.object({ second: count, title: z.string() })),
  /** Duration: length of the video, run time of the lab, or reading time of the text. */
  duration_seconds: count,
  /** Its text or video has unpublished changes. */
  changed: z.boolean(),
  /** Problems in this lesson that block publication. */
  missing: z.array(missingItem),
})
export type LessonRecord = z.output<typeof lessonRecord>

const bytesOf = (value: string) => new TextEncoder().encode(value).length

export const lessonEdit = z
  .strictObject({
    version: z.int(),
    body: prose(MAX_BODY_BYTES).refine(
      (value) => bytesOf(value) <= MAX_BODY_BYTES,
      `The text of a lesson has at most ${MAX_BODY_BYTES / 1024} kB`,
    ),
    video: storedFile.nullable(),
    captions: z.array(captions).max(30),
    chapters: filmChapters,
    duration_seconds: filmSeconds,
  })
  .partial()
  .required({ version: true })
