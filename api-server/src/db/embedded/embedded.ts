import { cpSync, existsSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions, type Results } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { drizzle } from 'drizzle-orm/pglite'
import { fromPglite, PgBoss } from 'pg-boss'
import { prepareDataDir } from '../../data-dir.ts'
import { serverFolder } from '../../server-folder.ts'
import { AdvisoryLocks } from '../advisory-locks.ts'
import { type CopySession, type EmptyDatabase, inChunks, NotEmptyError } from '../copy.ts'
import type { Db, OpenedDatabase } from '../db.ts'
import { applyMigrations, listPending, type Query, readStatus, withTimeout } from '../migrations.ts'
import { type ClockRow, READ_CLOCK, toDate } from '../now.ts'
import * as schema from '../schema/index.ts'
import { CooperativePGlite } from './cooperative-pglite.ts'
import { requestCopy, serveCopies } from './copies.ts'
import { DurableFiles, syncPath, syncTree } from './durable-files.ts'
import { acquireLock, DatabaseInUseError } from './lock.ts'

export interface EmbeddedDatabase extends OpenedDatabase {
  /** The whole database as one file, which `openMemoryDatabase` can load. */
  dump(): Promise<Blob>
  /** Number of fsync calls, for tests. */
  syncs(): number
}

/** Opens PGlite in the data folder, durable and locked to this process. */
export async function openEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  prepareDataDir(dataDir)
  const folder = join(dataDir, 'database')
  const lock = await acquireLock(join(dataDir, 'database.lock'), folder)
  try {
    if (!existsSync(folder)) await createFolder(folder)
    const files = new DurableFiles(folder)
    const client = await CooperativePGlite.open({ fs: files, ...options, startParams: durableParams })
    const opened = toEmbeddedDatabase(client, () => files.syncs)
    const copies = await serveCopies(dataDir, folder, (work) => client.runExclusive(work))
    return {
      ...opened,
      async close() {
        copies.close()
        await opened.close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * Opens the database to read all of it. If a server is using it, this is a copy that the server makes, which is deleted at the end. Undefined if there
 * is none.
 */
export async function openEmbeddedToRead(dataDir: string): Promise<OpenedDatabase | undefined> {
  if (!existsSync(join(dataDir, 'database'))) return undefined
  try {
    return await openEmbeddedDatabase(dataDir)
  } catch (error) {
    const copy = error instanceof DatabaseInUseError ? await requestCopy(dataDir) : undefined
    if (!copy) throw error
    try {
      const fs = new NodeFS(copy.database)
      const opened = toEmbeddedDatabase(await PGlite.create({ fs, ...options, startParams: memoryParams }), () => 0)
      return { ...opened, close: () => opened.close().finally(copy.remove) }
    } catch (cause) {
      await copy.remove()
      throw cause
    }
  }
}

/** Opens PGlite in memory, optionally from a dump. For tests. */
export async function openMemoryDatabase(dump?: Blob): Promise<EmbeddedDatabase> {
  const client = await CooperativePGlite.open({
    ...options,
    startParams: memoryParams,
    ...(dump ? { loadDataDir: dump } : {}),
  })
  return toEmbeddedDatabase(client, () => 0)
}

// V8 can crash while it collects WebAssembly code that it has replaced with optimised code (nodejs/node#64500). PGlite is the only WebAssembly here,
// so the amount of uncollected code is small and bounded.
setFlagsFromString('--no-wasm-code-gc')

const options = { extensions: { pg_trgm } } satisfies PGliteOptions
const memoryParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB', '-c', 'wal_buffers=1MB']
const durableParams = [
  ...memoryParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
]

/** A migrated, empty database created by the build, as a template: creating one takes four of the six seconds of a first start. */
export const readyMadeFolder = join(serverFolder, '../.cache/empty-database')

/** Creates a migrated, empty database, including the job queue's tables. No fsync, because nothing depends on it yet. */
export async function makeEmptyDatabase(folder: string): Promise<void> {
  const client = await PGlite.create({ fs: new NodeFS(folder), ...options, startParams: memoryParams })
  const query: Query = (statement, values) => client.query(statement, values)
  await applyMigrations(query, await listPending(query))
  const boss = new PgBoss({ ...jobsDatabaseOf(client), schema: 'jobs', supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ close: false })
  await client.close()
}

/**
 * Creates the folder as a draft without fsync, syncs it once at the end and renames it. An interrupted first start leaves a draft, never an
 * incomplete database.
 */
async function createFolder(folder: string): Promise<void> {
  const draft = `${folder}.draft`
  rmSync(draft, { recursive: true, force: true })
  if (existsSync(readyMadeFolder)) cpSync(readyMadeFolder, draft, { recursive: true })
  else await makeEmptyDatabase(draft)
  await syncTree(draft)
  renameSync(draft, folder)
  syncPath(dirname(folder))
}

/**
 * Begins the transaction that restores into a new embedded database. It is a draft until `commit`, like a first start, so an interrupted restore leaves
 * no database.
 */
export async function openEmptyEmbedded(dataDir: string): Promise<EmptyDatabase> {
  prepareDataDir(dataDir)
  const folder = join(dataDir, 'database')
  const lock = await acquireLock(join(dataDir, 'database.lock'), folder)
  const draft = `${folder}.draft`
  const remove = () => rmSync(draft, { recursive: true, force: true })
  try {
    if (existsSync(folder))
      throw new NotEmptyError(
        `There already is a database in ${folder}. Move that folder away, or choose another DATA_DIR.`,
      )
    remove()
    // Creating a database needs 500 MiB, emptying one a fifth.
    if (existsSync(readyMadeFolder)) cpSync(readyMadeFolder, draft, { recursive: true })
    const client = await PGlite.create({ fs: new NodeFS(draft), ...options, startParams: memoryParams })
    await client.exec('begin')
    await dropEverything(client)
    const session = toCopySession(client)
    return {
      session: {
        ...session,
        query: (...given) => session.query(...given).catch((error) => throwFullDisk(error, draft)),
        write: (...given) => session.write(...given).catch((error) => throwFullDisk(error, draft)),
      },
      async commit() {
        await client.exec('commit').catch((error) => throwFullDisk(error, draft))
        await client.close()
        await syncTree(draft)
        renameSync(draft, folder)
        syncPath(dirname(folder))
        await lock.release()
      },
      async discard() {
        await client.close().catch(() => {})
        remove()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Room that Postgres needs for its next piece of log. */
const LOG_BYTES = 16 * 1024 * 1024

/** PGlite reports a full disk as an internal error. */
function throwFullDisk(error: unknown, folder: string): never {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize > LOG_BYTES) throw error
  throw Object.assign(new Error('The disk of the database is full', { cause: error }), { code: 'ENOSPC' })
}

async function dropEverything(client: PGlite): Promise<void> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(nspname), ', ') as names from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,
  )
  await client.exec(`drop schema ${rows[0]?.names} cascade; create schema public`)
}

function toCopySession(client: PGlite): CopySession {
  return {
    query: (statement, values) => (values ? client.query(statement, values) : client.exec(statement).then(lastResult)),
    read: (table, columns) => inChunks(readPages(client, table, columns)),
    async write(table, columns, rows) {
      const blob = new Blob([new Uint8Array(rows)])
      const [result] = await client.exec(`copy ${table} (${columns}) from '/dev/blob'`, { blob })
      return result?.affectedRows ?? 0
    },
    close: async () => {},
  }
}

const lastResult = (results: Results[]) => ({ rows: (results.at(-1)?.rows ?? []) as Record<string, unknown>[] })

/** Pages read at a time. PGlite returns a result as one piece, so a table is read by ranges of pages. */
const PAGES = 128

async function* readPages(client: PGlite, table: string, columns: string): AsyncGenerator<Buffer> {
  const size = await client.query<{ pages: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages`,
    [table],
  )
  const pages = size.rows[0]?.pages ?? 0
  for (let page = 0; page < pages; page += PAGES) {
    const range = `ctid >= '(${page},0)' and ctid < '(${page + PAGES},0)'`
    const [result] = await client.exec(`copy (select ${columns} from ${table} where ${range}) to '/dev/blob'`)
    if (result?.blob) yield Buffer.from(await result.blob.arrayBuffer())
  }
}

const jobsDatabaseOf = (client: PGlite): OpenedDatabase['jobsDatabase'] => ({
  backend: 'pglite',
  db: fromPglite(client),
})

/** PGlite inserts the channel name into its SQL without quoting. */
function assertSafeChannel(channel: string): string {
  if (!/^[a-z_]+$/.test(channel))
    throw new Error(`A channel name has only lowercase letters and underscores, not ${channel}`)
  return channel
}

function toEmbeddedDatabase(client: PGlite, syncs: () => number): EmbeddedDatabase {
  const driver = drizzle(client, { schema })
  const db: Db = driver
  const listen: OpenedDatabase['listen'] = async (channel, onPayload) => {
    const stop = await client.listen(assertSafeChannel(channel), onPayload)
    return () => stop()
  }
  const query: Query = (statement, values) => client.query(statement, values)
  return {
    kind: 'embedded',
    db,
    migrate: async (progress) => applyMigrations(query, await listPending(query), progress),
    migrationStatus: () => readStatus(query),
    openCopy: async () => toCopySession(client),
    sharesConnections: async () => false,
    listen,
    locks: new AdvisoryLocks(async () => ({ query, onLost: () => {}, close: async () => {} }), listen),
    jobsDatabase: jobsDatabaseOf(client),
    async ping() {
      const asked = client.query<ClockRow>(READ_CLOCK)
      return toDate(await withTimeout(2_000, 'The database did not answer', asked))
    },
    close: () => client.close(),
    dump: () => client.dumpDataDir('none'),
    syncs,
  }
}
