import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, realpathSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Videos, captions and downloads by keys that the server chose, never by a path from a request. */
export interface FileStore {
  /** Size in bytes; null when there is no such file. */
  size(key: string): Promise<number | null>
  /** Reads from `start` to `end`, both inclusive. */
  read(key: string, range?: { start: number; end: number }): Readable
  /** Writes the file atomically. */
  put(key: string, content: Readable | Buffer): Promise<void>
  /** Removes the file; a missing one is not an error. */
  remove(key: string): Promise<void>
  /** Present where browsers may fetch files without this server. */
  media?: Media
}

export interface Media {
  /** Where all its addresses lie. */
  origin: string
  /** An address of the file that opens, for so long at least, to whoever has it. */
  sign(key: string, use: { type: string; now: Date; seconds: number }): Promise<string>
}

/** The store does not answer, or not as it must; `cause` tells why. */
export class FileStoreUnavailableError extends Error {
  constructor(cause: unknown, message = 'The file store cannot be used at the moment.') {
    super(message, { cause })
    this.name = 'FileStoreUnavailableError'
  }
}

/** A key is words joined by slashes; anything else is refused. */
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
  /** A symbolic link in the folder must not lead out of it. */
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
    async remove(key) {
      const path = pathOf(key)
      if (!existsSync(path)) return
      if (!isInside(path)) throw invalidKey(key)
      await rm(path, { force: true })
    },
  }
}

const invalidKey = (key: string) => new Error(`Not a key of the file store: ${JSON.stringify(key)}`)
