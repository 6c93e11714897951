import { join } from 'node:path'
import type { Output } from '@flagyard/api-types/contract/operation'
import { importReport } from '@flagyard/api-types/schemas'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { serverFolder } from '../../../../server-folder.ts'
import { assertArchive, readUpload } from '../../uploads/index.ts'
import { openFolder } from '../files/folder.ts'
import { hasContent } from '../queries.ts'
import { type ImportDeps, importContent } from '../transfer/import.ts'
import { presentReport } from '../transfer/report.ts'
import * as queries from './queries.ts'
import { CHECK_JOB, IMPORT_JOB, type ImportJob } from './run.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue'>

const notFound = () => new ApiError('not_found', 'There is no such archive any more. Please send it again.')

/** Starts or repeats the comparison of an uploaded archive with the catalogue. */
export async function checkArchive(
  { db, queue }: NeededDeps,
  { actor, address }: AuditActor,
  { upload, prune }: Output<'archiveCheck'>,
): Promise<Output<'contentImport'>> {
  await db.transaction(async (tx) => {
    const { filename, bytes } = await assertArchive(tx, upload)
    if (!(await queries.beginCheck(tx, upload, prune)))
      throw new ApiError('conflict', 'This archive is being imported, or was imported already.')
    await queue.send(tx, CHECK_JOB, { id: upload })
    const subject = { type: 'archive', id: upload }
    await recordAudit(tx, { actor, address, action: 'content.check', subject, after: { filename, bytes, prune } })
  })
  return readImport({ db }, upload)
}

/** Starts the import of exactly what this version of the report lists. */
export async function importArchive(
  { db, queue }: NeededDeps,
  { actor, address }: AuditActor,
  { id, version }: { id: string } & Output<'archiveImport'>,
): Promise<Output<'contentImport'>> {
  await db.transaction(async (tx) => {
    const row = await queries.findImport(tx, id)
    if (!row) throw notFound()
    const { filename } = await assertArchive(tx, id)
    const report = importReport.safeParse(row.report)
    if (row.state === 'checked' && row.version === version && report.data && report.data.refused_count > 0)
      throw new ApiError('invalid', 'Something in this archive is refused: mend it, and send it again.')
    const begun = await queries.beginImport(tx, id, version)
    if (!begun)
      throw new ApiError(
        'stale_version',
        'There is another report by now, or the import has begun. Please look again.',
        {
          extra: { version: row.version },
        },
      )
    const job: ImportJob = { id, actor: { id: actor.id, username: actor.username }, address }
    await queue.send(tx, IMPORT_JOB, job)
    const subject = { type: 'archive', id }
    await recordAudit(tx, {
      actor,
      address,
      action: 'content.import',
      subject,
      after: { filename, prune: begun.prune },
    })
  })
  return readImport({ db }, id)
}

export async function readImport({ db }: Pick<Deps, 'db'>, id: string): Promise<Output<'contentImport'>> {
  const row = await queries.findImport(db, id)
  if (!row) throw notFound()
  const { filename } = await readUpload({ db }, id)
  const { prune, state, version, moved, failure, updated_at } = row
  const report = row.report === null ? null : importReport.parse(row.report)
  return { id, filename, prune, state, version, report, moved, failure, updated_at: updated_at.toISOString() }
}

/** The demo catalogue, an ordinary content folder. */
const sample = join(serverFolder, '../content/demo')

/** Imports the sample only into an empty catalogue. Later, its slugs could conflict with existing courses. */
export async function importSample(
  deps: ImportDeps,
  { actor, address }: AuditActor,
  { dry_run: dryRun }: Output<'sampleImport'>,
): Promise<Output<'importReport'>> {
  if (await hasContent(deps.db))
    throw new ApiError('conflict', 'The catalogue is not empty any more: the sample would mix with it.')
  return presentReport(await importContent(deps, await openFolder(sample), { actor, address, dryRun }))
}
