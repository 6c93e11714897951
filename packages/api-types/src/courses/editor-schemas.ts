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
import { accountName, count, line, listFilter, money, search, slug, time, uuid } from '../contract/fields.ts'
import { contentDraft, missingItem, plannedPublication } from '../revisions/schemas.ts'
import { certificateType, courseStatus, lessonKind, level } from './schemas.ts'

/** A course as its editors read and write it: with its draft, where it has one. */

export const courseAction = z.enum([
  'update',
  'publish',
  'cancel_publication',
  'discard_draft',
  'archive',
  'delete',
  'change_beta_testers',
])

/** A lesson as part of the structure: never its text. */
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
  /** Its text or video has changes that are not published. */
  changed: z.boolean(),
})
const recordSection = z.object({
  id: uuid,
  slug: z.string(),
  title: z.string(),
  /** Slug of the section whose required lessons come first. */
  opens_after: z.string().nullable(),
  lessons: z.array(recordLesson),
})
export const courseOutline = z.object({
  /** The version that `saveSections` names. */
  version: z.int(),
  sections: z.array(recordSection),
})
export type CourseOutline = z.output<typeof courseOutline>

/** A stored picture as its editors see it: under the name that an edit gives back. */
const storedPicture = z.object({ name: z.string(), url: z.string(), width: count, height: count })

export const courseRecord = z.object({
  /** The slug, as in the list. */
  id: z.string(),
  uuid,
  slug: z.string(),
  status: courseStatus,
  /** The version of the details, which `saveCourse` names. */
  version: z.int(),
  /** Changes with every edit of any part; publishing names it. */
  content_version: z.int(),
  title: z.string(),
  subtitle: z.string(),
  description: z.string(),
  level,
  language: z.string(),
  clouds: courseFields.clouds,
  /** A stored picture; without one, a cover is drawn. */
  cover: storedPicture.nullable(),
  tags: z.array(z.string()),
  outcomes: z.array(z.string()),
  prerequisites: z.array(z.string()),
  instructors: z.array(
    z.object({ name: z.string(), title: z.string(), bio: z.string(), picture: storedPicture.nullable() }),
  ),
  /** Null until somebody has said it. Free of charge is an amount of 0. */
  price: money.nullable(),
  position: z.int(),
  /** Null: what the lessons add up to, as told in `computed_hours`. */
  estimated_hours: z.number().nullable(),
  computed_hours: z.number(),
  access_days: z.int().nullable(),
  certificate_type: certificateType.nullable(),
  certificate_months: z.int().nullable(),
  /** Slug of the form. */
  feedback_form: z.string().nullable(),
  feedback_share: z.number(),
  video_share: z.number(),
  /** The exam that names this course; it is chosen at the exam. */
  exam: z.object({ slug: z.string(), title: z.string(), status: z.string() }).nullable(),
  outline: courseOutline,
  /** Null when everything is as people see it. */
  draft: contentDraft.nullable(),
  planned: plannedPublication.nullable(),
  missing: z.array(missingItem),
  learners: count,
  beta_testers: count,
  created_at: time,
  updated_at: time,
  /** Actions that the caller may do now; they succeed unless a rate limit refuses them or something is missing. */
  allowed: z.array(courseAction),
})
export type CourseRecord = z.output<typeof courseRecord>

/** The name of a stored file: its checksum and type, as an upload answers it. */
const storedFile = line(200).min(1)

const details = z.strictObject({
  title: courseFields.title,
  subtitle: courseFields.subtitle,
  description: courseFields.description,
  level,
  language: courseFields.language,
  clouds: courseFields.clouds,
  /** The name of a stored picture, as an upload answers it. */
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
  feedback_form: slug.nullable(),
  feedback_share: courseFields.feedback_share,
  video_share: courseFields.video_share,
})

/** Without `version` it creates the course, which needs a title and a level; with it, it changes what it names. */
export const courseEdit = details
  .extend({
    version: z.int(),
    /** Takes effect at once, also where other changes wait in a draft. */
    status: courseStatus,
  })
  .partial()

const editedLesson = z.strictObject({
  /** Without it, the lesson is a new one. */
  id: uuid.optional(),
  slug,
  title: partTitle,
  kind: lessonKind,
  required: z.boolean(),
  /** Left out, it stays as it is; of a new lesson, false. */
  free_preview: z.boolean().optional(),
  /** Left out, it stays as it is; a new lesson has none. */
  lab: slug.nullable().optional(),
})
const editedSection = z.strictObject({
  /** Without it, the section is a new one. */
  id: uuid.optional(),
  slug,
  title: partTitle,
  /** Left out, it stays as it is; a new section opens at once. */
  opens_after: slug.nullable().optional(),
  lessons: z.array(editedLesson).max(MAX_LESSONS, `At most ${MAX_LESSONS} lessons`),
})
/**
 * The whole ordered structure. What is left out leaves the course: archived where somebody has a history with it. Without a version, the
 * structure as it is now is replaced.
 */
export const sectionsEdit = z.strictObject({
  version: z.int().optional(),
  sections: z.array(editedSection).max(MAX_SECTIONS, `At most ${MAX_SECTIONS} sections`),
})
export type SectionsEdit = z.output<typeof sectionsEdit>

export const savedSections = z.object({
  outline: courseOutline,
  /** Titles of what left the course and was kept, because somebody has a history with it. In a draft nothing leaves before it is published. */
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
  /** How long the film lasts; of a lab as long as it runs, of a text as long as it takes to read. */
  duration_seconds: count,
  /** Its text or video has changes that are not published. */
  changed: z.boolean(),
  /** What of this lesson stands between the course and its publication. */
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
    /** How long the film lasts. */
    duration_seconds: filmSeconds,
  })
  .partial()
  .required({ version: true })

export const betaEdit = z.strictObject({
  add: z.array(accountName).max(500).optional(),
  remove: z.array(accountName).max(500).optional(),
})
/** What became of each name. */
export const betaChange = z.object({
  added: z.array(z.string()),
  already_in: z.array(z.string()),
  removed: z.array(z.string()),
  not_in: z.array(z.string()),
  unknown: z.array(z.string()),
})

export const courseUserState = z.enum(['open', 'not_yet', 'ended', 'suspended', 'revoked'])
export const courseUserAction = z.enum(['remove', 'restore', 'extend', 'suspend', 'resume', 'move'])
/** Somebody who has or had the course. */
export const courseUser = z.object({
  /** The username. */
  id: z.string(),
  username: z.string(),
  full_name: z.string(),
  email: z.string(),
  /** How they came in, and since when. */
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
  /** Until when a removal can be undone. */
  restore_until: time.nullable(),
  /** The entitlement by which they have it. */
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
export const removedCourseUser = z.object({
  /** Until when it can be undone. */
  restore_until: time,
})
