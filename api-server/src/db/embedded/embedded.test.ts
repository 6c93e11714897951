import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openEmbeddedTestDatabase } from '../../../test/database.ts'
import { programArgs } from '../../../test/programs.ts'
import { runCommand, startChild } from '../../../test/spawn.ts'
import { settings } from '../schema/index.ts'
import { openEmbeddedDatabase } from './embedded.ts'
import { acquireLock, DatabaseInUseError } from './lock.ts'

// A first start creates a whole database, which is slow while other tests use the same cores.
vi.setConfig({ testTimeout: 90_000 })

const folders: string[] = []
function folder() {
  const empty = mkdtempSync(join(tmpdir(), 'flagyard-embedded-'))
  folders.push(empty)
  return empty
}

/** A database folder created once, because creating one takes seconds. */
let made: string
const used = () => {
  const copy = folder()
  cpSync(join(made, 'database'), join(copy, 'database'), { recursive: true })
  return copy
}
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'flagyard-embedded-'))
  const opened = await openEmbeddedDatabase(made)
  await opened.close()
}, 90_000)
afterAll(() => rmSync(made, { recursive: true, force: true }))
afterEach(() => {
  for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true })
})

test('every commit reaches the disk: Postgres requests an fsync, and the file is synced', async () => {
  const opened = await openEmbeddedDatabase(used())
  await opened.migrate()
  for (let number = 0; number < 5; number++) {
    const before = opened.syncs()
    await opened.db.insert(settings).values({ key: `key-${number}`, value: number })
    expect(opened.syncs()).toBeGreaterThan(before)
  }
  await opened.close()
})

test('data persists after reopening, and only its owner can access the folder', async () => {
  const dataDir = join(folder(), 'made', 'here')
  const first = await openEmbeddedDatabase(dataDir)
  await first.migrate()
  await first.db.insert(settings).values({ key: 'kept', value: { yes: true } })
  await first.close()

  const second = await openEmbeddedDatabase(dataDir)
  await second.migrate()
  expect(await second.db.select({ value: settings.value }).from(settings)).toEqual([{ value: { yes: true } }])
  await second.close()
  expect(statSync(dataDir).mode & 0o077).toBe(0)
})

test('refuses a second process on the same folder, with a message that names the folder', async () => {
  const dataDir = used()
  const holder = startChild('write-rows', [dataDir])
  await holder.prints(/^1$/m)
  // A suspended process keeps its lock.
  holder.process.kill('SIGSTOP')
  const refused = await openEmbeddedDatabase(dataDir).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DatabaseInUseError)
  expect((refused as Error).message).toBe(
    `Another process is already using the database in ${join(dataDir, 'database')}. Stop that one first, or choose another DATA_DIR, or set DATABASE_URL.`,
  )
  const started = await runCommand('flagyard', ['start'], {
    DATA_DIR: dataDir,
    DEMO: '1',
    PORT: '0',
    PUBLIC_URL: 'http://localhost',
  })
  expect(started).toEqual({ code: 69, output: expect.any(String), errors: `${(refused as Error).message}\n` })
  holder.process.kill('SIGKILL')
  await holder.ended
  const opened = await openEmbeddedDatabase(dataDir)
  await opened.ping()
  await opened.close()
})

test.skipIf(spawnSync('unshare', ['--pid', '--fork', 'true']).status !== 0)(
  'refuses a process of another container, which has other process ids',
  async () => {
    const dataDir = used()
    const args = [
      '--pid',
      '--fork',
      '--kill-child',
      process.execPath,
      ...programArgs('write-rows', { embedded: true }),
      dataDir,
    ]
    const holder = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(holder.stdout, 'data')
    await expect(openEmbeddedDatabase(dataDir)).rejects.toThrow(DatabaseInUseError)
    holder.kill('SIGKILL')
    await once(holder, 'close')
    const opened = await openEmbeddedDatabase(dataDir)
    await opened.close()
  },
)

