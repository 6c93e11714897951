import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { expect, onTestFinished } from 'vitest'
import type { Db, Tx } from '../../src/db/open.ts'
import { users } from '../../src/db/schema/index.ts'
import type { TestApp } from '../app.ts'

/** Starts calls, waits until all of them are blocked by the accounts' rows, and releases them together. */
export async function atOnce<T>(on: TestApp, start: () => Promise<T>[]): Promise<PromiseSettledResult<T>[]> {
  const { db } = on.deps
  const release = await hold(db, (tx) => tx.select({ id: users.id }).from(users).for('update'))
  const calls = start()
  const settled = Promise.allSettled(calls)
  await untilWaiting(db, calls.length)
  await release()
  return settled
}

/**
 * Runs `lock` in a transaction that stays open until it is released. The end of the test also releases it: blocked
 * calls would prevent the server from closing and hide why the test failed.
 */
export async function hold(db: Db, lock: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { promise: locked, resolve: signalLocked } = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await lock(tx)
    signalLocked()
    await gate
  })
  await Promise.race([locked, holding])
  const release = () => {
    open()
    return holding
  }
  onTestFinished(release)
  return release
}

/** Blocks writes to a table, so that writers wait in the middle of their work. */
export const holdTable = (db: Db, table: PgTable) =>
  hold(db, (tx) => tx.execute(sql`lock table ${table} in share mode`))

/** Waits until this many statements are blocked by other transactions. */
export async function untilWaiting(db: Db, many: number): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const count = async () => ((await db.execute(waiting)) as unknown as { rows: unknown[] }).rows.length
  await expect.poll(count, { timeout: 10_000 }).toBe(many)
}
