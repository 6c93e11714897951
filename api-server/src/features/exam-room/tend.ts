import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { lengthenBooking } from '../deployments/bookings.ts'
import { endExamEnvironment, startExamEnvironment } from '../deployments/exam-environment.ts'
import { findExamById } from '../exams/service.ts'
import {
  type AttemptRow,
  appendToLedger,
  lockAttempt,
  readNow,
  transitionAttempt,
  updateAttempt,
} from './attempt-queries.ts'
import * as changes from './changes.ts'
import { dueStep, type Step } from './due-step.ts'
import { releaseHour } from './reserve.ts'
import { readSitting, type Sitting } from './situation.ts'
import { listTended } from './tended-queries.ts'

export type TendingDeps = Pick<Deps, 'db' | 'queue' | 'clouds' | 'log'>

/**
 * Does what is due for all attempts that are booked, prepared or sat. Replay: each step is looked for anew under the lock of its attempt, so
 * sweeps may overlap with anything, and one that was killed left whole steps behind.
 */
export async function tendAttempts(deps: TendingDeps): Promise<void> {
  for (const { id } of await listTended(deps.db)) {
    try {
      await tendAttempt(deps, id)
    } catch (error) {
      // The others must not wait for what is wrong with one.
      deps.log.error({ err: error, attempt: id }, 'An exam attempt could not be tended')
    }
  }
}

/** Several steps may follow each other at once: a start after a stop, a build after the preparation. */
const MAX_STEPS = 6

/** Does what is due for one attempt, one step in a transaction. */
export async function tendAttempt(deps: TendingDeps, id: string): Promise<void> {
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const step = await deps.db.transaction(async (tx) => {
      const sitting = await readSitting(tx, await lockAttempt(tx, id))
      const now = await readNow(tx)
      const due = dueStep(sitting.situation, now)
      if (due) await take(tx, deps, due, sitting, now)
      return due
    })
    if (!step) return
  }
}

async function take(tx: Db, deps: TendingDeps, step: Step, sitting: Sitting, now: Date): Promise<void> {
  const { attempt, situation, score } = sitting
  switch (step) {
    case 'prepare':
      return applyChange(tx, attempt, { event: 'prepare' })
    case 'build':
      return build(tx, deps, attempt)
    case 'record_ready':
      return applyChange(tx, attempt, changes.recordReady(situation, now))
    case 'start':
      return applyChange(tx, attempt, changes.start(attempt.terms?.seconds ?? 0, now))
    case 'miss':
      await applyChange(tx, attempt, changes.miss(now))
      return closeRoom(tx, deps, attempt)
    case 'finish':
      return finishAttempt(tx, deps, sitting, 'Time was over', now)
    case 'stop':
      return applyChange(tx, attempt, changes.stop('Your environment is not available', now))
    case 'resume':
      await applyChange(tx, attempt, changes.resume('Your environment is available again', now))
      return lengthenBooking(tx, attempt.id, secondsSince(situation.clock.stopped_at, now))
    case 'decide':
      return applyChange(tx, attempt, changes.decide(score, now))
  }
}

const secondsSince = (moment: Date | null, now: Date) =>
  moment ? Math.max(0, Math.ceil((now.getTime() - moment.getTime()) / 1000)) : 0

/** Writes what a step does to a locked attempt: its state, its moments and its ledger. */
export async function applyChange(
  tx: Db,
  { id, state }: AttemptRow,
  { event, set, rows }: changes.Change,
): Promise<void> {
  if (event && !(await transitionAttempt(tx, id, event, set)))
    throw new Error(`A locked attempt cannot ${event} while ${state}`)
  if (!event && set) await updateAttempt(tx, id, set)
  await appendToLedger(tx, id, rows ?? [])
}

export async function build(tx: Db, deps: TendingDeps, attempt: AttemptRow): Promise<void> {
  const { terms, id, user_id } = attempt
  if (!terms) throw new Error(`Attempt ${id} is prepared without having been booked`)
  const exam = await findExamById(tx, attempt.exam_id)
  const { seconds, module_version } = terms
  await startExamEnvironment(tx, deps, exam, { id, user_id, seconds, module_version })
}

/** Ends an active attempt with its result, which waits when extra points do. */
export async function finishAttempt(
  tx: Db,
  deps: TendingDeps,
  { attempt, score }: Sitting,
  reason: 'Handed in' | 'Time was over',
  now: Date,
): Promise<void> {
  const { points, extra_points } = score
  await applyChange(tx, attempt, changes.finish(score, reason, now))
  await updateAttempt(tx, attempt.id, { points, extra_points })
  await closeRoom(tx, deps, attempt)
}

/** The environment ends, and its account is free for others once it is clean. */
export async function closeRoom(tx: Db, deps: TendingDeps, attempt: AttemptRow): Promise<void> {
  const { cloud } = await findExamById(tx, attempt.exam_id)
  await endExamEnvironment(tx, deps, attempt.id, 'exam_over')
  await releaseHour(tx, deps, cloud, attempt.id)
}
