import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { downloads, films } from '@flagyard/api-types/contract/content-fields'
import { pictures } from '@flagyard/api-types/uploads/file-types'
import { defaultFileLimits, type FileLimits } from '../../../../file-limits.ts'
import { kindOf, limitOf, type Source, sourceOfFile, typesOf } from '../../uploads/index.ts'
import type { Problem } from '../model.ts'
import { FILES, isTextPath } from './paths.ts'

/** Raw content of a folder: its texts, and the files they reference. Nothing is parsed yet. */
export interface ContentFolder {
  texts: Map<string, string>
  files: Map<string, Source>
  /** Checksum names by file name, for files that are already in the store and not included. */
  sums: Map<string, string>
  problems: Problem[]
}

/** Maximum size of one text file in bytes: a lesson with its front matter, a course, a lab. */
export const MAX_TEXT_BYTES = 1024 * 1024
/** Maximum number of texts in one content folder. */
export const MAX_TEXTS = 20_000

/** Reads the folder. Links are never followed, and files that are not content are rejected. */
export async function openFolder(root: string, limits: FileLimits = defaultFileLimits): Promise<ContentFolder> {
  const folder = folderOf(new Map())
  const refuse = (file: string, message: string) => folder.problems.push({ file, line: 1, message })
  for (const { path, bytes } of list(root, refuse)) {
    const full = join(root, path)
    const place = placeOf(path, bytes, limits)
    if (typeof place === 'string') refuse(path, place)
    else if ('file' in place) folder.files.set(place.file, await sourceOfFile(full, { name: place.file, bytes }))
    else if (folder.texts.size === MAX_TEXTS) return { ...folder, problems: [tooMany(path)] }
    else addText(folder, path, readFileSync(full))
  }
  return folder
}

/** Classifies a path in a content folder as a text or as a file with its name. Returns the reason if it is neither. */
export function placeOf(path: string, bytes: number, limits: FileLimits): { text: string } | { file: string } | string {
  if (isTextPath(path))
    return bytes > MAX_TEXT_BYTES
      ? `This is ${kilobytes(bytes)}; a text has at most ${kilobytes(MAX_TEXT_BYTES)}.`
      : { text: path }
  if (!path.startsWith(`${FILES}/`))
    return 'This is no file of content: docs/how-to/content.md tells what a folder holds.'
  const file = path.slice(FILES.length + 1)
  const limit = limitOfFile(file, limits)
  if (limit === undefined || file.includes('/'))
    return `Files are of the types ${[...films, 'vtt', ...pictures, ...downloads].join(', ')}, and stand in ${FILES} itself.`
  return bytes > limit ? `This is ${kilobytes(bytes)}; a file of this type has at most ${kilobytes(limit)}.` : { file }
}

/** A content folder made of texts only, for an export, an archive or a test. */
export function folderOf(texts: ReadonlyMap<string, string>): ContentFolder {
  return { texts: new Map(texts), files: new Map(), sums: new Map(), problems: [] }
}

export function addText({ texts, problems }: ContentFolder, path: string, bytes: Buffer): void {
  try {
    texts.set(path, utf8.decode(bytes).replaceAll('\r\n', '\n'))
  } catch {
    problems.push({ file: path, line: lineOfBrokenText(bytes), message: 'This is no text in UTF-8.' })
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function lineOfBrokenText(bytes: Buffer): number {
  const whole = bytes.toString('utf8')
  return whole.slice(0, whole.indexOf('\uFFFD')).split('\n').length
}

/** The content folders. Anything outside them, such as a README or files of a repository, is ignored. */
export const FOLDERS = ['courses', 'labs', 'exams', 'bundles', 'forms', FILES]

function list(root: string, refuse: (path: string, message: string) => void): { path: string; bytes: number }[] {
  const found: { path: string; bytes: number }[] = []
  const visit = (folder: string, entry: Dirent) => {
    const full = join(folder, entry.name)
    const path = relative(root, full).split(sep).join('/')
    if (entry.isSymbolicLink()) refuse(path, 'Links are not followed: put the file itself here.')
    else if (entry.isDirectory()) for (const inner of sorted(full)) visit(full, inner)
    else if (entry.isFile()) found.push({ path, bytes: statSync(full).size })
    else refuse(path, 'This is no file.')
  }
  for (const entry of sorted(root)) if (FOLDERS.includes(entry.name)) visit(root, entry)
  return found
}

/** Sorted, so that the order is the same on every platform. Skips files that operating systems create. */
const sorted = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !IGNORED.includes(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

export const IGNORED = ['.DS_Store', 'Thumbs.db', '.gitkeep']

/** Extensions are case-sensitive, because content references files by their exact names. */
function limitOfFile(file: string, limits: FileLimits): number | undefined {
  const kind = kindOf(file)
  const isAsWritten = typesOf[kind ?? 'film'].includes(file.slice(file.lastIndexOf('.') + 1))
  return kind && isAsWritten ? limitOf(kind, limits) : undefined
}

export const tooMany = (file: string): Problem => ({
  file,
  line: 1,
  message: `There are more than ${MAX_TEXTS} texts.`,
})
const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} kB`
