import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { describe, inject } from 'vitest'
import { type EmbeddedDatabase, openMemoryDatabase } from '../src/db/embedded/embedded.ts'
import type { OpenedDatabase } from '../src/db/open.ts'
import { openPostgresDatabase, type PostgresLimits } from '../src/db/postgres/postgres.ts'
import { createDatabase, dropDatabase } from './servers/database-names.ts'

const postgres = inject('postgres')

/** A migrated, empty database of the caller's own, which knows when its process has heard of all that was committed. */
export type TestDatabase = OpenedDatabase & { heardAll?(): Promise<void> }

/**
 * For what is alike on both kinds of database: Postgres, which takes two thirds of the embedded one's time. Where there is none, or
 * with TEST_DATABASE=embedded, as once in the long tests, the embedded one.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  if ('missing' in postgres || process.env.TEST_DATABASE === 'embedded') return openEmbeddedTestDatabase()
  const opened = await openTestPostgres()
  return { ...opened, heardAll: await hearing(opened) }
}

/** In memory. */
export async function openEmbeddedTestDatabase(): Promise<EmbeddedDatabase> {
  return openMemoryDatabase(new Blob([readFileSync(inject('dump'))]))
}

/** Notifications arrive in the order of commits: once ours is here, those of whatever was written before have been. */
async function hearing({ db, listen }: OpenedDatabase) {
  const waiting = new Map<string, () => void>()
  let asked = 0
  await listen('heard_all', (number) => {
    waiting.get(number)?.()
    waiting.delete(number)
  })
  return async () => {
    const number = String(++asked)
    const heard = new Promise<void>((resolve) => waiting.set(number, resolve))
    await db.execute(sql`select pg_notify('heard_all', ${number})`)
    await heard
  }
}

/** Like `describe`, for what can only be shown on real Postgres: races, crashes, several processes. */
export const describeOnPostgres = describe.skipIf('missing' in postgres)

/** The kinds of database there are to test on, for what the database layer or its triggers guarantee. */
export const kinds = 'missing' in postgres ? (['embedded'] as const) : (['embedded', 'postgres'] as const)

/** The kind of `openTestDatabase`, for tests that both kinds pass in the long tests. */
export const usualKinds =
  'missing' in postgres || process.env.TEST_DATABASE === 'embedded' ? (['embedded'] as const) : (['postgres'] as const)

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

/**
 * For a command or a server that opens its database itself: the variables that name it. On the embedded database it makes one in its data folder,
 * which takes a second of processor time, and each opening takes half of one.
 */
export async function databaseOfChild(): Promise<{ env: Record<string, string>; drop(): Promise<void> }> {
  if ('missing' in postgres || process.env.TEST_DATABASE === 'embedded') return { env: {}, drop: async () => {} }
  const { url, drop } = await createTestDatabase()
  return { env: { DATABASE_URL: url }, drop }
}

/** A database of the kind that the test runs on. */
export const openTestDatabaseOf = (kind: OpenedDatabase['kind']): Promise<OpenedDatabase> =>
  kind === 'embedded' ? openEmbeddedTestDatabase() : openTestPostgres()
