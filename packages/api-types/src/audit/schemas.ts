import { z } from 'zod'
import { time, uuid } from '../contract/fields.ts'

export const auditEntry = z.object({
  id: uuid,
  at: time,
  actor: z.string().nullable(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
  address: z.string().nullable(),
  /** The bulk job that it was done in. */
  job_id: uuid.nullable(),
})
