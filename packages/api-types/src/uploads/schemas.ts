import { z } from 'zod'
import { count, line, time, uuid } from '../contract/fields.ts'

/** What an upload is to become. An `archive` is a whole folder of content, as a ZIP file. */
export const uploadKind = z.enum(['film', 'captions', 'picture', 'download', 'archive'])
export type UploadKind = z.output<typeof uploadKind>

/** `receiving`: bytes are missing. `checking`: all are here, and are being looked at. `refused`: `refusal` says why. */
export const uploadState = z.enum(['receiving', 'checking', 'ready', 'refused'])

/** What tus sends in `Upload-Metadata`. The name is shown and never becomes a path. */
export const uploadMetadata = z.strictObject({ kind: uploadKind, filename: line(200).min(1) })

/** A file of content that is stored, known by its checksum. What it is was read from the file itself. */
export const storedFile = z.object({
  /** `<SHA-256>.<type>`: what content names it by. */
  name: z.string(),
  kind: uploadKind,
  bytes: count,
  /** How long a film lasts. */
  duration_seconds: count.nullable(),
  /** Of a picture, in pixels. */
  width: count.nullable(),
  height: count.nullable(),
  /** Where a picture is shown from, with its size: `![](url)` in Markdown. */
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
  /** Why it was refused, as a sentence for whoever sent it. */
  refusal: z.string().nullable(),
  /** Once it is ready. An archive becomes none: it is read from the upload itself. */
  file: storedFile.nullable(),
  /** When it is forgotten if nothing more is sent. */
  expires_at: time,
})
export type Upload = z.output<typeof upload>

/** What may be uploaded here, and how much room is left. */
export const uploadRules = z.object({
  kinds: z.record(uploadKind, z.object({ types: z.array(z.string()), max_bytes: count })),
  left_bytes: count,
})
export type UploadRules = z.output<typeof uploadRules>
