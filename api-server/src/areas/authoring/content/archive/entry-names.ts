import type { Entry } from 'yauzl'
import { IGNORED } from '../files/folder.ts'

/** Maximum length of a path in an archive, in characters. */
const MAX_PATH = 255
/** Maximum depth of nested folders in an archive. */
const MAX_DEPTH = 16

export interface NamedEntry {
  entry: Entry
  /** With forward slashes, relative to the archive's root folder. */
  path: string
}

/** Reason why an entry must not be unpacked; null if it may. Names never become paths on our disk, but may be unpacked by others. */
export function nameFault(path: string, entry: Entry): string | null {
  if (path.includes('\uFFFD') || /[\p{Cc}\p{Cf}]/u.test(path))
    return 'Its name contains characters that cannot be displayed.'
  if (path.length > MAX_PATH) return `Its path is longer than ${MAX_PATH} characters.`
  if (path.includes('\\')) return 'Folders in an archive must be separated by slashes, not backslashes.'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'Its path is absolute and would lead out of the archive.'
  const parts = path.replace(/\/$/, '').split('/')
  if (parts.includes('..')) return 'Its path leads out of the archive.'
  if (parts.includes('') || parts.includes('.')) return 'Its path has an empty part.'
  if (parts.length > MAX_DEPTH) return `It is nested more than ${MAX_DEPTH} folders deep.`
  const type = (entry.externalFileAttributes >>> 16) & 0o170000
  if (type === 0o120000) return 'This is a link. Add the file itself to the archive.'
  if (type !== 0 && type !== 0o100000 && type !== 0o040000) return 'This is not a file.'
  if (entry.isEncrypted()) return 'This is encrypted. Create the archive without a password.'
  return null
}

export const shown = (path: string): string =>
  path.length > MAX_PATH
    ? `${shown(path.slice(0, MAX_PATH))}…`
    : path.replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD') || '(without a name)'

export const isIgnored = (path: string) =>
  path.startsWith('__MACOSX/') || IGNORED.includes(path.slice(path.lastIndexOf('/') + 1))

/** Strips a root folder that contains everything. Archiving a folder from the desktop creates such an archive. */
export function withoutOwnFolder(entries: NamedEntry[], folders: readonly string[]): NamedEntry[] {
  const first = new Set(entries.map(({ path }) => path.slice(0, path.indexOf('/') + 1)))
  const [own = ''] = first
  if (first.size !== 1 || own === '' || folders.includes(own.slice(0, -1))) return entries
  return entries.map(({ entry, path }) => ({ entry, path: path.slice(own.length) })).filter(({ path }) => path !== '')
}

/** Entries with the same name, or names that are equal on a case-insensitive file system. */
export function findCollisions(entries: NamedEntry[]): { path: string; message: string }[] {
  const seen = new Map<string, string>()
  return entries.flatMap(({ path }) => {
    const key = path.normalize('NFC').toLowerCase().replace(/\/$/, '')
    const other = seen.get(key)
    seen.set(key, other ?? path)
    if (other === undefined) return []
    const message =
      other === path
        ? 'This is in the archive twice.'
        : `Its name differs from ${other} only in case, so on many systems they are one file.`
    return [{ path, message }]
  })
}
