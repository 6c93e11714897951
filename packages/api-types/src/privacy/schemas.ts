import { z } from 'zod'
import { count, line, time, uuid } from '../contract/fields.ts'

/** An export of the caller's data. */
export const myExport = z.object({
  id: uuid,
  state: z.enum(['making', 'ready', 'failed']),
  asked_at: time,
  /** End of the download period; null while the export is being created. */
  ready_until: time.nullable(),
  bytes: count.nullable(),
})
export type MyExport = z.output<typeof myExport>

/** Token from the mail about an export. The caller must also be signed in as its owner. */
export const mailedExportPayload = z.strictObject({ token: z.string().min(1).max(200) })

/** What a deletion would erase and what would stay. */
export const deletionPreview = z.object({
  username: z.string(),
  /** Why a deletion is not possible now; null when it is. */
  refused: z.string().nullable(),
  /** When the data would be erased if the deletion were requested now. */
  due_at: time,
  /** Sentences for the user. */
  erased: z.array(z.string()),
  kept: z.array(z.string()),
  running_labs: count,
  certificates: count,
  /** Unused vouchers that were bought or received. */
  unused_vouchers: count,
})
export type DeletionPreview = z.output<typeof deletionPreview>

export const deletionPayload = z.strictObject({
  /** The caller's username, typed as confirmation. */
  confirm: z.string().max(32),
  /** Keeps the public pages of certificates, with the printed name. */
  keep_certificates: z.boolean().optional(),
  current_password: z.string().max(1024).optional(),
  code: z.string().max(50).optional(),
})
export const deletionAsked = z.object({ due_at: time })
export const undoDeletionPayload = z.strictObject({ token: z.string().min(1).max(200) })

export const userDeletion = z.strictObject({
  /** The account's username, typed as confirmation. */
  confirm: z.string().max(32),
  reason: line(500).min(1, 'Give a reason'),
  keep_certificates: z.boolean().optional(),
  /** The administrator's own password. */
  current_password: z.string().max(1024).optional(),
  code: z.string().max(50).optional(),
})
export const undoUserDeletionPayload = z.strictObject({ reason: line(500).min(1, 'Give a reason') })
