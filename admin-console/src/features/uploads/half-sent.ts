import type { UploadKind } from '@flagyard/api-types'
import { readStored, writeStored } from '@flagyard/ui/storage'

/** An upload that was begun in this browser. The browser does not keep the file itself: it has to be chosen again. */
export interface HalfSent {
  filename: string
  bytes: number
  /** When the file was changed last: another file of the same name is another upload. */
  modified: number
  kind: UploadKind
  /** Where the upload stands at the server. */
  url: string
  /** The administrator who began it. */
  owner: string
  begun: number
}

const KEY = 'half_sent_uploads'
/** Days after which the server has forgotten an upload too. */
const KEEP_DAYS = 2

export const listHalfSent = (owner: string, kind: UploadKind): HalfSent[] =>
  read().filter((one) => one.owner === owner && one.kind === kind)

export const findHalfSent = (owner: string, kind: UploadKind, file: File): HalfSent | undefined =>
  listHalfSent(owner, kind).find(
    ({ filename, bytes, modified }) => filename === file.name && bytes === file.size && modified === file.lastModified,
  )

export const keepHalfSent = (one: HalfSent): void => write([...read().filter(({ url }) => url !== one.url), one])

export const forgetHalfSent = (url: string): void => write(read().filter((one) => one.url !== url))

/** Without storage an upload goes on only as long as its page is open. */
const write = (all: HalfSent[]) => writeStored(KEY, JSON.stringify(all))

function read(): HalfSent[] {
  try {
    const kept = JSON.parse(readStored(KEY) ?? '[]') as HalfSent[]
    return kept.filter(({ begun }) => Date.now() - begun < KEEP_DAYS * 86_400_000)
  } catch {
    return []
  }
}
