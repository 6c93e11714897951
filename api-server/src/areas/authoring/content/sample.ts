import { join } from 'node:path'
import type { Output } from '@flagyard/api-types/contract/operation'
import { ApiError } from '../../../errors.ts'
import type { AuditActor } from '../../../identity/current-user.ts'
import { serverFolder } from '../../../server-folder.ts'
import { openFolder } from './folder.ts'
import { type ImportDeps, importContent } from './import.ts'
import { hasContent } from './queries.ts'
import { presentReport } from './report.ts'

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
