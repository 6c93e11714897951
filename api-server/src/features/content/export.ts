import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import { checksumsOf, keysOf, storedNames } from './checksums.ts'
import { labMinutes, withoutDurations } from './durations.ts'
import { type ContentFolder, folderOf, openFolder } from './folder.ts'
import type { Content, Flag } from './model.ts'
import { FILES } from './paths.ts'
import { listContentRows } from './queries.ts'
import { contentOf } from './stored.ts'
import { writeContent } from './write.ts'

export interface ExportOptions {
  /** Flags with their secrets: they then stand in plain text. */
  withSecrets?: boolean
  /** Films, captions and downloads are named by their checksums and not written. */
  withoutFiles?: boolean
}

/** What was written, and what could not be. */
export interface ExportReport {
  texts: number
  files: number
  /** Flags whose secret was left out. */
  secretsLeftOut: number
  /** Files that the store has no more. */
  lost: string[]
}

/** The catalogue as files, before any of them is written. The same rows give the same bytes. */
export interface ContentExport extends Pick<ExportReport, 'secretsLeftOut' | 'lost'> {
  texts: Map<string, string>
  /** How many files the catalogue has, with those that are there already. */
  named: number
  /** Files that are to be written, as far as the store has them: their keys, names and sizes. */
  files: { key: string; name: string; bytes: number }[]
}

/** `earlier`: files that are where the export goes, by their names there: the checksum name of each. They keep their names. */
export async function collectContent(
  { db, files: store }: Pick<Deps, 'db' | 'files'>,
  { withSecrets = false, withoutFiles = false }: ExportOptions,
  earlier: ReadonlyMap<string, string> = new Map(),
): Promise<ContentExport> {
  // One snapshot, so that no half of somebody's change is exported.
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

/**
 * Writes the whole catalogue into a folder that is new, empty, or one of content: there, texts that the catalogue has no more are removed,
 * because an import would bring them back.
 */
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
  saveTexts(root, texts, before)
  await saveFiles(
    root,
    files.map(({ key, name }) => ({ name, read: () => store.read(key) })),
  )
  return { texts: texts.size, files: named, secretsLeftOut, lost }
}

/** A file keeps the name that it has in the folder; a new one is named by the end of its key, unless two keys end alike. */
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

export async function openEarlierExport(root: string): Promise<ContentFolder> {
  if (!existsSync(root)) return folderOf(new Map())
  const before = await openFolder(root)
  if (before.texts.size === 0 && readdirSync(root).some((name) => !name.startsWith('.')))
    throw new ApiError('conflict', `${root} is neither empty nor a folder of content: export into another one.`)
  return before
}

export function saveTexts(root: string, texts: ReadonlyMap<string, string>, before: ContentFolder): void {
  for (const path of before.texts.keys()) if (!texts.has(path)) rmSync(join(root, path))
  for (const [path, text] of texts) {
    if (before.texts.get(path) === text) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

export async function saveFiles(root: string, files: { name: string; read(): Readable }[]): Promise<void> {
  if (files.length > 0) mkdirSync(join(root, FILES), { recursive: true })
  for (const { name, read } of files) await pipeline(read(), createWriteStream(join(root, FILES, name)))
}
