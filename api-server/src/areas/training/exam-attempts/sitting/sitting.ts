import type { Output } from '@flagyard/api-types/contract/operation'
import { PREPARE_MINUTES } from '@flagyard/api-types/exam-attempts/timing'
import { readNow } from '../../../../db/now.ts'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { findBookedExam, findExam } from '../../../catalogue/exams/index.ts'
import { endExamEnvironment } from '../../../clouds/deployments/index.ts'
import { listAttempts, lockAttempt, updateAttempt } from '../attempts/attempt-queries.ts'
import * as changes from '../attempts/changes.ts'
import { applyChange } from '../attempts/changes.ts'
import { millisecondsLeft } from '../attempts/exam-clock.ts'
import { readSitting, type Sitting } from '../attempts/situation.ts'
import { acceptExamRules, acceptedRulesOf, acceptRules } from '../booking/accepted-rules.ts'
import { readMyExam } from './my-exam.ts'
import { build, finishAttempt, runStepsOf, type StepDeps } from './steps.ts'

type NeededDeps = StepDeps & Pick<Deps, 'secrets'>

/** Checks the candidate in. The exam starts once its time has come and its environment runs. Idempotent. */
export async function checkIn(
  deps: NeededDeps,
  user: CurrentUser,
  slug: string,
  { accepted_rules, address }: Output<'checkInPayload'> & { address: string },
) {
  const id = await changeSitting(deps, user, slug, async (tx, { attempt, situation }, now) => {
    if (situation.state === 'active') return
    if (situation.state !== 'preparing')
      throw new ApiError(
        'conflict',
        situation.state === 'scheduled'
          ? `You can check in from ${PREPARE_MINUTES} minutes before your exam.`
          : 'You have no exam to check in to.',
      )
    if (attempt.checked_in_at || !attempt.terms) return
    const { rules } = await findBookedExam(tx, attempt)
    const accepted =
      acceptedRulesOf(attempt.terms) ??
      (await acceptExamRules(tx, user.id, acceptRules, { rules, accepted: accepted_rules, before: null, now }))
    await updateAttempt(tx, attempt.id, { checked_in_at: now, terms: { ...attempt.terms, accepted_rules: accepted } })
  })
  await runStepsOf(deps, id)
  return readMyExam(deps, user, slug, address)
}

export async function handIn(deps: NeededDeps, user: CurrentUser, slug: string, address: string) {
  await changeSitting(deps, user, slug, async (tx, sitting, now) => {
    assertActive(sitting)
    const { ends_at } = sitting.situation.clock
    await finishAttempt(tx, deps, sitting, ends_at && ends_at <= now ? 'Time was over' : 'Handed in', now)
  })
  return readMyExam(deps, user, slug, address)
}

/** Rebuilds the environment. Solved flags stay, and the clock is paused until it runs. */
export async function resetExam(deps: NeededDeps, user: CurrentUser, slug: string, address: string) {
  await changeSitting(deps, user, slug, async (tx, sitting, now) => {
    const { attempt, situation } = sitting
    assertActive(sitting)
    if (millisecondsLeft(situation.clock, now) === 0) throw new ApiError('conflict', 'Your time is over.')
    if (situation.environment !== 'running')
      throw new ApiError('conflict', 'Your environment is being built. It can be reset once it runs.')
    if (attempt.resets_used >= (attempt.terms?.resets ?? 0))
      throw new ApiError('conflict', 'You have no resets left. Please report it if your environment does not work.')
    await applyChange(tx, attempt, changes.reset(situation, now))
    await updateAttempt(tx, attempt.id, { resets_used: attempt.resets_used + 1 })
    await endExamEnvironment(tx, deps, attempt.id, 'reset')
    await build(tx, deps, attempt)
  })
  return readMyExam(deps, user, slug, address)
}

function assertActive({ situation }: Sitting) {
  if (situation.state !== 'active') throw new ApiError('conflict', 'Your exam is not running.')
}

/** Changes the learner's newest attempt under its lock, and returns its id. */
export async function changeSitting(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  slug: string,
  work: (tx: Db, sitting: Sitting, now: Date) => Promise<void>,
): Promise<string> {
  const exam = await findExam(db, { slug })
  const [newest] = await listAttempts(db, user.id, exam.id)
  if (!newest) throw new ApiError('not_found', `There is no exam called ${slug} among yours.`)
  await db.transaction(async (tx) => {
    const sitting = await readSitting(tx, await lockAttempt(tx, newest.id))
    await work(tx, sitting, await readNow(tx))
  })
  return newest.id
}
