import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { Job } from '../../../jobs/job.ts'
import { endCanaryLab } from '../../clouds/deployments/index.ts'
import * as queries from './queries.ts'
import { beginRun, type Decision, endRun } from './run.ts'
import { solveLab } from './script.ts'
import { hasDueExams, tryDueExams } from './try-exam.ts'

type NeededDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'secrets' | 'queue' | 'clouds' | 'cloudConsole' | 'log'>

export const canaryJobs = (deps: NeededDeps): Job<never>[] => [
  {
    name: 'canaries.tend',
    isDue: () => hasWork(deps),
    handle: (_, { signal }) => advanceRuns(deps, signal),
  },
  {
    name: 'canaries.try-exams',
    isDue: () => hasDueExams(deps),
    handle: (_, { signal }) => tryDueExams(deps, signal),
  },
]

/** Minutes after which a lab that the canary has not solved is ended. Builds time out earlier. */
const MINUTES_TO_SOLVE = 60
/** Minutes after which a canary run is over, even if its lab is still ending. The lab's own jobs complete that. */
const MINUTES_TO_END = 120

const hasWork = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  (await queries.hasOpen(db)) || (await queries.listDue(db)).length > 0

/**
 * Advances each open run by one step and starts those that are due. Safe to retry: each step checks its condition again in the statement that takes
 * it, so that runs of a dead process continue and concurrent processes take each step once.
 */
export async function advanceRuns(deps: NeededDeps, signal: AbortSignal): Promise<void> {
  for (const run of await queries.listOpen(deps.db)) {
    signal.throwIfAborted()
    await advanceRun(deps, run, signal).catch((error) =>
      deps.log.error({ err: error, run: run.id }, 'A canary run could not continue'),
    )
  }
  for (const { id } of await queries.listDue(deps.db)) await startDue(deps, id)
}

/** A lab that cannot start now still had its turn, so that the next lab of its cloud follows. */
async function startDue(deps: NeededDeps, labId: string): Promise<void> {
  await queries.takeTurn(deps.db, labId)
  try {
    await deps.db.transaction((tx) => beginRun(tx, deps, labId, { byHand: false }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

async function advanceRun(deps: NeededDeps, run: queries.OpenRun, signal: AbortSignal): Promise<void> {
  const isOver = run.state === null || run.state === 'ended'
  if (run.outcome === null) {
    if (isOver || run.state === 'ending') await decide(deps, run, outcomeOf(run))
    else if (run.minutes >= MINUTES_TO_SOLVE) await decide(deps, run, TOO_LATE)
    else if (run.state === 'running') await solve(deps, run, signal)
  } else if (isOver) await deps.db.transaction((tx) => endRun(tx, deps, run))
  else if (run.minutes >= MINUTES_TO_END) await deps.db.transaction((tx) => endRun(tx, deps, run, NOT_ENDED))
}

async function solve(deps: NeededDeps, run: queries.OpenRun, signal: AbortSignal): Promise<void> {
  const { solved, failed } = await solveLab(deps, run.deployment_id ?? '', signal)
  const decision: Decision = failed
    ? { outcome: 'failed', failed_step: failed.step, message: failed.message }
    : { outcome: 'solved' }
  await decide(deps, run, decision, solved)
}

/** Records the decision and ends the lab, in one transaction. Only one of several processes does so. */
async function decide(deps: NeededDeps, run: queries.OpenRun, decision: Decision, solved: string[] = []) {
  await deps.db.transaction(async (tx) => {
    if (!(await queries.decide(tx, run.id, decision))) return
    const { deployment_id: id } = run
    if (!id || run.state === null) return endRun(tx, deps, run)
    await endCanaryLab(tx, deps, id, solved)
  })
}

/** Decision for a run whose lab ended before it was solved. */
function outcomeOf({ reason }: Pick<queries.OpenRun, 'reason'>): Decision {
  if (reason === 'failed')
    return {
      outcome: 'failed',
      failed_step: 'build',
      message: 'The provider could not build it. See its build stages.',
    }
  if (reason === 'expired' || reason === 'spend')
    return { outcome: 'failed', failed_step: 'time', message: 'The lab ended before it was solved.' }
  return { outcome: 'stopped', message: 'It was ended manually.' }
}

const TOO_LATE: Decision = {
  outcome: 'failed',
  failed_step: 'time',
  message: `It was not built and solved within ${MINUTES_TO_SOLVE} minutes.`,
}

const NOT_ENDED: Decision = {
  outcome: 'failed',
  failed_step: 'end',
  message: 'The lab is still ending: its credentials could not be revoked yet.',
}
