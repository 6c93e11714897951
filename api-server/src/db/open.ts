import type { Config } from '../config.ts'
import type { OpenedDatabase } from './db.ts'
import { openEmbeddedDatabase } from './embedded.ts'
import { openPostgresDatabase } from './postgres.ts'

export type { Db, OpenedDatabase, Tx } from './db.ts'
export { DatabaseInUseError } from './lock.ts'
export { isDatabaseUnavailable, isDiskFull } from './pg-errors.ts'

/**
 * Opens Postgres when DATABASE_URL is set, otherwise the embedded database in the data folder. Callers cannot tell
 * which.
 */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<OpenedDatabase> {
  return config.databaseUrl ? openPostgresDatabase(config.databaseUrl) : openEmbeddedDatabase(config.dataDir)
}
