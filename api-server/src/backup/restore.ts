import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Config } from '../config.ts'
import { type CopySession, type EmptyDatabase, NotEmptyError } from '../db/copy.ts'
import { applyMigration, createMigrationTable, listMigrations, type Migration, type Query } from '../db/migrations.ts'
import { isDiskFull, openEmptyDatabase } from '../db/open.ts'
import { noteRestore } from '../db/restored.ts'
import type { FileStore } from '../integrations/files.ts'
import { openFiles } from '../integrations/open-files.ts'
import { createSecrets, type Secrets } from '../secrets.ts'
import {
  BackupError,
  fingerprintOf,
  HEAD,
  type Head,
  isSealed,
  MANIFEST,
  type Manifest,
  readAll,
  readArchive,
} from './archive.ts'
import { decrypt, type Locks, type Place } from './place.ts'
import { createJobTables, openForLoading, readJobsVersion } from './tables.ts'

const decompress = promisify(zstdDecompress)
const MAX_HEAD_BYTES = 1024 * 1024
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024

export interface RestoreReport {
  head: Head
  tables: number
  rows: number
  files: number
  bytes: number
  /** Waiting jobs that were left out, because this release has another job queue. */
  lost_jobs: number
  /** Missing after `--verify`. */
  unfinished?: Unfinished
}

/** Reads the whole backup and checks every checksum. Changes nothing. */
export async function verifyBackup(config: Config, place: Place, locks: Locks): Promise<RestoreReport> {
  const { head, manifest } = await check(place, locks, createSecrets(config.secretKey))
  return report(head, manifest)
}

/** Restores into an empty database and file store. Checks the whole backup first; if anything fails, both are empty again. */
export async function restoreBackup(config: Config, place: Place, locks: Locks): Promise<RestoreReport> {
  const store = await openFiles(config)
  const written: string[] = []
  let unfinished: Unfinished | undefined
  try {
    const restored = await restoreInto(
      config,
      { place, locks, secrets: createSecrets(config.secretKey) },
      {
        beforeLoad: (manifest) => assertNoOtherFiles(store, manifest),
        async onFile(key, body) {
          written.push(key)
          await store.put(key, Readable.from(body, { objectMode: false }))
        },
        async beforeCommit({ query }, { head }) {
          unfinished = await countUnfinished(query)
          await noteRestore(query, head)
        },
      },
    )
    return { ...restored, ...(unfinished && { unfinished }) }
  } catch (error) {
    // The first error says what to do. A file that cannot be removed is accepted by the next try.
    for (const key of written) await store.remove(key).catch(() => {})
    throw error
  }
}

interface Steps {
  beforeLoad?(manifest: Manifest): Promise<void>
  /** Receives each file. It may leave the body unread. */
  onFile?(key: string, body: AsyncIterable<Buffer>): Promise<void>
  /** Runs on the schema of the backup, before later migrations. */
  afterLoad?(session: CopySession, manifest: Manifest, tables: Manifest['tables']): Promise<void>
  beforeCommit?(session: CopySession, checked: Checked): Promise<void>
}

/** Checks the whole backup, then loads it into an empty database in one transaction. */
export async function restoreInto(
  config: Config,
  { place, locks, secrets }: { place: Place; locks: Locks; secrets: Secrets },
  { beforeLoad, onFile = async () => {}, afterLoad, beforeCommit }: Steps,
): Promise<RestoreReport> {
  let target: EmptyDatabase | undefined
  try {
    const checked = await check(place, locks, secrets, async () => {
      target = await openEmptyDatabase(config)
    })
    const { head, manifest, migrations } = checked
    if (!target) throw new BackupError('The backup has no description.')
    await beforeLoad?.(manifest)
    const { session } = target
    await createMigrationTable(session.query)
    for (const migration of migrations) await applyMigration(session.query, migration)
    await createJobTables(session.query)
    const sameJobs = (await readJobsVersion(session.query)) === head.jobs_version
    const tables = manifest.tables.filter(({ table }) => sameJobs || !table.startsWith('jobs.'))
    const finishLoading = await openForLoading(session.query, tables)
    await load(session, { place, locks, manifest, tables, onFile })
    await finishLoading()
    await restoreSequences(session, manifest)
    await afterLoad?.(session, manifest, tables)
    for (const migration of listMigrations().slice(migrations.length)) await applyMigration(session.query, migration)
    await beforeCommit?.(session, checked)
    await target.commit()
    target = undefined
    return { ...report(head, { ...manifest, tables }), lost_jobs: sameJobs ? 0 : countJobs(manifest) }
  } catch (error) {
    await target?.discard()
    throw error
  }
}

