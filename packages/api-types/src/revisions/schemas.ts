import { z } from 'zod'
import { listFilter, time, uuid } from '../contract/fields.ts'

/**
 * Published content changes through revisions: an edit is a draft until it is published, then a revision that can be reverted. This applies to
 * courses, labs and exams.
 */

/** One changed part of the content: the details, the sections, one lesson, or the flags. */
export const contentChange = z.object({
  part: z.string(),
  /** Display name: “Details”, or the title of the lesson. */
  title: z.string(),
})

/** Unpublished changes. */
export const contentDraft = z.object({
  changes: z.array(
    contentChange.extend({
      /** The published part was changed in the meantime, by an import or another revision; publishing would overwrite that change. */
      outdated: z.boolean(),
    }),
  ),
  saved_at: time,
  saved_by: z.string().nullable(),
})
export type ContentDraft = z.output<typeof contentDraft>

export const plannedPublication = z.object({
  at: time,
  by: z.string().nullable(),
  /** Why it did not take place at the scheduled time; null while it is pending. */
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
/** A problem that blocks publication. */
export const missingItem = z.object({
  code: missingCode,
  message: z.string(),
  /** Affected lesson, if any. */
  lesson_id: uuid.nullable(),
})
export type MissingItem = z.output<typeof missingItem>

export const publication = z.strictObject({
  /** The `content_version` that the author saw. */
  version: z.int(),
  /** At most a year ahead. Default: now. */
  at: z.iso.datetime().optional(),
  /** Also publishes outdated changes, overwriting what was changed in the meantime. */
  overwrite: z.boolean().optional(),
})
/** The `content_version` that the author saw. */
export const seenContent = z.strictObject({ version: z.int() })

export const revisionAction = z.enum(['take_back'])
/** A set of changes published together. */
export const contentRevision = z.object({
  id: uuid,
  number: z.int(),
  published_at: time,
  published_by: z.string().nullable(),
  /** `take_back` reverts the revision in `takes_back`. */
  source: z.enum(['editor', 'import', 'take_back']),
  takes_back: z.int().nullable(),
  changes: z.array(contentChange),
  taken_back_at: time.nullable(),
  allowed: z.array(revisionAction),
})
export type ContentRevision = z.output<typeof contentRevision>
export const revisionFilter = listFilter({})
