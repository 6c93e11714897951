import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../../../../deps.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import type { JobRun } from '../../../../jobs/job.ts'
import { deleteArchive, openUploadedArchive } from '../../uploads/index.ts'
import type { ContentFolder } from '../files/folder.ts'
import { type ImportOptions, importContent } from '../transfer/import.ts'
import { CatalogueChangedError, fingerprintOf, type ImportReport, presentReport } from '../transfer/report.ts'
import { openArchive } from './open-archive.ts'
import * as queries from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'files' | 'config' | 'log'>

export const CHECK_JOB = 'content.check_archive'
export const IMPORT_JOB = 'content.import_archive'

export interface ImportJob {
  id: string
  actor: Pick<CurrentUser, 'id' | 'username'>
  address: string
}

export const runCheck = (deps: NeededDeps, id: string, run: JobRun) =>
  work(deps, { id, state: 'checking' }, run, async (row, folder) => {
    const report = await importContent(deps, folder, { actor: null, prune: row.prune, dryRun: true })
    await queries.finishImport(deps.db, row, checked(report))
  })

/** Imports what the shown report lists. If the catalogue has changed since, only updates the report. */
export const runImport = (deps: NeededDeps, { id, actor, address }: ImportJob, run: JobRun) =>
  work(deps, { id, state: 'importing' }, run, async (row, folder) => {
    const options: ImportOptions = {
      actor,
      address,
      prune: row.prune,
      shown: row.fingerprint ?? '',
      async onImported(tx, report) {
        const isCurrent = await queries.finishImport(tx, row, { state: 'imported', report: presentReport(report) })
        if (!isCurrent) throw new OutdatedRunError()
      },
    }
    try {
      const report = await importContent(deps, folder, options)
      if (report.refused.length > 0) throw new CatalogueChangedError(report)
      await deleteArchive(deps, id)
    } catch (error) {
      if (error instanceof CatalogueChangedError)
        await queries.finishImport(deps.db, row, { ...checked(error.report), moved: true })
      else if (!(error instanceof OutdatedRunError)) throw error
    }
  })

/** Another run of the same job has finished meanwhile. */
class OutdatedRunError extends Error {}

const checked = (report: ImportReport) => ({
  state: 'checked' as const,
  report: presentReport(report),
  fingerprint: fingerprintOf(report),
})

const FAILURE = 'Something went wrong on our side, and nothing was imported. Please try again.'

async function work(
  deps: NeededDeps,
  { id, state }: Pick<queries.ImportRow, 'id' | 'state'>,
  { signal, attempt }: JobRun,
  onFolder: (row: queries.ImportRow, folder: ContentFolder) => Promise<void>,
): Promise<void> {
  const row = await queries.findImport(deps.db, id)
  if (row?.state !== state) return
  const { dataDir, fileLimits: limits } = deps.config
  try {
    const { source, filename: name } = await openUploadedArchive(deps, id)
    await whileUnpacked(dataDir, async (dir) => onFolder(row, await openArchive(source, { name, dir, limits, signal })))
  } catch (error) {
    if (signal.aborted || attempt === 1) throw error
    deps.log.error({ err: error, id }, 'Processing a content archive failed')
    await queries.finishImport(deps.db, row, { state: 'failed', failure: FAILURE })
  }
}

/** Age in hours after which an unpacked folder is orphaned, because its process was killed. */
const ORPHANED_HOURS = 2

const folderOf = (dataDir: string) => join(dataDir, 'unpacked')

/** Runs `work` with a new folder to unpack into, and always removes the folder afterwards. */
async function whileUnpacked<T>(dataDir: string, work: (dir: string) => Promise<T>): Promise<T> {
  // Also here, because the sweep job runs on only one host and each host has its own disk.
  await sweepUnpacked(dataDir)
  const dir = join(folderOf(dataDir), randomUUID())
  try {
    return await work(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Removes folders left behind by killed processes. */
export async function sweepUnpacked(dataDir: string): Promise<void> {
  const root = folderOf(dataDir)
  for (const name of await readdir(root).catch(() => [])) {
    const found = await stat(join(root, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > ORPHANED_HOURS * 3_600_000)
      await rm(join(root, name), { recursive: true, force: true })
  }
}
