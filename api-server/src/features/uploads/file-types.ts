import type { UploadKind } from '@flagyard/api-types'
import { downloads, films } from '@flagyard/api-types/contract/content-fields'
import { captionsTypes, pictures } from '@flagyard/api-types/uploads/file-types'
import { CAPTIONS_BYTES, type FileLimits } from '../../file-limits.ts'

/** The types of each kind, by the ends of their names. */
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

/** `jpg` of `Photo.JPEG`; an empty text where there is no type. */
export function typeOf(filename: string): string {
  const type = /\.(\w+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
  return type === 'jpeg' ? 'jpg' : type
}

/** The kind of a stored file, by the type in its name. */
export const kindOf = (name: string): Exclude<UploadKind, 'archive'> | undefined =>
  (['film', 'captions', 'picture', 'download'] as const).find((kind) => typesOf[kind].includes(typeOf(name)))

/** What is sent as the type of a picture. */
export const pictureTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
}

/** `<SHA-256>.<type>`: what a stored file of content is known by. */
export const isChecksumName = (name: string) => /^[0-9a-f]{64}\.\w+$/.test(name)

/** The store's key of a file of content, by its checksum name. */
export const keyOfChecksum = (name: string) => `content/${name}`

/** The reverse. A key that came from elsewhere has no such name, and goes by the whole of it. */
export function nameOfKey(key: string): string {
  const name = key.slice(key.lastIndexOf('/') + 1)
  return keyOfChecksum(name) === key && isChecksumName(name) ? name : key
}
