import type { Deps } from '../../../../deps.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import type { JobRun } from '../../../../jobs/job.ts'
import { dropArchive, openUpload } from '../../uploads/index.ts'
import type { ContentFolder } from '../files/folder.ts'
import { type ImportOptions, importContent } from '../transfer/import.ts'
import { fingerprintOf, type ImportReport, MovedBasisError, presentReport } from '../transfer/report.ts'
import { openArchive } from './open-archive.ts'
import * as queries from './queries.ts'
import { whileUnpacked } from './unpacked.ts'

type NeededDeps = Pick<Deps, 'db' | 'files' | 'config' | 'log'>

export const CHECK_JOB = 'content.check_archive'
export const IMPORT_JOB = 'content.import_archive'

/** Job payload, with the administrator who requested the import. */
export interface ImportJob {
  id: string
  actor: Pick<CurrentUser, 'id' | 'username'>
  address: string
}

export const runCheck = (deps: NeededDeps, id: string, run: JobRun) =>
  work(deps, { id, state: 'checking' }, run, async (row, folder) => {
    const report = await importContent(deps, folder, { actor: null, prune: row.prune, dryRun: true })
    await queries.settleImport(deps.db, row, checked(report))
  })

/** Imports what the shown report lists. If the catalogue has changed since, only updates the report. */
export const runImport = (deps: NeededDeps, { id, actor, address }: ImportJob, run: JobRun) =>
  work(deps, { id, state: 'importing' }, run, async (row, folder) => {
    const options: ImportOptions = {
      actor,
      address,
      prune: row.prune,
      shown: row.fingerprint ?? '',
      async settle(tx, report) {
        const isAwaited = await queries.settleImport(tx, row, { state: 'imported', report: presentReport(report) })
        if (!isAwaited) throw new SettledError()
      },
    }
    try {
      const report = await importContent(deps, folder, options)
      if (report.refused.length > 0) throw new MovedBasisError(report)
      await dropArchive(deps, id)
    } catch (error) {
      if (error instanceof MovedBasisError)
        await queries.settleImport(deps.db, row, { ...checked(error.report), moved: true })
      else if (!(error instanceof SettledError)) throw error
    }
  })

/** Another run of the same job has finished meanwhile. */
class SettledError extends Error {}

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
    const { source, filename: name } = await openUpload(deps, id)
    await whileUnpacked(dataDir, async (dir) => onFolder(row, await openArchive(source, { name, dir, limits, signal })))
  } catch (error) {
    if (signal.aborted || attempt === 1) throw error
    deps.log.error({ err: error, id }, 'An archive of content could not be worked on')
    await queries.settleImport(deps.db, row, { state: 'failed', failure: FAILURE })
  }
}
