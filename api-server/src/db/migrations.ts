import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { serverFolder } from '../server-folder.ts'
import type { Db } from './db.ts'

/** Written by drizzle-kit, read by both databases. */
export const migrationsFolder = join(serverFolder, 'migrations')

/** Newest migration of the database. Null if this release does not know it, because a newer one has migrated the database. */
export async function findNewestMigration(db: Db): Promise<string | null> {
  const { rows } = (await db.execute(
    sql`select max(created_at)::float8 as created_at from drizzle.__drizzle_migrations`,
  )) as unknown as { rows: { created_at: number }[] }
  const { entries } = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number; tag: string }[]
  }
  return entries.find(({ when }) => when === rows[0]?.created_at)?.tag ?? null
}

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
