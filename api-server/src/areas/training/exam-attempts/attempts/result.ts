import type { AttemptState } from '../../../../db/schema/index.ts'
import { isOpenAttempt } from './transitions.ts'

export interface Score {
  /** Points from flags. */
  points: number
  /** Points from approved pull requests. */
  extra_points: number
  passing_points: number
  /** Some extra points are not decided yet. */
  has_pending_points: boolean
  /** A conduct case is open. */
  is_under_review: boolean
}

/** Event that ends an active attempt: pass or fail, or `await_points` if extra points or a conduct case are undecided. */
export const endOfActive = (score: Score): 'await_points' | 'pass' | 'fail' =>
  score.has_pending_points || score.is_under_review ? 'await_points' : passOrFail(score)

export const passOrFail = ({ points, extra_points, passing_points }: Score): 'pass' | 'fail' =>
  points + extra_points >= passing_points ? 'pass' : 'fail'

export interface PastAttempt {
  entitlement_id: string | null
  number: number
  state: AttemptState
  counted: boolean
  decided_at: Date | null
  /** Set by a conduct case: no further attempt before this date. */
  barred_until: Date | null
  /** For a passed attempt: from then on, its certificate can be renewed by another one. Null without an expiry. */
  renewable_from?: Date | null
}

/** Whether the learner has passed and the certificate is not due for renewal, so that no further attempt is possible. */
export const hasPassed = (past: readonly PastAttempt[], now: Date): boolean =>
  past.some(({ state, renewable_from }) => state === 'passed' && !(renewable_from && renewable_from <= now))

export type NextAttempt =
  | { possible: true; number: number; from: Date | null }
  | { possible: false; why: 'passed' | 'no_attempts_left' }

/** Whether another attempt follows those used under the entitlement, with its number and earliest date. */
export function nextAttempt(
  past: readonly PastAttempt[],
  entitlementId: string,
  { attempts, cooldown_days }: { attempts: number; cooldown_days: readonly number[] },
  now: Date,
): NextAttempt {
  if (hasPassed(past, now)) return { possible: false, why: 'passed' }
  // A renewal needs another purchase: passing ends the attempts of the earlier one.
  if (past.some(({ state, entitlement_id }) => state === 'passed' && entitlement_id === entitlementId))
    return { possible: false, why: 'no_attempts_left' }
  const used = past
    .filter(({ entitlement_id, counted, state }) => entitlement_id === entitlementId && counted && USED.has(state))
    .toSorted((a, b) => a.number - b.number)
  if (used.length >= attempts) return { possible: false, why: 'no_attempts_left' }
  const number = Math.max(0, ...past.map((attempt) => attempt.number)) + 1
  const last = used.at(-1)
  const cooldown = last?.decided_at && addDays(last.decided_at, cooldownDays(cooldown_days, used.length))
  const moments = [cooldown, ...past.map(({ barred_until }) => barred_until)].flatMap((moment) => moment ?? [])
  return { possible: true, number, from: moments.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null }
}

/** Whether the entitlement has no attempts left and none was passed, or its certificate is due for renewal. The exam can then be bought, or unlocked with a voucher, again. */
export const isUsedUp = (
  past: readonly PastAttempt[],
  entitlementId: string,
  { attempts }: { attempts: number },
  now: Date,
): boolean => {
  if (past.some(({ state }) => isOpenAttempt(state))) return false
  const next = nextAttempt(past, entitlementId, { attempts, cooldown_days: [] }, now)
  return !next.possible && next.why === 'no_attempts_left'
}

/** A voided attempt counts as used: there is no replacement for it. */
const USED: ReadonlySet<AttemptState> = new Set(['failed', 'no_show', 'disqualified', 'void'])

/** Cooldown in days after the nth attempt. The last configured value also applies to later attempts. */
export const cooldownDays = (days: readonly number[], n: number): number => days[Math.min(n, days.length) - 1] ?? 0

const addDays = (moment: Date, days: number) => new Date(moment.getTime() + days * 86_400_000)
