import { createHash } from 'node:crypto'
import { basename, extname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '../../../../integrations/files.ts'
import { keyOfChecksum, nameOfKey, type Source } from '../../uploads/index.ts'
import { picturesOnSite } from '../pictures.ts'
import type { ContentRows } from '../queries.ts'

export async function checksumName(name: string, content: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(content, hash)
  return `${hash.digest('hex')}${extname(name)}`
}

export async function checksumsOf(files: ReadonlyMap<string, Source>): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [name, file] of files) found.set(name, await checksumName(name, file.read()))
  return found
}

/**
 * Checksum names of stored files by key, in addition to the known ones. If the key contains no checksum, the file is read; if it no longer exists,
 * the last part of its key is used as the name.
 */
export async function storedNames(
  store: Pick<FileStore, 'size' | 'read'>,
  keys: Iterable<string>,
  known: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, string>> {
  const found = new Map(known)
  for (const key of new Set(keys)) {
    if (found.has(key)) continue
    const name = nameOfKey(key)
    if (name !== key) found.set(key, name)
    else found.set(key, (await store.size(key)) === null ? basename(key) : await checksumName(key, store.read(key)))
  }
  return found
}

/** All store keys that the catalogue references. */
export const keysOf = ({ courses, lessons, labs, exams }: ContentRows): string[] => [
  ...courses.flatMap(({ cover, instructors }) =>
    [cover, ...instructors.map(({ picture }) => picture)].flatMap((one) => one?.file ?? []),
  ),
  ...[
    ...lessons.map(({ body }) => body),
    ...courses.map(({ description }) => description),
    ...labs.flatMap(({ description, walkthrough }) => [description, walkthrough ?? '']),
    ...exams.flatMap(({ description, rules }) => [description, rules]),
  ].flatMap((text) => picturesOnSite(text).map(keyOfChecksum)),
  ...lessons.flatMap(({ video, captions }) => [video ?? [], captions.map(({ file }) => file)].flat()),
  ...labs.flatMap(({ downloads }) => downloads.map(({ file }) => file)),
]
