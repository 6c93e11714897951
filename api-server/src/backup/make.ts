import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { Config } from '../config.ts'
import { assertSecretKey } from '../db/assert-secret-key.ts'
import type { CopySession } from '../db/copy.ts'
import { listApplied, listMigrations } from '../db/migrations.ts'
import { openToRead } from '../db/open.ts'
import type { FileStore } from '../integrations/files.ts'
import { openFiles } from '../integrations/open-files.ts'
import { readRelease } from '../release.ts'
import { createSecrets } from '../secrets.ts'
import {
  ArchiveWriter,
  BackupError,
  fingerprintOf,
  HEAD,
  type Head,
  MANIFEST,
  type Manifest,
  withSeal,
} from './archive.ts'
import { encrypt, type Locks, type Place } from './place.ts'
import { listSequences, listTables, readJobsVersion } from './tables.ts'

const compress = promisify(zstdCompress)

export interface BackupReport {
  made_at: string
  tables: number
  rows: number
  files: number
  /** Size of all files. */
  bytes: number
  /** Size of the archive. */
  archive_bytes: number
}

/** Writes one snapshot of the database, then all files, which never change under their names. */
export async function makeBackup(config: Config, place: Place, locks: Locks): Promise<BackupReport> {
  await place.assertFree()
  const secrets = createSecrets(config.secretKey)
  const opened = await openToRead(config)
  if (!opened) throw new BackupError(`There is nothing to back up: ${config.dataDir} has no database.`)
  const session = await opened.openCopy()
  try {
    if ((await listApplied(session.query)).length === 0)
      throw new BackupError('There is nothing to back up: the database has no tables of Flagyard.')
    await assertSecretKey(opened.db, secrets, config)
    const head = await readHead(session, opened.kind, fingerprintOf(secrets))
    const archive = new ArchiveWriter()
    const produce = async () => {
      await archive.add(HEAD, toJson(head))
      const database = await addDatabase(archive, session)
      const files = await addFiles(archive, await openFiles(config))
      const manifest = withSeal(secrets, { ...database, files, entries: archive.entries })
      await archive.add(MANIFEST, toJson(manifest))
      archive.stream.finalize()
      return manifest
    }
    const content = await encrypt(Readable.from(archive.stream, { objectMode: false }), locks)
    const producing = produce().catch((error: Error) => {
      archive.stream.destroy(error)
      throw error
    })
    const [{ tables, files }, archive_bytes] = await Promise.all([producing, place.write(content)])
    const rows = tables.reduce((sum, { rows }) => sum + rows, 0)
    return { made_at: head.made_at, tables: tables.length, rows, files: files.count, bytes: files.bytes, archive_bytes }
  } finally {
    await session.close()
    await opened.close()
  }
}

const toJson = (value: object) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

/** Begins the snapshot: everything is read as of one moment, while the server continues to write. */
async function readHead({ query }: CopySession, database: Head['database'], key_fingerprint: string): Promise<Head> {
  await query('begin transaction isolation level repeatable read read only')
  const applied = await listApplied(query)
  const known = new Map(listMigrations().map(({ at, hash }) => [at, hash]))
  const unknown = applied.filter((at) => !known.has(at))
  if (unknown.length > 0)
    throw new BackupError('A newer release has migrated this database. Make the backup with that release.')
  const [clock] = (await query('select now() as now')).rows as [{ now: Date }]
  return {
    format: 1,
    version: readRelease().version,
    made_at: clock.now.toISOString(),
    database,
    migrations: applied.map((at) => ({ at, hash: known.get(at) ?? '' })),
    jobs_version: await readJobsVersion(query),
    key_fingerprint,
  }
}

async function addDatabase(
  archive: ArchiveWriter,
  session: CopySession,
): Promise<Pick<Manifest, 'tables' | 'sequences'>> {
  const tables: Manifest['tables'] = []
  for (const { table, columns } of await listTables(session.query)) {
    let rows = 0
    let part = 0
    for await (const chunk of session.read(table, columns)) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++
      await archive.add(`database/${table}/${String(++part).padStart(6, '0')}.copy.zst`, await compress(chunk))
    }
    tables.push({ table, columns, rows })
  }
  // Numbers are drawn outside of transactions, so these are the snapshot's or later ones.
  const sequences = await listSequences(session.query)
  await session.query('commit')
  return { tables, sequences }
}

async function addFiles(archive: ArchiveWriter, store: FileStore): Promise<Manifest['files']> {
  const files = { count: 0, bytes: 0 }
  for await (const { key } of store.list()) {
    // Deleted since it was listed, such as a piece of a finished upload.
    const size = await store.size(key)
    if (size === null) continue
    await archive.addStream(`files/${key}`, size, store.read(key))
    files.count++
    files.bytes += size
  }
  return files
}
