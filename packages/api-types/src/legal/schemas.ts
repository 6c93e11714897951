import { z } from 'zod'
import { prose } from '../contract/content-fields.ts'
import { count, line, time } from '../contract/fields.ts'
import { legalPageNames } from './pages.ts'

export const legalPageName = z.enum(legalPageNames)

export const legalPageHead = z.object({ page: legalPageName, version: z.int(), effective_at: time })
export type LegalPageHead = z.output<typeof legalPageHead>

/** A version of a page, with all versions that are or were in effect. */
export const legalPage = legalPageHead.extend({
  markdown: z.string(),
  /** Newest first. The first one is in effect. */
  versions: z.array(legalPageHead.extend({ summary: z.string() })),
})
export type LegalPage = z.output<typeof legalPage>

export const legalPageQuery = z.strictObject({
  version: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .optional(),
})

/** The version that the learner read. */
export const legalAcceptPayload = z.strictObject({ version: z.int().min(1).max(999_999) })

export const legalAcceptance = z.object({
  page: legalPageName,
  version: z.int(),
  via: z.enum(['sign_up', 'order', 'exam', 'page']),
  accepted_at: time,
})
export type LegalAcceptance = z.output<typeof legalAcceptance>

const draft = {
  markdown: prose(60_000).refine((text) => text.trim() !== '', 'Enter the text of the page'),
  /** Shown in the list of versions, and when learners have to accept this one. */
  summary: line(300),
  /** Learners who accepted an earlier version have to accept this one. Ignored for pages that are only read. */
  needs_acceptance: z.boolean(),
}

/** `edit` is 0 for a new draft. */
export const legalDraftInput = z.strictObject({ ...draft, edit: z.int().min(0) })
export const legalPublication = z.strictObject({
  edit: z.int().min(1),
  /** Default: now. */
  effective_at: z.iso.datetime('Choose a date and time').optional(),
})
export const legalCancellation = z.strictObject({ edit: z.int().min(1) })

/** The draft or scheduled version of a page. */
const legalDraft = z.object({
  version: z.int(),
  markdown: z.string(),
  summary: z.string(),
  needs_acceptance: z.boolean(),
  /** Null for a draft. */
  effective_at: time.nullable(),
  edit: z.int(),
})

export const legalPageRow = z.object({
  page: legalPageName,
  current: legalPageHead.nullable(),
  /** Version after the current one. */
  next: z.object({ version: z.int(), effective_at: time.nullable() }).nullable(),
})
export type LegalPageRow = z.output<typeof legalPageRow>

export const legalPageRecord = z.object({
  page: legalPageName,
  next: legalDraft.nullable(),
  /** Latest versions in effect, newest first. */
  versions: z.array(
    legalDraft.omit({ edit: true }).extend({
      /** Accounts that accepted it. */
      accepted: count,
    }),
  ),
  allowed: z.array(z.enum(['save_draft', 'publish', 'cancel'])),
})
export type LegalPageRecord = z.output<typeof legalPageRecord>
