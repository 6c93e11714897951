import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { deleteEndedShells } from './queries.ts'
import { deletePastRehearsals } from './rehearsal-queries.ts'

const BATCH = 500

/** Safe to retry: deleted rows are not found again. */
export const shellJobs = ({ db }: Pick<Deps, 'db'>): Job<never>[] => [
  {
    name: 'shell.forget',
    every: 20,
    async handle() {
      while ((await deletePastRehearsals(db, BATCH)) === BATCH);
      while ((await deleteEndedShells(db, BATCH)) === BATCH);
    },
  },
]
