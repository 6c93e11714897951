import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { idempotencyKeys } from '../../db/schema/index.ts'
import { createSecrets } from '../../secrets.ts'
import type { AnyCall } from './handler-context.ts'
import { withIdempotencyKey } from './idempotency.ts'
import { claimKey } from './queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
afterEach(() => void vi.useRealTimers())

const claimedAt = async (key: string) =>
  (await database.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key)))[0]
const age = (key: string) =>
  database.db
    .update(idempotencyKeys)
    .set({ created_at: sql`now() - interval '7 seconds'` })
    .where(eq(idempotencyKeys.key, key))

test('another process takes over the key of a dead one, and not of one whose request still runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const deps = { db: database.db, secrets: createSecrets('a secret key of the tests, long enough') }
  const callWith = (key: string) =>
    ({ deps, request: { headers: { 'idempotency-key': key } }, params: {}, address: '127.0.0.1' }) as unknown as AnyCall
  const work = Promise.withResolvers<string>()
  const answer = withIdempotencyKey('buy', callWith('slow'), () => work.promise, JSON.stringify)
  await expect.poll(() => claimedAt('slow')).toBeTruthy()
  const row = (await claimedAt('slow'))!
  await age('slow')
  await vi.advanceTimersByTimeAsync(2_000)
  await expect.poll(async () => (await claimedAt('slow'))!.created_at.getTime()).toBeGreaterThan(Date.now() - 6_000)
  expect(await claimKey(deps.db, row)).toEqual({ kind: 'running' })
  await age('slow')
  expect(await claimKey(deps.db, row), 'not renewed any longer').toEqual({ kind: 'claimed' })

  work.resolve('done')
  expect(await answer).toBe('done')
  expect(await withIdempotencyKey('buy', callWith('slow'), () => work.promise, JSON.stringify)).toBe('done')
})
