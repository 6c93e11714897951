import { DatabaseSync } from 'node:sqlite'

export class DatabaseInUseError extends Error {
  constructor(folder: string) {
    super(
      `Another process is already using the database in ${folder}. Stop that one first, or choose another DATA_DIR, or set DATABASE_URL.`,
    )
    this.name = 'DatabaseInUseError'
  }
}

/**
 * Locks the folder for this process until `release` is called. PGlite takes no lock itself, and two processes would silently lose each other's rows.
 * SQLite's lock belongs to the operating system, so it ends with the process, however the process dies.
 */
export function acquireLock(file: string, folder: string): { release(): void } {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    const busy = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
    throw busy ? new DatabaseInUseError(folder) : error
  }
  return { release: () => lock.close() }
}

const SQLITE_BUSY = 5
