import type { UploadKind } from '@flagyard/api-types'
import { downloads, films } from '@flagyard/api-types/contract/content-fields'
import { captionsTypes, pictures } from '@flagyard/api-types/uploads/file-types'
import { CAPTIONS_BYTES, type FileLimits } from '../../../file-limits.ts'

export const typesOf: Record<UploadKind, readonly string[]> = {
  film: films,
  captions: captionsTypes,
  picture: pictures,
  download: downloads,
  archive: ['zip'],
}

export const limitOf = (kind: UploadKind, limits: FileLimits): number =>
  ({
    film: limits.film,
    captions: CAPTIONS_BYTES,
    picture: limits.picture,
    download: limits.download,
    archive: limits.archive,
  })[kind]

/** Normalised extension: `jpg` for `Photo.JPEG`, an empty string if there is none. */
export function typeOf(filename: string): string {
  const type = /\.(\w+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
  return type === 'jpeg' ? 'jpg' : type
}

/** Kind of a stored file, by its extension. */
export const kindOf = (name: string): Exclude<UploadKind, 'archive'> | undefined =>
  (['film', 'captions', 'picture', 'download'] as const).find((kind) => typesOf[kind].includes(typeOf(name)))

/**
 * Maximum size of a content file with this name, in bytes; undefined for other types. Extensions are case-sensitive, because content references
 * files by their exact names.
 */
export function limitOfFile(name: string, limits: FileLimits): number | undefined {
  const kind = kindOf(name)
  return kind && typesOf[kind].includes(name.slice(name.lastIndexOf('.') + 1)) ? limitOf(kind, limits) : undefined
}

export const pictureTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
}

/** Whether this is the name of a stored file of content: `<SHA-256>.<type>`. */
export const isChecksumName = (name: string) => /^[0-9a-f]{64}\.\w+$/.test(name)

/** Key of a content file in the file store, by its checksum name. */
export const keyOfChecksum = (name: string) => `content/${name}`

/** Inverse of `keyOfChecksum`. Keys of other files are returned unchanged. */
export function nameOfKey(key: string): string {
  const name = key.slice(key.lastIndexOf('/') + 1)
  return keyOfChecksum(name) === key && isChecksumName(name) ? name : key
}

/** Number of bytes at the start of a file that identify its type. */
export const HEAD_BYTES = 64

/** Type of a file by its first bytes. Undefined for text and unknown types. */
function typeByBytes(head: Buffer): string | undefined {
  const starts = (bytes: string, at = 0) => head.subarray(at, at + bytes.length).toString('latin1') === bytes
  if (starts('\x89PNG\r\n\x1a\n')) return 'png'
  if (starts('\xff\xd8\xff')) return 'jpg'
  if (starts('RIFF') && starts('WEBP', 8)) return 'webp'
  if (starts('ftyp', 4)) return 'mp4'
  if (starts('\x1a\x45\xdf\xa3')) return head.includes('webm') ? 'webm' : 'mkv'
  if (starts('PK\x03\x04') || starts('PK\x05\x06')) return 'zip'
  if (starts('\x1f\x8b')) return 'gz'
  if (starts('%PDF-')) return 'pdf'
  if (starts('GIF8')) return 'gif'
  if (starts('MZ') || starts('\x7fELF')) return 'exe'
  return undefined
}

const texts = ['vtt', 'txt', 'json']

/** Reason why a file cannot have the type in its name, judging by its first bytes. Null if it can. */
export function contradictionOf(claimed: string, head: Buffer): string | null {
  const found = typeByBytes(head)
  const isText = texts.includes(claimed)
  if (found === claimed || (isText && found === undefined && !head.includes(0))) return null
  const actual = found ? `but it is a file of the type ${found}` : 'but it is something else'
  return `Its name says ${claimed}, ${actual}. Choose the original file with its own name.`
}
