import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { listDueDrafts, PUBLISH_JOB, publishDue, type RevisedContent } from '../../catalogue/revisions/index.ts'
import { CHECK_JOB, IMPORT_JOB, type ImportJob, runCheck, runImport } from './archive/run.ts'
import { sweepUnpacked } from './archive/unpacked.ts'
import { revisedCourse } from './courses/revised-course.ts'
import { revisedExam, revisedLab } from './editor/revised.ts'

interface Item {
  kind: RevisedContent['kind']
  id: string
}

/** Timeout for processing one archive, in seconds. It allows for unpacking the largest videos and storing them in a bucket. */
const ARCHIVE_SECONDS = 3600

export const contentJobs = (deps: Pick<Deps, 'db' | 'files' | 'config' | 'log'>): Job<never>[] => {
  const { db } = deps
  const publish = async ({ kind, id }: Item) => {
    const content = revisedContents.find((one) => one.kind === kind)
    if (content) await publishDue(db, content, id)
  }
  return [
    { name: PUBLISH_JOB, handle: publish } satisfies Job<Item>,
    {
      name: 'revisions.sweep',
      async handle() {
        for (const item of await listDueDrafts(db)) await publish(item)
      },
    },
    {
      name: CHECK_JOB,
      // One at a time, because catalogue and archive are compared in memory.
      concurrency: 1,
      retryLimit: 1,
      expireInSeconds: ARCHIVE_SECONDS,
      handle: ({ id }, run) => runCheck(deps, id, run),
    } satisfies Job<{ id: string }>,
    {
      name: IMPORT_JOB,
      concurrency: 1,
      retryLimit: 1,
      expireInSeconds: ARCHIVE_SECONDS,
      handle: (data, run) => runImport(deps, data, run),
    } satisfies Job<ImportJob>,
    {
      name: 'content.sweep',
      handle: () => sweepUnpacked(deps.config.dataDir),
    },
  ]
}

/** All kinds of content that change by revisions. */
const revisedContents: readonly RevisedContent[] = [revisedCourse, revisedLab, revisedExam]
