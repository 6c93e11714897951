import type { Config } from '../config.ts'
import type { EmptyDatabase } from './copy.ts'
import type { OpenedDatabase } from './db.ts'
import { openPostgresDatabase } from './postgres/postgres.ts'

export type { Db, OpenedDatabase, Tx } from './db.ts'
export { CopyInUseError } from './embedded/copies.ts'
export { DatabaseInUseError } from './embedded/lock.ts'
export { isDatabaseUnavailable, isDiskFull } from './pg-errors.ts'

/** Opens Postgres if DATABASE_URL is set, otherwise the embedded database in the data folder. Both have the same interface. */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<OpenedDatabase> {
  if (config.databaseUrl) return openPostgresDatabase(config.databaseUrl)
  const { openEmbeddedDatabase } = await import('./embedded/embedded.ts')
  return openEmbeddedDatabase(config.dataDir)
}

/** Opens the configured database to read all of it, while a server may be using it. Undefined if there is no embedded database. */
export async function openToRead(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<OpenedDatabase | undefined> {
  if (config.databaseUrl) return openPostgresDatabase(config.databaseUrl)
  return (await import('./embedded/embedded.ts')).openEmbeddedToRead(config.dataDir)
}

/** Begins the transaction that restores into the configured database, which must be empty. */
export async function openEmptyDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<EmptyDatabase> {
  if (config.databaseUrl) return (await import('./postgres/copy.ts')).openEmptyPostgres(config.databaseUrl)
  return (await import('./embedded/embedded.ts')).openEmptyEmbedded(config.dataDir)
}
