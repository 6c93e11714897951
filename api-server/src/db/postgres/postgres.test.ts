import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase, describeOnPostgres, openTestPostgres } from '../../../test/database.ts'
import { freePort } from '../../../test/servers/postgres.ts'
import { startProxy } from '../../../test/servers/proxy.ts'
import { runCommand, startChild } from '../../../test/spawn.ts'
import { setSearchLimits } from '../lists/find-matches.ts'
import { type Db, isDatabaseUnavailable } from '../open.ts'
import { pipelinedRead } from '../prepared.ts'
import { settings } from '../schema/index.ts'
import { openPostgresDatabase } from './postgres.ts'

const production = { DATA_DIR: join(tmpdir(), 'flagyard-migrating'), SECRET_KEY: 'k'.repeat(43), DEMO: '0' }
const patience = { timeout: 60_000, interval: 100 }

async function status(url: string) {
  const opened = openPostgresDatabase(url)
  try {
    return await opened.migrationStatus()
  } finally {
    await opened.close()
  }
}

describeOnPostgres('Postgres', () => {
  test('five processes that start at the same time migrate once', async () => {
    const { url, drop } = await createTestDatabase({ migrated: false })
    const replicas = Array.from({ length: 5 }, () => startChild('migrate', [url]))
    const endings = await Promise.all(replicas.map((replica) => replica.ended))
    expect(replicas.map((replica) => replica.errors()).join('')).toBe('')
    expect(endings).toEqual([0, 0, 0, 0, 0])

    const opened = openPostgresDatabase(url)
    const applied = await opened.pool.query('select hash from drizzle.__drizzle_migrations')
    expect(new Set(applied.rows.map((row) => row.hash)).size).toBe(applied.rows.length)
    expect(await opened.db.select().from(settings)).toEqual([])
    await opened.close()
    await drop()
  }, 60_000)

  test('a process that migrates is named to those that wait, and its lock ends when it is killed', async () => {
    const { url, drop } = await createTestDatabase({ migrated: false })
    // A migration waits until this transaction ends.
    const blocker = new pg.Client({ connectionString: url })
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query('create schema drizzle')
    const first = startChild('flagyard', ['migrate'], { DATABASE_URL: url, ...production })
    const running = () => status(url).then(({ running }) => running)
    await vi.waitFor(async () => expect(await running()).not.toBeNull(), patience)
    const { by, since } = (await running())!
    expect(by).toContain(`:${first.process.pid}`)

    const port = String(await freePort())
    const server = startChild('serve', [], { DATABASE_URL: url, ...production, PORT: port, LOG_LEVEL: 'info' })
    onTestFinished(() => void server.process.kill('SIGKILL'))
    await server.prints(new RegExp(`Waiting: ${by} has been migrating the database since ${since}`))
    const answers = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then(({ status }) => status)
    // The process logs the sentence before it listens.
    await vi.waitFor(async () => expect(await answers('/healthz')).toBe(200), patience)
    expect(await answers('/readyz')).toBe(503)
    first.process.kill('SIGKILL')
    await first.ended
    await server.prints(/Applying \d+ migrations/)
    await blocker.query('rollback')
    await vi.waitFor(async () => expect(await answers('/readyz')).toBe(200), patience)
    expect(await status(url)).toMatchObject({ pending: [], running: null, failed: null })
    await blocker.end()
    server.process.kill('SIGKILL')
    await server.ended
    await drop()
  }, 120_000)

  test('a server whose migration fails exits, and the status names the migration until one succeeds', async () => {
    const { url, drop } = await createTestDatabase({ migrated: false })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('create table users (id text)')
    const run = (...args: string[]) => runCommand('flagyard', args, { DATABASE_URL: url, ...production })
    expect((await run('migrate', '--plan')).output).toMatch(/^Pending:\n {2}0000_\w+\n {2}0001_/)
    const server = startChild('serve', [], { DATABASE_URL: url, ...production, PORT: String(await freePort()) })
    expect(await server.ended).toBe(70)
    const [sentence] = /^The migration \d{4}_\w+ failed, so nothing was changed.*\(42P07\)/.exec(server.errors()) ?? [
      '',
    ]
    expect(await run('migrate', '--status')).toMatchObject({
      code: 70,
      output: expect.stringContaining(`: ${sentence}`),
    })
    expect((await client.query(`select to_regclass('settings') as settings`)).rows).toEqual([{ settings: null }])
    await client.query('drop table users')
    expect(await run('migrate')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/\nNo migration is pending\.\n$/),
    })
    expect(JSON.parse((await run('migrate', '--status', '--json')).output)).toMatchObject({ failed: null, newer: 0 })
    await client.end()
    await drop()
  }, 120_000)

  test('with all connections busy, a query waits for a bounded time and then reports a busy database', async () => {
    const opened = await openTestPostgres({ connections: 2, connectTimeoutMs: 2_000 })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const busy = [0, 1].map(() => opened.db.transaction(() => held))
    const waited = await Promise.allSettled([
      opened.db.select().from(settings).execute(),
      opened.db.transaction(async () => 'never'),
    ])
    expect(waited.map((one) => one.status === 'rejected' && isDatabaseUnavailable(one.reason))).toEqual([true, true])
    release()
    await Promise.all(busy)
    expect(await opened.db.select().from(settings)).toEqual([])
    await opened.close()
  })

  test('the limits of a search end with its transaction', async () => {
    const opened = await openTestPostgres({ connections: 1 })
    const timeout = () =>
      opened.db.select({ timeout: sql`current_setting('statement_timeout')` }).from(sql`(select 1) one`)
    const before = await timeout()
    await opened.db.transaction((tx) => setSearchLimits(tx, 1_234))
    expect(await timeout()).toEqual(before)
    await opened.close()
  })

  test('replaces connections closed by the server, idle or in use, and continues listening', async () => {
    const opened = await openTestPostgres({ connections: 3 })
    const gaps: string[] = []
    let heard = (_payload: string) => {}
    const back = new Promise<void>((resolve) => {
      void opened.listen(
        'news',
        (payload) => heard(payload),
        () => {
          gaps.push('gap')
          resolve()
        },
      )
    })
    await opened.db.execute(sql`select 1`)
    const inUse = opened.db.transaction(async (tx) => {
      await endOthers(opened.url)
      await tx.execute(sql`select 1`)
    })
    expect(isDatabaseUnavailable(await inUse.catch((error: unknown) => error))).toBe(true)
    await back

    for (let number = 0; number < 6; number++) {
      await opened.db.transaction(async (tx) => tx.insert(settings).values({ key: `after-${number}`, value: 1 }))
    }
    const payload = new Promise<string>((resolve) => {
      heard = resolve
    })
    await opened.db.execute(sql`select pg_notify('news', 'again')`)
    expect(await payload).toBe('again')
    expect(gaps).toEqual(['gap'])
    await opened.close()
  })

  test('with several hosts, uses the one that answers, in the pool, the pipelines, the listener and migrations', async () => {
    const { url, drop } = await createTestDatabase()
    const opened = openPostgresDatabase(url.replace('127.0.0.1', '127.0.0.1:1,127.0.0.1'))
    await opened.migrate()
    const heard = new Promise<string>(
      (resolve) => void opened.listen('news', resolve).then(() => opened.db.execute(sql`notify news, 'here'`)),
    )
    expect(await heard).toBe('here')
    expect(await settingOfReads(opened.db)).toEqual([{ read_only: 'on' }])
    await opened.close()
    await drop()
  })

  test('is unavailable if none of several hosts answers', async () => {
    const opened = openPostgresDatabase('postgres://127.0.0.1:1,127.0.0.1:2/none')
    expect(isDatabaseUnavailable(await opened.db.execute(sql`select 1`).catch((error: unknown) => error))).toBe(true)
    await opened.close()
  })

  test('a failing begin releases its connection', async () => {
    const opened = await openTestPostgres({ connections: 1, connectTimeoutMs: 2_000 })
    await opened.db.execute(sql`select 1`)
    for (let round = 0; round < 3; round++) {
      await endOthers(opened.url)
      await opened.db.transaction(async (tx) => tx.execute(sql`select 1`)).catch(() => {})
    }
    await opened.db.transaction(async (tx) => tx.execute(sql`select 1`))
    await opened.close()
  })

  test('concurrent queries of a transaction are answered in order, from its first statement', async () => {
    const opened = await openTestPostgres({ connections: 1 })
    const count = (tx: Db) => tx.select({ rows: sql`count(*)::int` }).from(settings)
    for (const before of [0, 1]) {
      const asked = opened.db.transaction(async (tx) => {
        const [, counted] = await Promise.all([
          tx.insert(settings).values({ key: `key-${before}`, value: 1 }),
          count(tx),
        ])
        if (before === 1) throw new Error('changed my mind')
        return counted
      })
      if (before === 0) expect(await asked).toEqual([{ rows: 1 }])
      else await expect(asked).rejects.toThrow('changed my mind')
      expect(await count(opened.db)).toEqual([{ rows: 1 }])
    }
    await opened.close()
  })

  test('runs no statement of a transaction whose begin failed', async () => {
    const opened = await openTestPostgres({ connections: 1 })
    await opened.db.transaction((tx) => tx.select().from(settings))
    await opened.db.execute(sql`deallocate all`)
    const insert = opened.db.transaction((tx) => tx.insert(settings).values({ key: 'outside', value: 1 }))
    await expect(insert).rejects.toThrow()
    expect(await opened.db.select().from(settings)).toEqual([])
    await opened.close()
  })
})

