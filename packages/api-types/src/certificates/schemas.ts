import { z } from 'zod'
import { accountSearch, email, fullName, line, listFilter, search, slug, time, uuid } from '../contract/fields.ts'
import { certificateType } from '../courses/schemas.ts'
import { mailAbout } from '../vouchers/schemas.ts'

export const generateCertificatePayload = z.strictObject({
  name: fullName,
  type: certificateType,
  exam: slug.optional(),
})
/** An unknown certificate returns a 404 error. */
export const certificateState = z.enum(['valid', 'expired', 'revoked', 'withdrawn'])

/** All printed facts, public to anyone with the id. A withdrawn certificate shows only that it was withdrawn. */
export const certificate = z.object({
  id: z.string(),
  state: certificateState,
  version: z.int(),
  name: z.string().nullable(),
  title: z.string().nullable(),
  type: certificateType.nullable(),
  company: z.string().nullable(),
  points: z.int().nullable(),
  hours: z.number().nullable(),
  outcomes: z.array(z.string()),
  issued_at: time.nullable(),
  valid_until: time.nullable(),
  revoked_at: time.nullable(),
  reason: z.string().nullable(),
  url: z.string(),
})
export type Certificate = z.output<typeof certificate>
export const badgeFormat = z.enum(['json', 'jwt'])
/** Shared part of an exam record: that the holder passed; also the band of the points; or the full time line. */
export const recordLevel = z.enum(['passed', 'band', 'full'])
export type RecordLevel = z.output<typeof recordLevel>
/** Facts that the public page, the PDF and the badge of a certificate leave out. */
export const certificateSharing = z.strictObject({ hide_name: z.boolean(), hide_points: z.boolean() })
/** Settings and renewal of a certificate, for its holder. */
export const certificateOptions = z.object({
  certificate_id: z.string(),
  hide_name: z.boolean(),
  hide_points: z.boolean(),
  /** Whether it has an exam record that can be shared. */
  has_record: z.boolean(),
  /** When a newer certificate replaced it. */
  renewed_at: time.nullable(),
  /** From when it can be renewed, and how; null if it does not expire, or is revoked or renewed. */
  renewal: z
    .object({
      from: time,
      is_open: z.boolean(),
      /** Slug of the exam that renews it, if it is published. */
      exam: z.string().nullable(),
      /** The published refresher course that renews it. */
      course: z.object({ slug: z.string(), title: z.string() }).nullable(),
    })
    .nullable(),
})
export type CertificateOptions = z.output<typeof certificateOptions>
/** Default: now. */
export const certificateMoment = z.strictObject({ at: z.iso.datetime({ offset: true }).or(z.iso.date()).optional() })
/** State of a certificate at a moment. `not_issued`: the moment is before its issue. */
export const certificateStatus = z.object({
  id: z.string(),
  at: time,
  state: z.enum(['not_issued', ...certificateState.options]),
  /** Version of the printed content at that moment; null before the issue. */
  version: z.int().nullable(),
  current_version: z.int(),
  /** Whether the printed name has been corrected since. */
  corrected: z.boolean(),
  valid_until: time.nullable(),
})
/** Key that signs badges. */
export const signingKey = z.object({
  id: z.string(),
  /** Issuer: the `did:web` of the address at which this key was created. */
  did: z.string(),
  algorithm: z.string(),
  created_at: time,
  /** Null for the key in use. */
  retired_at: time.nullable(),
})
export type SigningKey = z.output<typeof signingKey>
/** A certificate that the caller has earned but that is not issued yet. */
export const earnedCertificate = z.object({
  type: certificateType,
  /** Slug of the course. */
  course: z.string(),
  /** Printed title: the course title, or the expert title. */
  title: z.string(),
})
export type EarnedCertificate = z.output<typeof earnedCertificate>
export const certificateEdit = z.strictObject({
  id: line(64),
  version: z.int(),
  name: fullName.optional(),
  email: email.optional(),
  revoked: z.boolean().optional(),
  reason: line(500).optional(),
  dry_run: z.boolean().optional(),
  /** Preview from the dry run. If the certificate has changed since, the restoration is refused. */
  preview: z.string().max(64).optional(),
})
export const certificateWithdrawal = z.strictObject({ version: z.int().optional(), reason: line(500).optional() })
export const badgeReissue = z.strictObject({ version: z.int(), reason: line(500).min(1, 'Enter a reason') })
export const certificateAction = z.enum(['correct', 'revoke', 'restore', 'send', 'withdraw', 'reissue'])
const certificateColumns = {
  id: z.string(),
  /** Empty after the learner's account is erased. */
  username: z.string(),
  /** Default recipient, if no other address is given. */
  email: z.string().nullable(),
  name: z.string(),
  title: z.string(),
  type: certificateType,
  /** Slugs of the course and exam. */
  course: z.string().nullable(),
  exam: z.string().nullable(),
  state: certificateState,
  issued_at: time,
  valid_until: time.nullable(),
  version: z.int(),
  allowed: z.array(certificateAction),
}
export const certificateRow = z.object(certificateColumns)
export type CertificateRow = z.output<typeof certificateRow>
/** Printed content from this version on. */
export const certificateVersion = z.object({
  version: z.int(),
  name: z.string(),
  title: z.string(),
  company: z.string().nullable(),
  points: z.int().nullable(),
  revoked_at: time.nullable(),
  reason: z.string().nullable(),
  /** Username of the author; null for the original issue. */
  actor: z.string().nullable(),
  at: time,
})
export const certificatePage = z.object({
  ...certificateColumns,
  company: z.string().nullable(),
  points: z.int().nullable(),
  hours: z.number().nullable(),
  outcomes: z.array(z.string()),
  revoked_at: time.nullable(),
  withdrawn_at: time.nullable(),
  reason: z.string().nullable(),
  url: z.string(),
  renewed_at: time.nullable(),
  /** Whether the holder hides the name on everything that is public. */
  hides_name: z.boolean(),
  /** Number of badge re-issues. */
  badge_issue: z.int(),
  /** How often it was read in each of the last 12 months, newest first. Counts only. */
  checks: z.array(z.object({ month: z.string(), page: z.int(), status: z.int(), badge: z.int() })),
  versions: z.array(certificateVersion),
  /** Newest 50. */
  mails: z.array(mailAbout),
  /** Pending correction requested by the owner. */
  correction: z.object({ id: uuid, name: z.string(), reason: z.string(), created_at: time }).nullable(),
  /** Preview of a change or dry run; send it back to restore. */
  preview: z.string().nullable(),
})
export type CertificatePage = z.output<typeof certificatePage>
export const certificateFilter = listFilter({
  /** Searches the id, name, title and username. */
  q: search.optional(),
  state: certificateState.optional(),
  type: certificateType.optional(),
  username: accountSearch.optional(),
  /** Slugs. */
  course: z.string().max(64).optional(),
  exam: z.string().max(64).optional(),
  issued_from: z.iso.datetime().optional(),
  issued_until: z.iso.datetime().optional(),
})
/** Maximum number of certificates in one archive. */
export const MAX_ARCHIVE = 500
export const certificateArchiveAsk = z.strictObject({
  /** Filter of the list, as JSON. */
  filter: z.string().max(20_000).optional(),
  ids: z.array(z.string().min(1).max(64)).min(1).max(MAX_ARCHIVE).optional(),
})

