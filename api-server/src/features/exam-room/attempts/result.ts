import type { AttemptState } from '../../../db/schema/index.ts'
import { isOpenAttempt } from './transitions.ts'

/** What an attempt is worth. */
export interface Score {
  /** By flags. */
  points: number
  /** By approved pull requests. */
  extra_points: number
  passing_points: number
  /** Extra points that nobody has decided yet. */
  has_pending_points: boolean
  /** A conduct case is open. */
  is_under_review: boolean
}

/** The event that ends an active attempt: its result, or that it waits for extra points or the decision of a conduct case. */
export const endOfActive = (score: Score): 'await_points' | 'pass' | 'fail' =>
  score.has_pending_points || score.is_under_review ? 'await_points' : passOrFail(score)

export const passOrFail = ({ points, extra_points, passing_points }: Score): 'pass' | 'fail' =>
  points + extra_points >= passing_points ? 'pass' : 'fail'

/** An attempt as the rule for the next one sees it. */
export interface PastAttempt {
  entitlement_id: string | null
  number: number
  state: AttemptState
  counted: boolean
  decided_at: Date | null
  /** Set by a conduct case: no next attempt before. */
  barred_until: Date | null
}

export type NextAttempt =
  | { possible: true; number: number; from: Date | null }
  | { possible: false; why: 'passed' | 'no_attempts_left' }

/** Whether another attempt follows those that the entitlement has seen, which number it has, and from when. */
export function nextAttempt(
  past: readonly PastAttempt[],
  entitlementId: string,
  { attempts, cooldown_days }: { attempts: number; cooldown_days: readonly number[] },
): NextAttempt {
  if (past.some(({ state }) => state === 'passed')) return { possible: false, why: 'passed' }
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

/** Whether the entitlement gives no attempt any more, though none was passed. The exam can then be bought, or opened by a voucher, again. */
export const isUsedUp = (
  past: readonly PastAttempt[],
  entitlementId: string,
  { attempts }: { attempts: number },
): boolean => {
  if (past.some(({ state }) => isOpenAttempt(state))) return false
  const next = nextAttempt(past, entitlementId, { attempts, cooldown_days: [] })
  return !next.possible && next.why === 'no_attempts_left'
}

/** One that was voided is used too: nothing is to be sat again in its place. */
const USED: ReadonlySet<AttemptState> = new Set(['failed', 'no_show', 'disqualified', 'void'])

/** Days to wait after the nth attempt; the last one named holds for those after it. */
export const cooldownDays = (days: readonly number[], n: number): number => days[Math.min(n, days.length) - 1] ?? 0

const addDays = (moment: Date, days: number) => new Date(moment.getTime() + days * 86_400_000)