describeOnPostgres('a connection that falls silent', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  test('is detected by its timeout and replaced, in a query and in a transaction', async () => {
    const proxy = await startProxy(database.url)
    const opened = openPostgresDatabase(proxy.url, {
      connections: 1,
      responseTimeoutMs: 300,
      connectTimeoutMs: 1_000,
    })
    await opened.db.execute(sql`select 1`)
    proxy.silence()
    expect(isDatabaseUnavailable(await opened.db.execute(sql`select 2`).catch((error: unknown) => error))).toBe(true)
    proxy.heal()
    await opened.db.execute(sql`select 3`)

    const cut = opened.db.transaction(async (tx) => {
      proxy.silence()
      await tx.execute(sql`select 4`)
    })
    expect(isDatabaseUnavailable(await cut.catch((error: unknown) => error))).toBe(true)
    proxy.heal()
    await opened.db.transaction(async (tx) => tx.execute(sql`select 5`))
    await opened.close()
    await proxy.close()
  })
})

describeOnPostgres('a named statement', () => {
  test('has its columns described once per connection, also after an error', async () => {
    const opened = await openTestPostgres({ connections: 1 })
    const client = (await opened.pool.connect()) as pg.PoolClient & { connection: pg.Connection }
    let described = 0
    client.connection.on('rowDescription', () => described++)
    const statement = { name: 'pair', text: 'select $1::int as number, now() as time' }
    const read = async (value: unknown) => (await client.query(statement, [value])).rows
    const asArray = async (value: unknown) => (await client.query({ ...statement, rowMode: 'array' }, [value])).rows

    expect(await read(1)).toEqual([{ number: 1, time: expect.any(Date) }])
    expect(await Promise.all([2, null].map(read))).toMatchObject([[{ number: 2 }], [{ number: null }]])
    await expect(read('x')).rejects.toMatchObject({ code: '22P02' })
    expect(await asArray(3)).toEqual([[3, expect.any(Date)]])
    expect(described).toBe(1)
    client.release()
    await opened.close()
  })

  test('whose columns have changed fails instead of giving values to the wrong columns', async () => {
    const opened = await openTestPostgres({ connections: 1 })
    await opened.pool.query('create table pairs as select 1 as one, 2 as two')
    const all = { name: 'pairs', text: 'select * from pairs' }
    expect((await opened.pool.query(all)).rows).toEqual([{ one: 1, two: 2 }])
    await opened.pool.query('alter table pairs drop column one')
    await expect(opened.pool.query(all)).rejects.toThrow('cached plan must not change result type')
    await opened.close()
  })
})

const settingOfReads = pipelinedRead('read_only', (db) =>
  db.select({ read_only: sql`current_setting('default_transaction_read_only')` }).from(sql`(select 1) one`),
)

/** Terminates all other connections to the database, like a server restart. */
async function endOthers(url: string): Promise<void> {
  const opened = openPostgresDatabase(url)
  await opened.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await opened.close()
}
