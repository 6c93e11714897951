import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { CopySession } from '../db/copy.ts'
import { acquireLock, DatabaseInUseError } from '../db/embedded/lock.ts'
import { openPostgresCopy } from '../db/postgres/copy.ts'
import { createSecrets } from '../secrets.ts'
import { BackupError } from './archive.ts'
import type { Locks, Place } from './place.ts'
import { type RestoreReport, restoreInto } from './restore.ts'

export interface DrillReport extends RestoreReport {
  /** A sentence for each difference from the manifest. */
  differences: string[]
}

/**
 * Restores a backup into a scratch database, compares it with the manifest, and removes it. Files are read and compared, not stored. Nothing runs on
 * the scratch database, and a restore is not noted in it, so it has no effect on people, clouds or mails.
 */
export async function rehearseRestore(config: Config, place: Place, locks: Locks): Promise<DrillReport> {
  const differences: string[] = []
  const scratch = config.databaseUrl
    ? await createScratchDatabase(config.databaseUrl)
    : await scratchFolder(config.dataDir)
  try {
    const restored = await restoreInto(
      { ...config, ...scratch.settings },
      { place, locks, secrets: createSecrets(config.secretKey) },
      {
        async afterLoad({ query }, { entries, files }, tables) {
          for (const { table, rows } of tables) {
            const [found] = (await query(`select count(*)::int as rows from ${table}`)).rows
            if (found?.rows !== rows) differences.push(`${table} has ${found?.rows} rows instead of ${rows}.`)
          }
          const sums = new Map(entries.map(({ name, sha256 }) => [name, sha256]))
          const stored = [...sums.keys()].filter((name) => name.startsWith('files/')).length
          if (stored !== files.count) differences.push(`It has ${stored} files instead of ${files.count}.`)
          // Named by their checksum. A file that nothing uses may be deleted while the backup is made.
          for (const { name } of (await query('select name from stored_files where unused_since is null')).rows) {
            const sum = sums.get(`files/content/${name}`)
            if (sum === undefined) differences.push(`The file ${name} is missing.`)
            else if (!String(name).startsWith(sum)) differences.push(`The file ${name} has other contents.`)
          }
        },
      },
    )
    return { ...restored, differences }
  } finally {
    await scratch.remove()
  }
}

interface Scratch {
  settings: Pick<Config, 'databaseUrl'> | Pick<Config, 'dataDir'>
  remove(): Promise<void>
}

/** Creates an empty database on the same server, and drops those of drills that were killed. Drops only names that it makes. */
async function createScratchDatabase(url: string): Promise<Scratch> {
  const name = await withSession(url, async ({ query }) => {
    const { rows } = await query(
      'select datname, datcollate, datctype from pg_database where datname = current_database()',
    )
    const { datname, datcollate, datctype } = rows[0] as Record<string, string>
    const prefix = `${String(datname).replaceAll(/\W/g, '_').slice(0, 40)}_drill_`
    const all = await query('select datname from pg_database where starts_with(datname, $1)', [prefix])
    // One that is in use belongs to a drill that is still running.
    for (const { datname: old } of all.rows)
      if (/^[0-9a-f]{16}$/.test(String(old).slice(prefix.length)))
        await query(`drop database if exists "${old}"`).catch(ignoreInUse)
    const made = `${prefix}${randomBytes(8).toString('hex')}`
    await query(
      `create database "${made}" template template0 encoding 'UTF8' lc_collate '${datcollate}' lc_ctype '${datctype}'`,
    ).catch(explainRefusal)
    return made
  })
  // Not as a URL: it may list several hosts, or omit the host and name a socket.
  const databaseUrl = url.replace(/^(\w+:\/\/[^/]*\/)[^?#]*/, `$1${name}`)
  return {
    settings: { databaseUrl },
    remove: () =>
      withSession(url, async ({ query }) => void (await query(`drop database if exists "${name}" with (force)`))),
  }
}

async function withSession<T>(url: string, work: (session: CopySession) => Promise<T>): Promise<T> {
  const session = await openPostgresCopy(url)
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

const codeOf = (error: unknown) => (error as { code?: string }).code

function ignoreInUse(error: unknown): void {
  if (codeOf(error) !== '55006') throw error
}

function explainRefusal(error: unknown): never {
  if (codeOf(error) !== '42501') throw error
  throw new BackupError(
    'The user of DATABASE_URL may not create a scratch database. Allow it with: alter role NAME createdb.',
  )
}

async function lockOf(...place: [file: string, folder: string]) {
  try {
    return await acquireLock(...place)
  } catch (error) {
    if (error instanceof DatabaseInUseError) throw new BackupError('Another drill is running. Wait until it has ended.')
    throw error
  }
}

/** An embedded scratch database, in a folder of the data folder. A drill that was killed leaves it to the next one. */
async function scratchFolder(dataDir: string): Promise<Scratch> {
  const folder = join(dataDir, 'drill')
  const lock = await lockOf(join(dataDir, 'drill.lock'), folder)
  const clear = () => rmSync(folder, { recursive: true, force: true })
  clear()
  return {
    settings: { dataDir: folder },
    async remove() {
      clear()
      await lock.release()
    },
  }
}
