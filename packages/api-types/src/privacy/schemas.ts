import { z } from 'zod'
import { count, line, time, uuid } from '../contract/fields.ts'

/** An archive of everything about me. */
export const myExport = z.object({
  id: uuid,
  state: z.enum(['making', 'ready', 'failed']),
  asked_at: time,
  /** Until when it can be downloaded; null while it is made. */
  ready_until: time.nullable(),
  bytes: count.nullable(),
})
export type MyExport = z.output<typeof myExport>

/** The token of the mail that tells of an archive; the session must be that of its owner besides. */
export const mailedExportPayload = z.strictObject({ token: z.string().min(1).max(200) })

/** What a deletion takes and what it leaves, before it is asked for. */
export const deletionPreview = z.object({
  username: z.string(),
  /** Why it cannot be asked for now; null when it can. */
  refused: z.string().nullable(),
  /** When everything would be erased, asked for now. */
  due_at: time,
  /** A sentence each. */
  erased: z.array(z.string()),
  kept: z.array(z.string()),
  running_labs: count,
  certificates: count,
  /** Vouchers bought or received and not used yet. */
  unused_vouchers: count,
})
export type DeletionPreview = z.output<typeof deletionPreview>

export const deletionPayload = z.strictObject({
  /** My username, typed. */
  confirm: z.string().max(32),
  /** The pages of my certificates stay, with the name printed on them. */
  keep_certificates: z.boolean().optional(),
  current_password: z.string().max(1024).optional(),
  code: z.string().max(50).optional(),
})
export const deletionAsked = z.object({ due_at: time })
export const undoDeletionPayload = z.strictObject({ token: z.string().min(1).max(200) })

export const userDeletion = z.strictObject({
  /** The account's username, typed. */
  confirm: z.string().max(32),
  reason: line(500).min(1, 'Say why'),
  keep_certificates: z.boolean().optional(),
  /** The administrator's own. */
  current_password: z.string().max(1024).optional(),
  code: z.string().max(50).optional(),
})
export const undoUserDeletionPayload = z.strictObject({ reason: line(500).min(1, 'Say why') })
