import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import {
  createTestDatabase,
  describeOnPostgres,
  openEmbeddedTestDatabase,
  openTestPostgres,
} from '../../../test/database.ts'
import { startProxy } from '../../../test/servers/proxy.ts'
import { type Db, isDatabaseUnavailable, type OpenedDatabase } from '../open.ts'
import { pipelinedCount, pipelinedRead } from '../prepared.ts'
import { settings } from '../schema/index.ts'
import { openPostgresDatabase, type PostgresLimits } from './postgres.ts'

const nothing = sql`(select 1) as nothing`
const backend = pipelinedRead('backend', (db) => db.select({ pid: sql<number>`pg_backend_pid()` }).from(nothing))
const sleep = pipelinedRead('sleep', (db) =>
  db.select({ slept: sql`pg_sleep(${sql.placeholder('seconds')})::text` }).from(nothing),
)
const setting = pipelinedRead('setting', (db) =>
  db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, sql.placeholder('key'))),
)
const lock = pipelinedRead('lock', (db) => db.select().from(settings).for('update'))
// @ts-expect-error Only a select can be given.
const write = pipelinedRead('write', (db) => db.insert(settings).values({ key: 'written', value: 1 }).returning())

const count = pipelinedCount('count', (db) =>
  db
    .insert(settings)
    .values({ key: sql.placeholder('key'), value: 1 })
    .returning({ pid: sql<number>`pg_backend_pid()` }),
)

const pidOf = async (db: Db) => (await backend(db))[0]?.pid
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: unknown) => (isDatabaseUnavailable(error) ? 'unavailable' : error),
  )

let opened: OpenedDatabase | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})
async function open(limits?: PostgresLimits) {
  opened = await openTestPostgres(limits)
  return opened
}

test('on the embedded database, which has one connection, a read runs there', async () => {
  const embedded = await openEmbeddedTestDatabase()
  await embedded.db.insert(settings).values({ key: 'here', value: 1 })
  expect(await setting(embedded.db, { key: 'here' })).toEqual([{ value: 1 }])
  await embedded.close()
})

describeOnPostgres('reads that share one connection', () => {
  test('concurrent reads use one backend while every pool connection is busy', async () => {
    const { db } = await open({ connections: 1 })
    await db.transaction(async () => {
      const pids = await Promise.all(Array.from({ length: 50 }, () => pidOf(db)))
      expect(new Set(pids).size).toBe(1)
    })
  })

  test('run in the given transaction and see its writes', async () => {
    const { db } = await open()
    await db.transaction(async (tx) => {
      await tx.insert(settings).values({ key: 'mine', value: 1 })
      expect(await setting(tx, { key: 'mine' })).toEqual([{ value: 1 }])
      expect(await setting(db, { key: 'mine' })).toEqual([])
    })
    expect(await setting(db, { key: 'mine' })).toEqual([{ value: 1 }])
  })

  test.each([
    ['locks a row', lock],
    ['writes', write],
  ])('cannot be a statement that %s: Postgres refuses it', async (_what, statement) => {
    const { db } = await open()
    await expect(statement(db)).rejects.toMatchObject({ cause: { code: '25006' } })
    expect(await db.select().from(settings)).toEqual([])
  })

  test('leave another connection to the counters, which write', async () => {
    const { db } = await open({ connections: 1 })
    await db.transaction(async () => {
      const counted = await Promise.all(Array.from({ length: 20 }, (_, n) => count(db, { key: `counter-${n}` })))
      const pids = new Set(counted.flat().map(({ pid }) => pid))
      expect(pids.size).toBe(1)
      expect(pids).not.toContain(await pidOf(db))
    })
    expect(await db.$count(settings)).toBe(20)
  })

  test('fail as unavailable when the server closes their connection; later reads use a new one', async () => {
    const { db } = await open()
    const pid = await pidOf(db)
    const waiting = [sleep(db, { seconds: 30 }), setting(db, { key: 'none' }), backend(db)].map(failure)
    await db.execute(sql`select pg_terminate_backend(${pid})`)
    expect(await Promise.all(waiting)).toEqual(['unavailable', 'unavailable', 'unavailable'])
    const next = await pidOf(db)
    expect(next).not.toBe(pid)
    expect(await pidOf(db), 'one new connection').toBe(next)
  })

  test('get a new connection after theirs closed while idle', async () => {
    const { db } = await open()
    const pid = await pidOf(db)
    await db.execute(sql`select pg_terminate_backend(${pid})`)
    await expect.poll(() => failure(backend(db))).toBe('answered')
    expect(await pidOf(db)).not.toBe(pid)
  })

  test('complete after a slow read, which is cancelled at the time limit', async () => {
    const { db } = await open({ pipeline: { statementTimeoutMs: 200 } })
    const pid = await pidOf(db)
    const slow = failure(sleep(db, { seconds: 30 }))
    expect(await Promise.all([pidOf(db), setting(db, { key: 'none' }), pidOf(db)])).toEqual([pid, [], pid])
    expect(await slow).toBe('unavailable')
    expect(await sleep(db, { seconds: 0 }), 'the same statement works later').toHaveLength(1)
  })

  test('fail in bounded time when the server stops responding; later reads use a new connection', async () => {
    const { url, drop } = await createTestDatabase()
    const proxy = await startProxy(url)
    const limits = { connectTimeoutMs: 1_000, pipeline: { responseTimeoutMs: 300 } }
    const behindProxy = openPostgresDatabase(proxy.url, limits)
    const { db } = behindProxy
    const pid = await pidOf(db)

    proxy.silence()
    expect(await Promise.all([backend(db), backend(db)].map(failure))).toEqual(['unavailable', 'unavailable'])
    expect(await failure(backend(db)), 'a new connection that is not answered either').toBe('unavailable')
    proxy.heal()
    await expect.poll(() => failure(backend(db))).toBe('answered')
    expect(await pidOf(db)).not.toBe(pid)
    await behindProxy.close()
    await proxy.close()
    await drop()
  })

  test('fail as unavailable without a server', async () => {
    const without = openPostgresDatabase('postgres://127.0.0.1:1/none')
    expect(await failure(backend(without.db))).toBe('unavailable')
    await without.close()
  })

  test('complete before the database closes', async () => {
    const { url, drop } = await createTestDatabase()
    const closing = openPostgresDatabase(url)
    await pidOf(closing.db)
    const waiting = [sleep(closing.db, { seconds: 0.2 }), backend(closing.db)]
    await closing.close()
    expect(await Promise.all(waiting)).toHaveLength(2)
    expect(await failure(backend(closing.db)), 'after it closed').toBe('unavailable')
    await drop()
  })
})