export const correctionState = z.enum(['open', 'accepted', 'refused'])
export const certificateCorrectionPayload = z.strictObject({
  name: fullName,
  reason: line(500).min(1, 'Tell us what is wrong, in a few words'),
})
/** A correction that the caller requested. */
export const myCorrection = z.object({
  certificate_id: z.string(),
  name: z.string(),
  reason: z.string(),
  state: correctionState,
  answer: z.string().nullable(),
  created_at: time,
  decided_at: time.nullable(),
})
export type MyCorrection = z.output<typeof myCorrection>
export const correctionAction = z.enum(['decide'])
export const correctionRow = z.object({
  id: uuid,
  certificate_id: z.string(),
  username: z.string(),
  title: z.string(),
  printed: z.string(),
  name: z.string(),
  reason: z.string(),
  /** Name on the account, for comparison. */
  full_name: z.string(),
  state: correctionState,
  answer: z.string().nullable(),
  created_at: time,
  decided_at: time.nullable(),
  /** Version of the certificate. */
  version: z.int(),
  allowed: z.array(correctionAction),
})
export type CorrectionRow = z.output<typeof correctionRow>
export const correctionFilter = listFilter({
  /** Searches the printed and the requested name. */
  q: search.optional(),
  state: correctionState.optional(),
  username: accountSearch.optional(),
})
export const correctionDecision = z.strictObject({
  /** Version of the certificate that the administrator saw. */
  version: z.int(),
  state: z.enum(['accepted', 'refused']),
  /** Shown to the learner. */
  reason: line(500).optional(),
})
