import { DatabaseSync } from 'node:sqlite'

/** Another process has the embedded database open. */
export class DatabaseInUseError extends Error {
  constructor(folder: string) {
    super(
      `Another process is already using the database in ${folder}. Stop that one first, or choose another DATA_DIR, or set DATABASE_URL.`,
    )
    this.name = 'DatabaseInUseError'
  }
}

/**
 * Holds the folder for this process alone until `release` is called. PGlite itself takes no lock, and two processes would silently lose
 * each other's rows. SQLite's lock is the system's own: it is gone the moment the process is, however it dies.
 */
export function holdLock(file: string, folder: string): { release(): void } {
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
