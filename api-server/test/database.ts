import { readFileSync } from 'node:fs'
import { describe, inject } from 'vitest'
import { type EmbeddedDatabase, openMemoryDatabase } from '../src/db/embedded.ts'
import type { OpenedDatabase } from '../src/db/open.ts'
import { openPostgresDatabase, type PostgresLimits } from '../src/db/postgres.ts'
import { createDatabase, dropDatabase } from './database-names.ts'

/** A migrated, empty embedded database of the caller's own, in memory. */
export async function openTestDatabase(): Promise<EmbeddedDatabase> {
  return openMemoryDatabase(new Blob([readFileSync(inject('dump'))]))
}

const postgres = inject('postgres')

/** Like `describe`, for what can only be shown on real Postgres: races, crashes, several processes. */
export const describeOnPostgres = describe.skipIf('missing' in postgres)

/** The kinds of database there are to test on. */
export const kinds = 'missing' in postgres ? (['embedded'] as const) : (['embedded', 'postgres'] as const)

/** A migrated, empty database on real Postgres; `url` is for child processes. Closing drops it. */
export async function openTestPostgres(limits?: PostgresLimits): Promise<OpenedDatabase & { url: string }> {
  const { url, drop } = await createTestDatabase()
  const opened = openPostgresDatabase(url, limits)
  return {
    ...opened,
    url,
    async close() {
      await opened.close()
      await drop()
    },
  }
}

/** A database on real Postgres for whoever opens it: migrated, or empty of everything. */
export async function createTestDatabase({ migrated = true } = {}): Promise<{ url: string; drop(): Promise<void> }> {
  if ('missing' in postgres) throw new Error(postgres.missing)
  const { name, url } = await createDatabase(postgres.url, migrated ? postgres.template : undefined)
  return { url, drop: () => dropDatabase(postgres.url, name) }
}

/** For files of hundreds of calls that show nothing about the kind of database: Postgres where there is one, which takes half the time. */
export const openQuickTestDatabase = (): Promise<OpenedDatabase> =>
  'missing' in postgres ? openTestDatabase() : openTestPostgres()

/** A database of the kind that the test runs on. */
export const openTestDatabaseOf = (kind: OpenedDatabase['kind']): Promise<OpenedDatabase> =>
  kind === 'embedded' ? openTestDatabase() : openTestPostgres()
