import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
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

/**
 * Writes the whole catalogue into a folder that is new, empty, or one of content: there, texts that the catalogue has no more are removed,
 * because an import would bring them back. The same rows give the same bytes.
 */
export async function exportContent(
  { db, files: store }: Pick<Deps, 'db' | 'files'>,
  root: string,
  { withSecrets = false, withoutFiles = false }: ExportOptions = {},
): Promise<ExportReport> {
  const before = openEarlierExport(root)
  // One snapshot, so that no half of somebody's change is exported.
  const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  const rows = await db.transaction((tx) => listContentRows(tx), snapshot)
  const checksums = await storedNames(store, keysOf(rows))
  const earlier = await checksumsOf(before.files)
  const names = withoutFiles ? checksums : readableNames(checksums, earlier)
  const content = contentOf(rows, (key) => names.get(key) ?? basename(key))
  const minutes = labMinutes(content.labs)
  const plain: Content = withSecrets ? content : withoutSecrets(content)
  const texts = writeContent({ ...plain, courses: plain.courses.map((course) => withoutDurations(course, minutes)) })
  saveTexts(root, texts, before)
  const wanted = withoutFiles ? [] : [...names].filter(([key, name]) => earlier.get(name) !== checksums.get(key))
  const lost = await saveFiles(store, root, wanted)
  return {
    texts: texts.size,
    files: withoutFiles ? 0 : names.size - lost.length,
    secretsLeftOut: withSecrets ? 0 : countSecrets(content),
    lost,
  }
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

function openEarlierExport(root: string): ContentFolder {
  if (!existsSync(root)) return folderOf(new Map())
  const before = openFolder(root)
  if (before.texts.size === 0 && readdirSync(root).some((name) => !name.startsWith('.')))
    throw new ApiError('conflict', `${root} is neither empty nor a folder of content: export into another one.`)
  return before
}

function saveTexts(root: string, texts: ReadonlyMap<string, string>, before: ContentFolder): void {
  for (const path of before.texts.keys()) if (!texts.has(path)) rmSync(join(root, path))
  for (const [path, text] of texts) {
    if (before.texts.get(path) === text) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** Gives the names of those that the store has lost. */
async function saveFiles(store: Deps['files'], root: string, wanted: [key: string, name: string][]): Promise<string[]> {
  const lost: string[] = []
  if (wanted.length > 0) mkdirSync(join(root, FILES), { recursive: true })
  for (const [key, name] of wanted) {
    if ((await store.size(key)) === null) lost.push(name)
    else await pipeline(store.read(key), createWriteStream(join(root, FILES, name)))
  }
  return lost
}
