import type { UploadKind } from '@flagyard/api-types'
import { downloads, films } from '@flagyard/api-types/contract/content-fields'
import { captionsTypes, pictures } from '@flagyard/api-types/uploads/file-types'
import { CAPTIONS_BYTES, type FileLimits } from '../../../file-limits.ts'

/** File extensions of each kind. */
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

/** Content types of pictures, by extension. */
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
