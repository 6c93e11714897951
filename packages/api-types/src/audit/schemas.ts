import { z } from 'zod'
import { listFilter, time, uuid } from '../contract/fields.ts'
import { type AuditAction, auditActions } from './actions.ts'

/** Actions of new entries; labels are in actions.ts. */
export const auditAction = z.enum(Object.keys(auditActions) as AuditAction[])

export const auditEntry = z.object({
  id: uuid,
  at: time,
  actor: z.string().nullable(),
  /** An `auditAction`, or a former name: entries are never changed. */
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
  /** Absent for administrators who may not read personal data. */
  address: z.string().nullable().optional(),
  job_id: uuid.nullable(),
})
export type AuditEntry = z.output<typeof auditEntry>

const term = z.string().min(1).max(200).optional()
export const auditFilter = listFilter({
  actor: term,
  action: auditAction.optional(),
  subject_type: term,
  subject_id: term,
  from: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
  job_id: z.uuid().optional(),
})
