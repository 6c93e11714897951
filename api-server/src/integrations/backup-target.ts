import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupTarget } from '../config.ts'

/** Folder or bucket with the scheduled backups. */
export interface BackupFolder {
  /** Place of a backup, as an argument of `flagyard backup`. */
  placeOf(name: string): string
  /** Names of the complete backups, oldest first. Other files are ignored. */
  list(): Promise<string[]>
  remove(name: string): Promise<void>
  /** Removes what killed commands left of backups that they were writing. A file with progress since this time is not touched. */
  removeAbandoned(before: Date): Promise<void>
}

/** `flagyard-20261130T020000Z.tar`. Sorted by name, they are in the order of their times. */
export const backupName = (at: Date): string => `flagyard-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar`

const isName = (name: string) => /^flagyard-\d{8}T\d{6}Z\.tar$/.test(name)

/** A folder, or a bucket and its prefix, without options. */
export const labelOf = (target: BackupTarget): string =>
  'folder' in target ? target.folder : `s3://${[target.bucket.name, target.bucket.prefix].filter(Boolean).join('/')}`

export async function openBackupFolder(target: BackupTarget): Promise<BackupFolder> {
  if ('folder' in target) {
    const { folder } = target
    return {
      placeOf: (name) => join(folder, name),
      list: async () => (await readdir(folder)).filter(isName).sort(),
      remove: (name) => rm(join(folder, name), { force: true }),
      async removeAbandoned(before) {
        for (const name of await readdir(folder)) {
          if (!name.endsWith('.partial') || !isName(name.slice(0, -'.partial'.length))) continue
          const path = join(folder, name)
          if ((await stat(path)).mtime < before) await rm(path, { force: true })
        }
      },
    }
  }
  const { openS3FileStore } = await import('./files-s3.ts')
  const store = await openS3FileStore(target.bucket, undefined, 'BACKUP_TARGET')
  return {
    placeOf(name) {
      const address = new URL(target.address)
      address.pathname = [address.pathname.replace(/\/$/, ''), name].join('/')
      return address.href
    },
    async list() {
      const names: string[] = []
      for await (const { key } of store.list()) if (isName(key)) names.push(key)
      return names.sort()
    },
    remove: store.remove,
    removeAbandoned: store.removeAbandoned,
  }
}
