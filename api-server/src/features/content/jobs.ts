import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { listDueDrafts, PUBLISH_JOB, publishDue, type RevisedContent } from '../revisions/service.ts'
import { CHECK_JOB, IMPORT_JOB, type ImportJob, runCheck, runImport } from './archive/run.ts'
import { sweepUnpacked } from './archive/unpacked.ts'
import { revisedContents } from './revised-contents.ts'

interface Item {
  kind: RevisedContent['kind']
  id: string
}

/** Seconds for the work on one archive: films of the largest size are unpacked, and perhaps stored in a bucket. */
const ARCHIVE_SECONDS = 3600

export const contentJobs = (deps: Pick<Deps, 'db' | 'files' | 'config' | 'log'>): Job<never>[] => {
  const { db } = deps
  const publish = async ({ kind, id }: Item) => {
    const content = revisedContents.find((one) => one.kind === kind)
    if (content) await publishDue(db, content, id)
  }
  return [
    // Replay: what was published has no draft any more, and what was planned anew is not due.
    { name: PUBLISH_JOB, handle: publish } satisfies Job<Item>,
    {
      name: 'revisions.sweep',
      every: 60,
      // Replay: finds what is still due.
      async handle() {
        for (const item of await listDueDrafts(db)) await publish(item)
      },
    },
    {
      name: CHECK_JOB,
      // One at a time, since a catalogue and an archive are compared in memory.
      concurrency: 1,
      retryLimit: 1,
      expireInSeconds: ARCHIVE_SECONDS,
      // Replay: looks again, unless a report is there by now.
      handle: ({ id }, run) => runCheck(deps, id, run),
    } satisfies Job<{ id: string }>,
    {
      name: IMPORT_JOB,
      concurrency: 1,
      retryLimit: 1,
      expireInSeconds: ARCHIVE_SECONDS,
      // Replay: what was imported says so in the transaction of the import itself.
      handle: (data, run) => runImport(deps, data, run),
    } satisfies Job<ImportJob>,
    {
      name: 'content.sweep',
      every: 3600,
      // Replay: what is gone is gone.
      handle: () => sweepUnpacked(deps.config.dataDir),
    },
  ]
}
