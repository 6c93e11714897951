import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { describe, inject } from 'vitest'
import { type EmbeddedDatabase, openMemoryDatabase } from '../src/db/embedded/embedded.ts'
import type { OpenedDatabase } from '../src/db/open.ts'
import { openPostgresDatabase, type PostgresLimits } from '../src/db/postgres/postgres.ts'
import { createDatabase, dropDatabase } from './servers/database-names.ts'

const postgres = inject('postgres')

/** Migrated, empty database. `heardAll` resolves after the notifications of all earlier commits arrived. */
export type TestDatabase = OpenedDatabase & { heardAll?(): Promise<void> }

/**
 * Database for tests that behave the same on both kinds. It is Postgres, which needs two thirds of the embedded one's
 * time. It is embedded if there is no Postgres, or with TEST_DATABASE=embedded, which the long tests run once.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  if ('missing' in postgres || process.env.TEST_DATABASE === 'embedded') return openEmbeddedTestDatabase()
  const opened = await openTestPostgres()
  return { ...opened, heardAll: await hearing(opened) }
}

export async function openEmbeddedTestDatabase(): Promise<EmbeddedDatabase> {
  return openMemoryDatabase(new Blob([readFileSync(inject('dump'))]))
}

/** Notifications arrive in commit order: when ours arrives, all earlier ones have arrived. */
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

/** Like `describe`, for tests that need real Postgres: races, crashes, several processes. */
export const describeOnPostgres = describe.skipIf('missing' in postgres)

/** Available kinds of database, for tests of the database layer and its triggers. */
export const kinds = 'missing' in postgres ? (['embedded'] as const) : (['embedded', 'postgres'] as const)

/** Kind that `openTestDatabase` uses. The long tests run once with each kind. */
export const usualKinds =
  'missing' in postgres || process.env.TEST_DATABASE === 'embedded' ? (['embedded'] as const) : (['postgres'] as const)

/** Migrated, empty database on real Postgres. Child processes connect to `url`. Closing it drops the database. */
export async function openTestPostgres(
  limits?: PostgresLimits,
): Promise<ReturnType<typeof openPostgresDatabase> & { url: string }> {
  const { url, drop } = await createTestDatabase()
  const opened = openPostgresDatabase(throughSocket(url), limits)
  return {
    ...opened,
    url,
    async close() {
      await opened.close()
      await drop()
    },
  }
}

/** A query through the Unix socket takes three quarters of the processor time of one over TCP. */
function throughSocket(url: string): string {
  if ('missing' in postgres || !postgres.socket) return url
  const through = new URL(url)
  through.searchParams.set('host', postgres.socket)
  return through.href
}

/** Creates a database on real Postgres without connecting to it. It is either migrated or completely empty. */
export async function createTestDatabase({ migrated = true } = {}): Promise<{ url: string; drop(): Promise<void> }> {
  if ('missing' in postgres) throw new Error(postgres.missing)
  const { name, url } = await createDatabase(postgres.url, migrated ? postgres.template : undefined)
  return { url, drop: () => dropDatabase(postgres.url, name) }
}

/**
 * Environment variables that name the database of a command or server. Without Postgres, the child creates an embedded
 * database in its data folder, which takes a second of CPU time, and half a second each time it is opened.
 */
export async function databaseOfChild(): Promise<{ env: Record<string, string>; drop(): Promise<void> }> {
  if ('missing' in postgres || process.env.TEST_DATABASE === 'embedded') return { env: {}, drop: async () => {} }
  const { url, drop } = await createTestDatabase()
  return { env: { DATABASE_URL: url }, drop }
}

export const openTestDatabaseOf = (kind: OpenedDatabase['kind']): Promise<OpenedDatabase> =>
  kind === 'embedded' ? openEmbeddedTestDatabase() : openTestPostgres()
