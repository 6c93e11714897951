import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, realpathSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Videos, captions and downloads, by a key that we made and never by a path that somebody sent. */
export interface FileStore {
  /** Size in bytes; null when there is no such file. */
  size(key: string): Promise<number | null>
  /** Reads from `start` to `end`, both inclusive. */
  read(key: string, range?: { start: number; end: number }): Readable
  /** Writes whole or not at all. */
  put(key: string, content: Readable | Buffer): Promise<void>
  /** Removes it; one that is not there is removed already. */
  remove(key: string): Promise<void>
}

/** The store in the data folder. A key is plain words joined by slashes; anything else is refused. */
export function openFileStore(dataDir: string): FileStore {
  const root = resolve(dataDir, 'files')
  const pathOf = (key: string) => {
    const path = resolve(root, key)
    if (
      !/^[\w.-]+(\/[\w.-]+)*$/.test(key) ||
      key.split('/').some((part) => /^\.+$/.test(part)) ||
      !path.startsWith(root + sep)
    )
      throw notAKey(key)
    return path
  }
  /** A link in the folder must not lead out of it. */
  const isInside = (path: string) => `${realpathSync(path)}${sep}`.startsWith(realpathSync(root) + sep)
  return {
    async size(key) {
      try {
        const path = pathOf(key)
        const found = await stat(path)
        if (!isInside(path)) return null
        return found.isFile() ? found.size : null
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return null
        throw error
      }
    },
    read(key, range) {
      const path = pathOf(key)
      if (existsSync(path) && !isInside(path)) throw notAKey(key)
      return createReadStream(path, range)
    },
    async put(key, content) {
      const path = pathOf(key)
      const half = join(dirname(path), `.${randomUUID()}.part`)
      await mkdir(dirname(path), { recursive: true })
      if (!isInside(dirname(path))) throw notAKey(key)
      try {
        await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, createWriteStream(half))
        await rename(half, path)
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
    },
    async remove(key) {
      const path = pathOf(key)
      if (!existsSync(path)) return
      if (!isInside(path)) throw notAKey(key)
      await rm(path, { force: true })
    },
  }
}

const notAKey = (key: string) => new Error(`Not a key of the file store: ${JSON.stringify(key)}`)
