import { z } from 'zod'
import { email, fullName, line, listFilter, search, slug, time } from '../contract/fields.ts'
import { certificateType } from '../courses/schemas.ts'

export const generateCertificatePayload = z.strictObject({
  name: fullName,
  type: certificateType,
  exam: slug.optional(),
})
/** An unknown certificate is a 404 error. */
export const certificateState = z.enum(['valid', 'expired', 'revoked', 'withdrawn'])

/** All printed facts, for anyone with the id. A withdrawn certificate shows only that it was withdrawn. */
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
/** A certificate that I have earned and that was not issued yet. */
export const earnedCertificate = z.object({
  type: certificateType,
  /** The slug of the course. */
  course: z.string(),
  /** What will be printed: the title of the course, or of the expert. */
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
})
export const certificateRow = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  title: z.string(),
  type: certificateType,
  state: certificateState,
  issued_at: time,
  valid_until: time.nullable(),
})
export type CertificateRow = z.output<typeof certificateRow>
export const certificateFilter = listFilter({
  q: search.optional(),
  state: certificateState.optional(),
  type: certificateType.optional(),
  username: z.string().max(32).optional(),
})
