import { z } from 'zod'
import { count, email, line, time, uuid } from '../contract/fields.ts'

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
  /** The account's username, typed as confirmation; it must match where it is given. */
  confirm: z.string().max(32).optional(),
  reason: line(500).min(1, 'Give a reason').optional(),
  keep_certificates: z.boolean().optional(),
  /** The caller's own password. Needed to delete an administrator's account. */
  current_password: z.string().max(1024).optional(),
  code: z.string().max(50).optional(),
})
export const undoUserDeletionPayload = z.strictObject({ reason: line(500).min(1, 'Give a reason') })

/** How long one kind of data stays, in words for people: `days` after a moment, or as long as `since` says. */
export const retentionRule = z.object({
  what: z.string(),
  days: count.nullable(),
  since: z.string(),
  why: z.string(),
})
export type RetentionRule = z.output<typeof retentionRule>

export const addressPayload = z.strictObject({ email })
/** The token of the mail that was sent to the address, or the one that opening its link answered. */
export const addressTokenPayload = z.strictObject({ token: z.string().min(1).max(200) })

/** What is held of an address that no activated account has, kind by kind. */
export const addressData = z.object({
  email: z.string(),
  /** For the download and the erasure; whoever finds the mail later has no use for it. */
  token: z.string(),
  token_until: time,
  held: z.array(
    z.object({
      what: z.string(),
      count,
      first_at: time,
      last_at: time,
      /** What erasing does with it, and why if it stays. */
      erasure: z.string(),
    }),
  ),
})
export type AddressData = z.output<typeof addressData>
