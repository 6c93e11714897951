import { randomUUID } from 'node:crypto'
import type { Accepted } from '@flagyard/api-types/contract/operation'
import { readNow } from '../../../../db/now.ts'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { CloudError } from '../../../../integrations/clouds/driver.ts'
import { findBookedExam } from '../../../catalogue/exams/index.ts'
import { updateExamEnvironment } from '../../../clouds/deployments/index.ts'
import { readRange, variablesOf } from '../attempts/admitted-range.ts'
import { type AttemptRow, findAttempt, lockAttempt, updateAttempt } from '../attempts/attempt-queries.ts'
import * as changes from '../attempts/changes.ts'
import { applyChange } from '../attempts/changes.ts'
import { millisecondsLeft } from '../attempts/exam-clock.ts'
import { readSitting } from '../attempts/situation.ts'
import { readMyExam } from '../sitting/my-exam.ts'
import { changeSitting } from '../sitting/sitting.ts'

type NeededDeps = Pick<Deps, 'db' | 'config' | 'queue' | 'secrets' | 'clouds' | 'log'>

/** Updates the environment to admit the candidate's new address, without a reset. */
export async function admitMyAddress(
  deps: NeededDeps,
  user: CurrentUser,
  slug: string,
  wanted: string,
  address: string,
): Promise<Accepted<'myExamDetails'>> {
  await changeSitting(deps, user, slug, async (tx, { attempt }, now) => {
    await askForAddress(tx, deps, attempt, { wanted, actor_id: null }, now)
  })
  return readMyExam(deps, user, slug, address)
}

/** Queues an address change for the environment of a locked attempt. A job applies it at the provider; the clock keeps running. Returns the range. */
export async function askForAddress(
  tx: Db,
  { queue }: Pick<Deps, 'queue'>,
  attempt: AttemptRow,
  { wanted, actor_id }: { wanted: string; actor_id: string | null },
  now: Date,
): Promise<string> {
  const exam = await findBookedExam(tx, attempt)
  if (!exam.address_variable)
    throw new ApiError('conflict', 'This environment can be reached from anywhere, so there is no address to change.')
  const { situation } = await readSitting(tx, attempt)
  if (situation.state !== 'preparing' && situation.state !== 'active')
    throw new ApiError('conflict', 'An address can be changed while the exam is prepared or runs.')
  if (situation.state === 'active' && millisecondsLeft(situation.clock, now) === 0)
    throw new ApiError('conflict', 'The time of this exam is over.')
  const to = readRange(wanted)
  const change = { id: randomUUID(), to, actor_id }
  if (attempt.admitted_address === to && !attempt.address_change) return to
  if (situation.environment === 'building')
    throw new ApiError('conflict', 'The environment is being built. Its address can be changed as soon as it runs.')
  if (situation.environment === 'none') {
    await applyChange(tx, attempt, changes.admit(attempt, change, now))
    return to
  }
  await updateAttempt(tx, attempt.id, { address_change: change, address_problem: null })
  await queue.send(tx, 'exam-room.admit', { id: attempt.id, change: change.id } satisfies AddressJob)
  return to
}

export interface AddressJob {
  id: string
  change: string
}

/**
 * Applies an address change at the provider and records it in the ledger. Safe to retry: a change that was made, replaced or included in a new
 * build is skipped.
 */
export async function makeAddressChange(
  deps: NeededDeps,
  { id, change }: AddressJob,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps
  const attempt = await findAttempt(db, id)
  const pending = attempt?.address_change
  if (!attempt || pending?.id !== change) return
  const exam = await findBookedExam(db, attempt)
  const outcome = await updateExamEnvironment(deps, id, variablesOf(exam, pending.to), signal)
  if (outcome === 'busy') throw new Error(`The environment of attempt ${id} is busy`)
  // The next build includes the address.
  if (outcome === 'gone') return
  await db.transaction(async (tx) => {
    const locked = await lockAttempt(tx, id)
    if (locked.address_change?.id !== change) return
    if (outcome instanceof CloudError) {
      deps.log.warn({ attempt: id, error: outcome.message }, 'An address could not be admitted')
      await updateAttempt(tx, id, { address_change: null, address_problem: problemOf(outcome, pending.to) })
    } else await applyChange(tx, locked, changes.admit(locked, pending, await readNow(tx)))
  })
}

const problemOf = ({ kind }: CloudError, to: string) =>
  kind === 'refused'
    ? `The provider cannot admit ${to} while your environment runs. It still admits the previous address. Please report it, and we will look at it together.`
    : `The provider could not admit ${to} just now. It still admits the previous address. Please try again.`
