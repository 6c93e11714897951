import { z } from 'zod'
import { count, line, time, uuid } from '../contract/fields.ts'

/** Purpose of an upload. An `archive` is a complete content folder, as a ZIP file. */
export const uploadKind = z.enum(['film', 'captions', 'picture', 'download', 'archive'])
export type UploadKind = z.output<typeof uploadKind>

/** `receiving`: upload in progress. `checking`: complete, being validated. `refused`: see `refusal`. */
export const uploadState = z.enum(['receiving', 'checking', 'ready', 'refused'])

/** Sent by tus in `Upload-Metadata`. The filename is shown but never used as a path. */
export const uploadMetadata = z.strictObject({ kind: uploadKind, filename: line(200).min(1) })

/** A stored content file, identified by its checksum. Its properties were read from the file itself. */
export const storedFile = z.object({
  /** `<SHA-256>.<type>`: the name that content uses for it. */
  name: z.string(),
  kind: uploadKind,
  bytes: count,
  /** Length of a video. */
  duration_seconds: count.nullable(),
  /** For pictures, in pixels. */
  width: count.nullable(),
  height: count.nullable(),
  /** Address of a picture, including its size: `![](url)` in Markdown. */
  url: z.string().nullable(),
})
export type StoredFile = z.output<typeof storedFile>

export const upload = z.object({
  id: uuid,
  kind: uploadKind,
  filename: z.string(),
  bytes: count,
  received: count,
  state: uploadState,
  /** Why it was refused, as a message for the uploader. */
  refusal: z.string().nullable(),
  /** Set when ready. Null for archives, which are read directly from the upload. */
  file: storedFile.nullable(),
  /** When the upload is discarded if nothing more is sent. */
  expires_at: time,
})
export type Upload = z.output<typeof upload>

/** Allowed file types and sizes, and remaining storage. */
export const uploadRules = z.object({
  kinds: z.record(uploadKind, z.object({ types: z.array(z.string()), max_bytes: count })),
  left_bytes: count,
})
