import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import { type ContentFolder, folderOf, openFolder } from '../files/folder.ts'
import { FILES } from '../files/paths.ts'
import { writeContent } from '../files/write.ts'
import { type Content, type Flag, labMinutes, withoutDurations } from '../model.ts'

import { listContentRows } from '../queries.ts'
import { contentOf } from '../stored.ts'
import { checksumsOf, keysOf, storedNames } from './checksums.ts'

export interface ExportOptions {
  /** Includes flag secrets, in plain text. */
  withSecrets?: boolean
  /** Videos, captions and downloads are referenced by checksum and not written. */
  withoutFiles?: boolean
}

/** Result of an export: numbers of texts and files written, and what is missing. */
export interface ExportReport {
  texts: number
  files: number
  /** Number of flags exported without their secret. */
  secretsLeftOut: number
  lost: string[]
}

/** The catalogue as files, before anything is written. Deterministic: the same rows give the same bytes. */
interface ContentExport extends Pick<ExportReport, 'secretsLeftOut' | 'lost'> {
  texts: Map<string, string>
  /** Number of files in the catalogue, including those already in the target folder. */
  named: number
  /** Files to write that exist in the store: keys, names and sizes. */
  files: { key: string; name: string; bytes: number }[]
}

/** `earlier`: checksum names of files already in the target folder, by file name. They keep their names. */
export async function collectContent(
  { db, files: store }: Pick<Deps, 'db' | 'files'>,
  { withSecrets = false, withoutFiles = false }: ExportOptions,
  earlier: ReadonlyMap<string, string> = new Map(),
): Promise<ContentExport> {
  // A single snapshot, so that a concurrent change is not exported halfway.
  const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  const rows = await db.transaction((tx) => listContentRows(tx), snapshot)
  const checksums = await storedNames(store, keysOf(rows))
  const names = withoutFiles ? checksums : readableNames(checksums, earlier)
  const content = contentOf(rows, (key) => names.get(key) ?? basename(key))
  const minutes = labMinutes(content.labs)
  const plain: Content = withSecrets ? content : withoutSecrets(content)
  const texts = writeContent({ ...plain, courses: plain.courses.map((course) => withoutDurations(course, minutes)) })
  const files: ContentExport['files'] = []
  const lost: string[] = []
  for (const [key, name] of withoutFiles ? [] : names) {
    if (earlier.get(name) === checksums.get(key)) continue
    const bytes = await store.size(key)
    if (bytes === null) lost.push(name)
    else files.push({ key, name, bytes })
  }
  const named = withoutFiles ? 0 : names.size - lost.length
  return { texts, named, files, lost, secretsLeftOut: withSecrets ? 0 : countSecrets(content) }
}

/** Writes the catalogue into a folder that is new, empty, or contains content. Removes texts that are no longer in the catalogue. */
export async function exportContent(
  { db, files: store }: Pick<Deps, 'db' | 'files'>,
  root: string,
  options: ExportOptions = {},
): Promise<ExportReport> {
  const before = await openEarlierExport(root)
  const { texts, named, files, lost, secretsLeftOut } = await collectContent(
    { db, files: store },
    options,
    await checksumsOf(before.files),
  )
  const read = files.map(({ key, name }) => [name, { read: () => store.read(key) }] as const)
  await saveExport(root, { texts, files: read }, before)
  return { texts: texts.size, files: named, secretsLeftOut, lost }
}

/** Files keep their names in the folder. A new file is named after the last part of its key, unless two keys share it. */
function readableNames(
  checksums: ReadonlyMap<string, string>,
  earlier: ReadonlyMap<string, string>,
): Map<string, string> {
  const here = new Map([...earlier].map(([name, checksum]) => [checksum, name]))
  const owners = Map.groupBy(checksums.keys(), (key) => basename(key))
  return new Map(
    [...checksums].map(([key, checksum]) => {
      const name = basename(key)
      const isFree = owners.get(name)?.length === 1 && !earlier.has(name)
      return [key, here.get(checksum) ?? (isFree ? name : checksum)]
    }),
  )
}

const countSecrets = ({ labs, exams }: Content): number =>
  [...labs, ...exams].flatMap(({ flags }) => flags.flatMap(({ secret }) => secret ?? [])).length

const withoutSecrets = (content: Content): Content => {
  const plain = ({ secret: _, ...flag }: Flag): Flag => flag
  return {
    ...content,
    labs: content.labs.map((lab) => ({ ...lab, flags: lab.flags.map(plain) })),
    exams: content.exams.map((exam) => ({ ...exam, flags: exam.flags.map(plain) })),
  }
}

/** Content of the target folder of an export; empty for a new folder. Throws `conflict` if it contains anything else. */
export async function openEarlierExport(root: string): Promise<ContentFolder> {
  if (!existsSync(root)) return folderOf(new Map())
  const before = await openFolder(root)
  if (before.texts.size === 0 && readdirSync(root).some((name) => !name.startsWith('.')))
    throw new ApiError('conflict', `${root} is neither empty nor a content folder. Export into another folder.`)
  return before
}

/** Writes an export into its target folder: changed texts and the given files. Removes texts that are no longer in the catalogue. */
export async function saveExport(
  root: string,
  { texts, files }: { texts: ReadonlyMap<string, string>; files: Iterable<readonly [string, { read(): Readable }]> },
  before: ContentFolder,
): Promise<void> {
  for (const path of before.texts.keys()) if (!texts.has(path)) rmSync(join(root, path))
  for (const [path, text] of texts) {
    if (before.texts.get(path) === text) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [name, { read }] of files) {
    mkdirSync(join(root, FILES), { recursive: true })
    await pipeline(read(), createWriteStream(join(root, FILES, name)))
  }
}
