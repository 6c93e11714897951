import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, realpathSync } from 'node:fs'
import { mkdir, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Store for videos, captions and downloads, by keys chosen by the server and never by a path from a request. */
export interface FileStore {
  /** Size in bytes; null if the file does not exist. */
  size(key: string): Promise<number | null>
  /** Reads from `start` to `end`, both inclusive. */
  read(key: string, range?: { start: number; end: number }): Readable
  /** Writes the file atomically. */
  put(key: string, content: Readable | Buffer): Promise<void>
  /** Keys and sizes of all files. */
  list(): AsyncIterable<{ key: string; size: number }>
  /** Removes the file; a missing one is not an error. */
  remove(key: string): Promise<void>
  /** Removes what killed processes left of files that they were writing. A file with progress since this time is not touched. */
  removeAbandoned(before: Date): Promise<void>
  /** Present if browsers may fetch files directly from the store. */
  media?: Media
}

export interface Media {
  /** Origin of all its addresses. */
  origin: string
  /** Address that grants access to the file for at least the given time. */
  sign(key: string, use: { type: string; now: Date; seconds: number }): Promise<string>
}

/** The store does not respond correctly; see `cause`. */
export class FileStoreUnavailableError extends Error {
  constructor(cause: unknown, message = 'The file store cannot be used at the moment.') {
    super(message, { cause })
    this.name = 'FileStoreUnavailableError'
  }
}

/** Validates a key: words joined by slashes. */
export function assertKey(key: string): void {
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(key) || key.split('/').some((part) => /^\.+$/.test(part))) throw invalidKey(key)
}

/** The store in the data folder. */
export function openFileStore(dataDir: string): FileStore {
  const root = resolve(dataDir, 'files')
  const pathOf = (key: string) => {
    assertKey(key)
    const path = resolve(root, key)
    if (!path.startsWith(root + sep)) throw invalidKey(key)
    return path
  }
  /** Prevents symbolic links from leading out of the folder. */
  const isInside = (path: string) => `${realpathSync(path)}${sep}`.startsWith(realpathSync(root) + sep)
  return {
    async size(key) {
      try {
        const path = pathOf(key)
        const stats = await stat(path)
        if (!isInside(path)) return null
        return stats.isFile() ? stats.size : null
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return null
        throw error
      }
    },
    read(key, range) {
      const path = pathOf(key)
      if (existsSync(path) && !isInside(path)) throw invalidKey(key)
      return createReadStream(path, range)
    },
    async put(key, content) {
      const path = pathOf(key)
      const partial = join(dirname(path), `.${randomUUID()}.part`)
      await mkdir(dirname(path), { recursive: true })
      if (!isInside(dirname(path))) throw invalidKey(key)
      try {
        await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, createWriteStream(partial))
        await rename(partial, path)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
    async *list() {
      if (!existsSync(root)) return
      const folder = await opendir(root, { recursive: true })
      for await (const entry of folder) {
        // A name that begins with a dot is a file that is being written.
        if (!entry.isFile() || entry.name.startsWith('.')) continue
        const path = join(entry.parentPath, entry.name)
        const found = await stat(path).catch(() => undefined)
        if (found) yield { key: relative(root, path).split(sep).join('/'), size: found.size }
      }
    },
    async remove(key) {
      const path = pathOf(key)
      if (!existsSync(path)) return
      if (!isInside(path)) throw invalidKey(key)
      await rm(path, { force: true })
    },
    async removeAbandoned(before) {
      if (!existsSync(root)) return
      for await (const entry of await opendir(root, { recursive: true })) {
        if (!entry.isFile() || !PARTIAL.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const found = await stat(path).catch(ignoreMissing)
        if (found && found.mtime < before) await rm(path, { force: true })
      }
    },
  }
}

/** Name of a file that is being written. */
const PARTIAL = /^\.[\da-f-]{36}\.part$/

/** Its writer finished or removed it meanwhile. */
function ignoreMissing(error: unknown): undefined {
  if ((error as { code?: string }).code !== 'ENOENT') throw error
}

const invalidKey = (key: string) => new Error(`Not a key of the file store: ${JSON.stringify(key)}`)