test('refuses a process of another machine while the first one lives, even if the file system gives both the lock', async () => {
  const file = join(folder(), 'database.lock')
  const acquire = (machine: string) => acquireLock(file, '/data/database', { machine, signMs: 40 })
  const first = await acquire('one')
  // A new file has its own lock, like a file system without locks.
  rmSync(file)
  await expect(acquire('other')).rejects.toThrow(`Another process on ${hostname()} is already using the database`)
  const stopped = `${file}.signs`
  cpSync(stopped, `${stopped}.copy`)
  await first.release()
  renameSync(`${stopped}.copy`, stopped)
  const second = await acquire('other')
  await second.release()
  expect(existsSync(stopped)).toBe(false)
})

test('does not wait for signs that ended long ago, as after a crash and a reboot', async () => {
  const file = join(folder(), 'database.lock')
  const stopped = `${file}.signs`
  // Waiting for them takes five minutes.
  const acquire = () => acquireLock(file, '/data/database', { machine: 'this boot', signMs: 60_000 })
  writeFileSync(stopped, `the boot before\n${hostname()}\n           1\n`)
  const long = new Date(Date.now() - 3_600_000)
  utimesSync(stopped, long, long)
  await (await acquire()).release()
  expect(readdirSync(dirname(file))).toEqual(['database.lock'])
})

test('releases the folder after closing, and after opening failed', async () => {
  const dataDir = used()
  const first = await openEmbeddedDatabase(dataDir)
  await expect(openEmbeddedDatabase(dataDir)).rejects.toThrow(DatabaseInUseError)
  await first.close()
  const second = await openEmbeddedDatabase(dataDir)
  await second.close()
})

const long = process.env.LONG === '1'
const rounds = long ? 60 : 2
test(`${rounds} rounds of kill -9 while rows are written lose no acknowledged row`, {
  timeout: rounds * 30_000,
}, async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))
  console.log(`seed ${seed}`)
  const dataDir = used()
  let acknowledged = 0
  for (let round = 0; round < rounds; round++) {
    const until = acknowledged + 1 + ((seed + round * 7_919) % 120)
    const writer = startChild('write-rows', [dataDir])
    await writer.prints(new RegExp(`^${until}$`, 'm'))
    writer.process.kill('SIGKILL')
    await writer.ended
    acknowledged = Math.max(...writer.output().trim().split('\n').map(Number))

    const opened = await openEmbeddedDatabase(dataDir)
    const { rows } = (await opened.db.execute(
      sql`select count(*)::int as count, max(number)::int as last from written`,
    )) as unknown as { rows: { count: number; last: number }[] }
    await opened.close()
    const { count = 0, last = 0 } = rows[0] ?? {}
    expect(last).toBeGreaterThanOrEqual(acknowledged)
    expect(count).toBe(last)
    acknowledged = last
  }
})

test('plans a repeated statement once, with other values, after errors and within transactions', async () => {
  const { db, close } = await openEmbeddedTestDatabase()
  await db.execute(sql`create table numbers (number integer primary key, word text)`)
  const insert = (number: number) =>
    db.execute(sql`insert into numbers values (${number}, ${`word ${number}`}) returning number`)
  const find = async (within: Pick<typeof db, 'execute'>, number: number) => {
    const found = (await within.execute(
      sql`select word, ${number}::int as asked from numbers where number = ${number}`,
    )) as unknown
    return (found as { rows: { word: string; asked: number }[] }).rows
  }
  for (const number of [1, 2, 3, 4]) await insert(number)
  await expect(insert(2)).rejects.toThrow()
  await insert(5)
  await expect(
    db.transaction(async (tx) => {
      expect(await find(tx, 5)).toEqual([{ word: 'word 5', asked: 5 }])
      await tx.execute(sql`delete from numbers where number = 5`)
      expect(await find(tx, 5)).toEqual([])
      await tx.execute(sql`select 1 / 0`)
    }),
  ).rejects.toThrow()
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map((number) => find(db, number)))).toEqual([
    ...[1, 2, 3, 4, 5].map((asked) => [{ word: `word ${asked}`, asked }]),
    [],
  ])
  const { rows } = (await db.execute(
    sql`select count(*)::int as plans from pg_prepared_statements where name like 'cached_%' and statement like '%numbers%'`,
  )) as unknown as { rows: { plans: number }[] }
  expect(rows).toEqual([{ plans: 2 }])
  await close()
})
