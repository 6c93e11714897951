import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { listDueDrafts, PUBLISH_JOB, publishDue, type RevisedContent } from '../revisions/service.ts'
import { revisedContents } from './revised-contents.ts'

interface Item {
  kind: RevisedContent['kind']
  id: string
}

export const contentJobs = ({ db }: Pick<Deps, 'db'>): Job<never>[] => {
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
  ]
}
