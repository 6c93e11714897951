import { z } from 'zod'
import { count, email, line, time, uuid } from '../contract/fields.ts'

export const myExport = z.object({
  id: uuid,
  state: z.enum(['making', 'ready', 'failed']),
  asked_at: time,
  /** End of the download period; null while the export is being created. */
  ready_until: time.nullable(),
  bytes: count.nullable(),
})
export type MyExport = z.output<typeof myExport>

/** Token from the mail about an export. The caller must also be signed in as the owner. */
export const mailedExportPayload = z.strictObject({ token: z.string().min(1).max(200) })

/** Data that a deletion would erase, and data that would be retained. */
export const deletionPreview = z.object({
  username: z.string(),
  /** Why a deletion is not possible now; null if it is. */
  refused: z.string().nullable(),
  /** When the data would be erased if the deletion were requested now. */
  due_at: time,
  /** Sentences for the user. */
  erased: z.array(z.string()),
  kept: z.array(z.string()),
  running_labs: count,
  certificates: count,
  /** Unused vouchers that the user bought or received. */
  unused_vouchers: count,
})
export type DeletionPreview = z.output<typeof deletionPreview>

export const deletionPayload = z.strictObject({
  /** The caller's username, typed as confirmation. */
  confirm: z.string().max(32),
  /** Retains the public certificate pages, including the printed name. */
  keep_certificates: z.boolean().optional(),
  current_password: z.string().max(1024).optional(),
  code: z.string().max(50).optional(),
})
export const deletionAsked = z.object({ due_at: time })
export const undoDeletionPayload = z.strictObject({ token: z.string().min(1).max(200) })

export const userDeletion = z.strictObject({
  /** Username of the account, typed as confirmation; if given, it must match. */
  confirm: z.string().max(32).optional(),
  reason: line(500).min(1, 'Enter a reason').optional(),
  keep_certificates: z.boolean().optional(),
  /** The caller's own password. Required to delete an administrator's account. */
  current_password: z.string().max(1024).optional(),
  code: z.string().max(50).optional(),
})
export const undoUserDeletionPayload = z.strictObject({ reason: line(500).min(1, 'Enter a reason') })

/** Retention of one kind of data, in words: `days` after an event, or as described in `since`. */
export const retentionRule = z.object({
  what: z.string(),
  days: count.nullable(),
  since: z.string(),
  why: z.string(),
})
export type RetentionRule = z.output<typeof retentionRule>

export const addressPayload = z.strictObject({ email })
/** Token from the mail to the address, or the one returned when its link was opened. */
export const addressTokenPayload = z.strictObject({ token: z.string().min(1).max(200) })

/** Data stored about an address without an activated account, by kind. */
export const addressData = z.object({
  email: z.string(),
  /** For download and erasure. It replaces the token in the mail, so that anyone who finds the mail later cannot use it. */
  token: z.string(),
  token_until: time,
  held: z.array(
    z.object({
      what: z.string(),
      count,
      first_at: time,
      last_at: time,
      /** Effect of erasure on it, and the reason if it is retained. */
      erasure: z.string(),
    }),
  ),
})
export type AddressData = z.output<typeof addressData>
