import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { downloads, films } from '@flagyard/api-types/contract/content-fields'
import type { Problem } from './model.ts'
import { FILES, isTextPath } from './paths.ts'

/** What was found in a folder: its texts, and the files that they name. Nothing in it is understood yet. */
export interface ContentFolder {
  texts: Map<string, string>
  files: Map<string, FolderFile>
  problems: Problem[]
}

export interface FolderFile {
  /** Where it can be read from. */
  path: string
  bytes: number
}

/** Most bytes of one file of text: a lesson with its head, a course, a lab. */
export const MAX_TEXT_BYTES = 1024 * 1024
/** Most bytes of a film. */
export const MAX_FILM_BYTES = 4 * 1024 * 1024 * 1024
/** Most bytes of a download. */
export const MAX_DOWNLOAD_BYTES = 500 * 1024 * 1024
/** Most texts in one folder of content. */
export const MAX_TEXTS = 20_000

/** Lists the folder. A link is never followed, and only what belongs into a folder of content is read. */
export function openFolder(root: string): ContentFolder {
  const folder: ContentFolder = { texts: new Map(), files: new Map(), problems: [] }
  const refuse = (file: string, message: string) => folder.problems.push({ file, line: 1, message })
  const entries = list(root, refuse)
  for (const { path, bytes } of entries) {
    const full = join(root, path)
    if (isTextPath(path)) {
      if (folder.texts.size === MAX_TEXTS) return { ...folder, problems: [tooMany(path)] }
      if (bytes > MAX_TEXT_BYTES)
        refuse(path, `This is ${kilobytes(bytes)}; a text has at most ${kilobytes(MAX_TEXT_BYTES)}.`)
      else addText(folder, path, readFileSync(full))
    } else if (path.startsWith(`${FILES}/`)) {
      const limit = limitOf(path)
      const file = path.slice(FILES.length + 1)
      if (limit === undefined || file.includes('/'))
        refuse(
          path,
          `Files are of the types ${[...films, 'vtt', ...downloads].join(', ')}, and stand in ${FILES} itself.`,
        )
      else if (bytes > limit)
        refuse(path, `This is ${kilobytes(bytes)}; a file of this type has at most ${kilobytes(limit)}.`)
      else folder.files.set(file, { path: full, bytes })
    } else refuse(path, 'This is no file of content: docs/how-to/content.md tells what a folder holds.')
  }
  return folder
}

/** Texts that come from an export, an archive or a test. */
export function folderOf(texts: ReadonlyMap<string, string>): ContentFolder {
  return { texts: new Map(texts), files: new Map(), problems: [] }
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

/** The five folders, and `files`. What stands beside them (a README, a repository's own files) is somebody else's. */
const FOLDERS = ['courses', 'labs', 'exams', 'bundles', 'forms', FILES]

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

/** The same order on every system. What the system left there for itself is passed over. */
const sorted = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !IGNORED.includes(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

const IGNORED = ['.DS_Store', 'Thumbs.db', '.gitkeep']

function limitOf(path: string): number | undefined {
  const type = path.slice(path.lastIndexOf('.') + 1)
  if (type === 'vtt') return MAX_TEXT_BYTES
  if (films.some((each) => each === type)) return MAX_FILM_BYTES
  return downloads.some((each) => each === type) ? MAX_DOWNLOAD_BYTES : undefined
}

const tooMany = (file: string): Problem => ({ file, line: 1, message: `There are more than ${MAX_TEXTS} texts.` })
const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} kB`
