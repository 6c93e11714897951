import { z } from 'zod'
import { line, text, time, uuid } from '../contract/fields.ts'

const date = z.iso.date()

export const conductState = z.enum(['open', 'dismissed', 'disqualified'])
/** A conduct case about an attempt, as its candidate sees it. */
export const conductCase = z.object({
  id: uuid,
  state: conductState,
  evidence: z.string(),
  created_at: time,
  answer: z.string().nullable(),
  answered_at: time.nullable(),
  /** Deadline for the candidate's answer; it can be decided against them afterwards. */
  answer_until: time,
  /** Reason for the decision. */
  decision: z.string().nullable(),
  decided_at: time.nullable(),
})
export type ConductCase = z.output<typeof conductCase>
export const conductAnswer = z.strictObject({ answer: text(4000).trim().min(1, 'Write your answer') })
export const conductOpening = z.strictObject({
  version: z.int(),
  evidence: text(4000).trim().min(1, 'Describe what you observed. The candidate will see it'),
})
export const conductDecision = z.strictObject({
  version: z.int(),
  state: z.enum(['dismissed', 'disqualified']),
  /** Shown to the candidate. */
  reason: line(500).min(1, 'Enter a reason. The candidate will see it'),
  /** For a disqualification: no further attempt before this date. */
  barred_until: date.optional(),
  /** Proof of identity, required if the administrator who opened the case decides it because no one else can. */
  current_password: text(256).optional(),
  code: text(64).optional(),
})

/** A conduct case with who opened and decided it, and whether the caller may decide it. */
export const adminConductCase = conductCase.extend({
  opened_by: z.string().nullable(),
  decided_by: z.string().nullable(),
  version: z.int(),
  /** Decisions available to the caller; only against the candidate after their answer or its deadline. */
  allowed: z.array(z.enum(['dismiss', 'disqualify'])),
  /** Reason the caller may not decide it. */
  refusal: z.string().nullable(),
  /** No one else can decide: the administrator who opened the case must prove their identity. */
  needs_proof: z.boolean(),
})
export type AdminConductCase = z.output<typeof adminConductCase>
