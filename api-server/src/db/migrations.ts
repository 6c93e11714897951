import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { serverFolder } from '../server-folder.ts'

/** Written by drizzle-kit, read by both databases. */
export const migrationsFolder = join(serverFolder, 'migrations')

/** Runs one statement on one connection of either database. */
export type Query = (statement: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

/** Receives sentences for the log. The migration waits for a returned promise, and is not started if it rejects. */
export type Progress = (sentence: string) => void | Promise<void>

export interface Migration {
  name: string
  /** Time of its creation, which identifies it in the database. */
  at: number
  hash: string
  statements: string[]
}

export interface MigrationStatus {
  /** Name of the newest applied migration that this release knows. */
  schema: string | null
  /** Migrations that this release would apply. */
  pending: string[]
  /** Number of applied migrations that this release does not know, because a newer one applied them. */
  newer: number
  /** The last attempt, if it failed and none has succeeded since. */
  failed: { name: string; failed_at: string; host: string; error: string } | null
  /** Process that migrates now. */
  running: { by: string; since: string } | null
}

/** A migration failed. All of the same attempt were rolled back. */
export class MigrationFailedError extends Error {
  readonly migration: string

  constructor(migration: string, statement: string, cause: unknown) {
    const [first = ''] = statement.trim().split('\n')
    const code = codeOf(cause)
    super(
      `The migration ${migration} failed, so nothing was changed and the server does not start. The database refused this statement${code && ` (${code})`}: ${first.slice(0, 200)}`,
      { cause },
    )
    this.name = 'MigrationFailedError'
    this.migration = migration
  }
}

let migrations: Migration[] | undefined

/** Migrations of this release, oldest first. */
export function listMigrations(): Migration[] {
  migrations ??= readMigrations()
  return migrations
}

function readMigrations(): Migration[] {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  return readMigrationFiles({ migrationsFolder }).map(({ sql, folderMillis, hash }, at) => ({
    name: journal.entries[at]?.tag ?? '',
    at: folderMillis,
    hash,
    statements: sql,
  }))
}

/** Creation times of the migrations applied to the database, oldest first. */
export async function listApplied(query: Query): Promise<number[]> {
  if (!(await exists(query, 'drizzle.__drizzle_migrations'))) return []
  const { rows } = await query('select created_at from drizzle.__drizzle_migrations order by created_at')
  return rows.map(({ created_at }) => Number(created_at))
}

async function exists(query: Query, table: string): Promise<boolean> {
  const { rows } = await query('select to_regclass($1) is not null as found', [table])
  return rows[0]?.found === true
}

/** Migrations of this release that are newer than all applied ones. */
export async function listPending(query: Query): Promise<Migration[]> {
  const last = (await listApplied(query)).at(-1) ?? 0
  return listMigrations().filter(({ at }) => at > last)
}

export async function readStatus(query: Query, running: MigrationStatus['running'] = null): Promise<MigrationStatus> {
  const [known, applied] = [listMigrations(), await listApplied(query)]
  const last = applied.at(-1) ?? 0
  const failures = (await exists(query, FAILED)) ? (await query(`select * from ${FAILED}`)).rows : []
  const [failed] = failures as unknown as NonNullable<MigrationStatus['failed']>[]
  return {
    schema: known.findLast(({ at }) => applied.includes(at))?.name ?? null,
    pending: known.filter(({ at }) => at > last).map(({ name }) => name),
    newer: applied.filter((at) => !known.some((one) => one.at === at)).length,
    failed: failed ? { ...failed, failed_at: new Date(failed.failed_at).toISOString() } : null,
    running,
  }
}

/**
 * Applies migrations in one transaction: a failure changes nothing except the note for `migrate --status`. The caller ensures that no other process
 * migrates.
 */
export async function applyMigrations(
  query: Query,
  pending: Migration[],
  progress: Progress = () => {},
): Promise<void> {
  if (pending.length === 0) return
  await progress(`Applying ${pending.length} migrations, ${pending[0]?.name} to ${pending.at(-1)?.name}.`)
  await createMigrationTable(query)
  await query('begin')
  try {
    for (const migration of pending) await applyMigration(query, migration)
    await query(`drop table if exists ${FAILED}`)
    await query('commit')
  } catch (error) {
    // The connection may be gone; then Postgres has rolled back.
    await query('rollback').catch(() => {})
    if (error instanceof MigrationFailedError) await noteFailure(query, error).catch(() => {})
    throw error
  }
  await progress(`Applied ${pending.length} migrations.`)
}

/** Creates the table of applied migrations, if it is missing. */
export async function createMigrationTable(query: Query): Promise<void> {
  await query('create schema if not exists drizzle')
  await query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
}

/** Applies one migration in the caller's transaction. */
export async function applyMigration(query: Query, { name, at, hash, statements }: Migration): Promise<void> {
  for (const statement of statements) {
    try {
      await query(statement)
    } catch (error) {
      throw new MigrationFailedError(name, statement, error)
    }
  }
  await query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, at])
}

const FAILED = 'drizzle.failed_migration'

async function noteFailure(query: Query, { migration, message }: MigrationFailedError): Promise<void> {
  await query(
    `create table if not exists ${FAILED} (name text not null, failed_at timestamptz not null, host text not null, error text not null)`,
  )
  await query(`delete from ${FAILED}`)
  await query(`insert into ${FAILED} values ($1, now(), $2, $3)`, [migration, hostname(), message])
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Resolves with the promise's value, or throws an error with this message after the timeout. */
export async function withTimeout<T>(milliseconds: number, message: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), milliseconds)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
