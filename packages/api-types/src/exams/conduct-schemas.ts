import { z } from 'zod'
import { line, text, time, uuid } from '../contract/fields.ts'

const date = z.iso.date()

export const conductState = z.enum(['open', 'dismissed', 'disqualified'])
/** A doubt about how an attempt was sat, as its candidate reads it. */
export const conductCase = z.object({
  id: uuid,
  state: conductState,
  evidence: z.string(),
  created_at: time,
  answer: z.string().nullable(),
  answered_at: time.nullable(),
  /** Until when an answer is waited for before it is decided against the candidate. */
  answer_until: time,
  /** Why it was decided so. */
  decision: z.string().nullable(),
  decided_at: time.nullable(),
})
export type ConductCase = z.output<typeof conductCase>
export const conductAnswer = z.strictObject({ answer: text(4000).trim().min(1, 'Write your answer') })
export const conductOpening = z.strictObject({
  version: z.int(),
  evidence: text(4000).trim().min(1, 'Say what you saw. The candidate reads it'),
})
export const conductDecision = z.strictObject({
  version: z.int(),
  state: z.enum(['dismissed', 'disqualified']),
  /** The candidate reads it. */
  reason: line(500).min(1, 'Say why. The candidate reads it'),
  /** Of a disqualification: no next attempt before. */
  barred_until: date.optional(),
  /** Where nobody else could decide, whoever opened the case proves who they are. */
  current_password: text(256).optional(),
  code: text(64).optional(),
})

/** A conduct case with who opened and decided it, and whether the caller may decide it. */
export const adminConductCase = conductCase.extend({
  opened_by: z.string().nullable(),
  decided_by: z.string().nullable(),
  version: z.int(),
  /** What the caller may decide; against the candidate only once they answered, or could have. */
  allowed: z.array(z.enum(['dismiss', 'disqualify'])),
  /** Why the caller may not decide it. */
  refusal: z.string().nullable(),
  /** Nobody else could decide: whoever opened the case proves who they are. */
  needs_proof: z.boolean(),
})
export type AdminConductCase = z.output<typeof adminConductCase>