const report = (head: Head, { tables, files }: Manifest): RestoreReport => ({
  head,
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  files: files.count,
  bytes: files.bytes,
  lost_jobs: 0,
})

interface Checked {
  head: Head
  manifest: Manifest
  /** Migrations that create the tables of the backup. */
  migrations: Migration[]
}

async function check(place: Place, locks: Locks, secrets: Secrets, onHead = async () => {}): Promise<Checked> {
  let head: Head | undefined
  let migrations: Migration[] = []
  let manifest: Manifest | undefined
  const found: Manifest['entries'] = []
  await readPlace(
    place,
    locks,
    async (entry) => {
      if (manifest) throw new BackupError('The backup was changed: it has entries after its manifest.')
      if (!head) {
        if (entry.name !== HEAD) throw new BackupError('This is not a backup of Flagyard.')
        head = JSON.parse(String(await readAll(entry, MAX_HEAD_BYTES))) as Head
        migrations = assertUsable(head, secrets)
        await onHead()
      } else if (entry.name === MANIFEST)
        manifest = JSON.parse(String(await readAll(entry, MAX_MANIFEST_BYTES))) as Manifest
    },
    (entry) => found.push(entry),
  )
  if (!head || !manifest) throw new BackupError('The backup is incomplete: it ends before its manifest.')
  if (!isSealed(secrets, manifest))
    throw new BackupError('The backup was changed: its manifest does not match its seal.')
  found.pop()
  for (const [at, { name, size, sha256 }] of manifest.entries.entries()) {
    const entry = found[at]
    if (entry?.name !== name || entry.size !== size || entry.sha256 !== sha256)
      throw new BackupError(`The backup was changed or is damaged: ${name} does not match its checksum.`)
  }
  if (found.length !== manifest.entries.length)
    throw new BackupError('The backup was changed: it has entries that are not in its manifest.')
  return { head, manifest, migrations }
}

/** Refuses a backup of another key, format or history before anything is written. */
function assertUsable(head: Head, secrets: Secrets): Migration[] {
  if (head.format !== 1) throw new BackupError('A newer release made this backup. Restore it with that release.')
  const fingerprint = fingerprintOf(secrets)
  if (head.key_fingerprint !== fingerprint)
    throw new BackupError(
      `SECRET_KEY does not match this backup: it was made with the key ${head.key_fingerprint}, and this key is ${fingerprint}. Without its key, nothing encrypted in it can be read.`,
    )
  const ours = listMigrations()
  const last = ours.at(-1)?.at ?? 0
  if (head.migrations.some(({ at }) => at > last))
    throw new BackupError(
      `Release ${head.version} made this backup, and its schema is newer than this release. Restore it with that release.`,
    )
  const migrations = ours.slice(0, head.migrations.length)
  if (
    migrations.some(({ at, hash }, index) => head.migrations[index]?.at !== at || head.migrations[index]?.hash !== hash)
  )
    throw new BackupError('The migrations of this backup are not those of this release.')
  return migrations
}

