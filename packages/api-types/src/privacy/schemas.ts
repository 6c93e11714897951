import { z } from 'zod'
import { count, email, line, time, uuid } from '../contract/fields.ts'

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
