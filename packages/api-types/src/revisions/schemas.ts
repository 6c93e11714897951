import { z } from 'zod'
import { listFilter, time, uuid } from '../contract/fields.ts'

/**
 * What is published changes by revisions: an edit of it is a draft until it is published, and then a revision that can be taken back. It is the
 * same for courses, labs and exams.
 */

/** One piece of content that changed: its details, its sections, one lesson, its flags. */
export const contentChange = z.object({
  part: z.string(),
  /** What people call it: “Details”, or the title of the lesson. */
  title: z.string(),
})

/** Changes that nobody sees yet. */
export const contentDraft = z.object({
  changes: z.array(
    contentChange.extend({
      /** What it changes was itself changed meanwhile, by an import or another revision: publishing would undo that. */
      outdated: z.boolean(),
    }),
  ),
  saved_at: time,
  saved_by: z.string().nullable(),
})
export type ContentDraft = z.output<typeof contentDraft>

/** A publication that waits for its hour. */
export const plannedPublication = z.object({
  at: time,
  by: z.string().nullable(),
  /** Why it did not happen at its hour; null while it waits. */
  refused: z.string().nullable(),
})

export const missingCode = z.enum([
  'price',
  'lessons',
  'text',
  'video',
  'duration',
  'captions',
  'alternative_text',
  'lab',
  'lab_unpublished',
  'test_run',
  'flags',
  'secret',
  'limits',
])
/** Something that stands between content and its publication. */
export const missingItem = z.object({
  code: missingCode,
  /** A sentence for the author. */
  message: z.string(),
  /** The lesson that it is about, where it is about one. */
  lesson_id: uuid.nullable(),
})
export type MissingItem = z.output<typeof missingItem>

export const publication = z.strictObject({
  /** The `content_version` that was seen. */
  version: z.int(),
  /** Up to a year ahead; without it, now. */
  at: z.iso.datetime().optional(),
  /** Publishes also what is outdated, over what was changed meanwhile. */
  overwrite: z.boolean().optional(),
})
/** The `content_version` that was seen. */
export const seenContent = z.strictObject({ version: z.int() })

export const revisionAction = z.enum(['take_back'])
/** What was changed at one time for everybody to see. */
export const contentRevision = z.object({
  id: uuid,
  number: z.int(),
  published_at: time,
  published_by: z.string().nullable(),
  /** `take_back` undoes the revision named in `takes_back`. */
  source: z.enum(['editor', 'import', 'take_back']),
  takes_back: z.int().nullable(),
  changes: z.array(contentChange),
  taken_back_at: time.nullable(),
  allowed: z.array(revisionAction),
})
export type ContentRevision = z.output<typeof contentRevision>
export const revisionFilter = listFilter({})