/** Leftovers of an interrupted restore of the same backup are overwritten. */
async function assertNoOtherFiles(store: FileStore, { entries }: Manifest): Promise<void> {
  const sizes = new Map(entries.map(({ name, size }) => [name, size]))
  for await (const { key, size } of store.list())
    if (sizes.get(`files/${key}`) !== size)
      throw new NotEmptyError(
        `The file store is not empty: it has ${key}, which is not in the backup. Choose an empty DATA_DIR or FILES_URL. If an interrupted restore of another backup left it, remove it first.`,
      )
}

async function restoreSequences({ query }: CopySession, { sequences }: Manifest): Promise<void> {
  for (const { sequence, last_value } of sequences)
    if (last_value !== null) await query('select setval($1::regclass, $2::bigint)', [sequence, last_value])
}

/** Work in progress at the snapshot. Later changes are not in the backup. */
interface Unfinished {
  exams: number
  labs: number
  mails: number
  last_certificate_at: string | null
  last_invoice: string | null
  last_audit_at: string | null
}

async function countUnfinished(query: Query): Promise<Unfinished> {
  const { rows } = await query(`select
    (select count(*)::int from exam_attempts where state = 'active') as exams,
    (select count(*)::int from deployments where state not in ('ended', 'queued')) as labs,
    (select count(*)::int from outbox where state in ('waiting', 'sending')) as mails,
    (select max(issued_at)::text from certificates) as last_certificate_at,
    (select series || '-' || lpad(number::text, 6, '0') from invoices order by issued_at desc, number desc limit 1) as last_invoice,
    (select max(at)::text from audit) as last_audit_at`)
  return rows[0] as unknown as Unfinished
}

const countJobs = ({ tables }: Manifest) => tables.find(({ table }) => table === 'jobs.job_common')?.rows ?? 0

interface Loading {
  place: Place
  locks: Locks
  manifest: Manifest
  tables: Manifest['tables']
  onFile: NonNullable<Steps['onFile']>
}

async function load({ write }: CopySession, { place, locks, manifest, tables, onFile }: Loading) {
  const expected = new Map(manifest.entries.map(({ name, sha256 }) => [name, sha256]))
  const columns = new Map(tables.map(({ table, columns }) => [table, columns]))
  let rows = 0
  await readPlace(
    place,
    locks,
    async (entry) => {
      const [folder, ...rest] = entry.name.split('/')
      if (folder === 'files') await onFile(rest.join('/'), entry.body)
      else if (folder === 'database') {
        const [table = ''] = rest
        const names = columns.get(table)
        if (names === undefined) return
        const packed = await readAll(entry, Number.MAX_SAFE_INTEGER)
        // The first reading checked this entry; a store could return something else now.
        if (createHash('sha256').update(packed).digest('hex') !== expected.get(entry.name)) throw changed(entry.name)
        rows += await write(table, names, await decompress(packed))
      }
    },
    ({ name, sha256 }) => {
      if (name !== MANIFEST && expected.get(name) !== sha256) throw changed(name)
    },
  )
  const promised = tables.reduce((sum, { rows }) => sum + rows, 0)
  if (rows !== promised) throw new BackupError(`The database took ${rows} rows instead of ${promised}.`)
}

const changed = (name: string) => new BackupError(`The backup changed while it was read: ${name}.`)

/** Reads the entries of a backup. Every failure to read is a damaged backup; others pass through. */
async function readPlace(
  place: Place,
  locks: Locks,
  ...visitors: Parameters<typeof readArchive> extends [unknown, ...infer R] ? R : never
) {
  const source = place.read()
  let visiting = false
  const [visit, onEntry] = visitors
  try {
    await readArchive(
      await decrypt(source, locks),
      async (entry) => {
        visiting = true
        await visit(entry)
        visiting = false
      },
      onEntry,
    )
  } catch (error) {
    if (visiting || error instanceof BackupError || isDiskFull(error) || (error as { code?: string }).code === 'ENOENT')
      throw error
    throw Object.assign(new BackupError(`The backup is incomplete or damaged: ${(error as Error).message}.`), {
      cause: error,
    })
  } finally {
    source.destroy()
  }
}
