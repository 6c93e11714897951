import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '../src/db/open.ts'
import { users } from '../src/db/schema/index.ts'
import type { TestApp } from './app.ts'

/** Lets calls run up to the accounts' rows, where they wait, and then go on together. */
export async function atOnce<T>(on: TestApp, start: () => Promise<T>[]): Promise<PromiseSettledResult<T>[]> {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { promise: locked, resolve: tell } = Promise.withResolvers<void>()
  const holding = on.deps.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).for('update')
    tell()
    await gate
  })
  await locked
  const calls = start()
  const settled = Promise.allSettled(calls)
  await untilWaiting(on.deps.db, calls.length)
  open()
  await holding
  return settled
}

/** Until so many statements wait for rows that another transaction holds. */
export async function untilWaiting(db: Db, many: number): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const count = async () => ((await db.execute(waiting)) as unknown as { rows: unknown[] }).rows.length
  await expect.poll(count, { timeout: 10_000 }).toBe(many)
}
