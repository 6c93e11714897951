import type { UploadKind } from '@flagyard/api-types'
import { readStored, writeStored } from '@flagyard/ui/storage'

/** An incomplete upload started in this browser. The browser cannot store the file itself, so the user selects it again to resume. */
export interface IncompleteUpload {
  filename: string
  bytes: number
  /** Last modification time, to tell files of the same name apart. */
  modified: number
  kind: UploadKind
  /** URL of the upload on the server. */
  url: string
  /** The administrator who started the upload. */
  owner: string
  startedAt: number
}

const KEY = 'half_sent_uploads'
/** Days until an incomplete upload expires. The server deletes it after the same period. */
const EXPIRY_DAYS = 2

export const listHalfSent = (owner: string, kind: UploadKind): IncompleteUpload[] =>
  read().filter((one) => one.owner === owner && one.kind === kind)

export const findHalfSent = (owner: string, kind: UploadKind, file: File): IncompleteUpload | undefined =>
  listHalfSent(owner, kind).find(
    ({ filename, bytes, modified }) => filename === file.name && bytes === file.size && modified === file.lastModified,
  )

export const keepHalfSent = (one: IncompleteUpload): void =>
  write([...read().filter(({ url }) => url !== one.url), one])

export const forgetHalfSent = (url: string): void => write(read().filter((one) => one.url !== url))

/** Without storage, an upload can only be resumed while its page is open. */
const write = (all: IncompleteUpload[]) => writeStored(KEY, JSON.stringify(all))

function read(): IncompleteUpload[] {
  try {
    const uploads = JSON.parse(readStored(KEY) ?? '[]') as IncompleteUpload[]
    return uploads.filter(({ startedAt }) => Date.now() - startedAt < EXPIRY_DAYS * 86_400_000)
  } catch {
    return []
  }
}
