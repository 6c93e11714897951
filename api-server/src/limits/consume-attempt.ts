import type { Deps } from '../deps.ts'
import { ApiError } from '../errors.ts'
import { type Attempts, type CallAttempts, type CallLimits, countAttempt } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock'>

/** Counts one attempt under `key` and returns the number so far. Throws 429 with the seconds to wait after more than `max` attempts within `seconds`. */
export async function consumeAttempt(deps: NeededDeps, key: string, max: number, seconds: number) {
  const attempts = await countAttempt(deps.db, key, seconds, deps.clock.now())
  assertAttemptLeft(deps, attempts, max)
  return { count: attempts.count }
}

/** Throws the same 429 for attempts that were already counted. */
export function assertAttemptLeft({ clock }: Pick<Deps, 'clock'>, attempts: Attempts, max: number) {
  if (attempts.count <= max) return
  const wait = Math.max(1, Math.ceil((attempts.resetsAt.getTime() - clock.now().getTime()) / 1000))
  throw new ApiError('rate_limited', `Too many attempts. Please wait ${inWords(wait)} and try again.`, {
    retryAfter: wait,
  })
}

/** Same for a call, by its account and its address. */
export function assertCallLeft(
  deps: Pick<Deps, 'clock'>,
  { byAccount, byAddress }: CallLimits,
  { account, address }: CallAttempts,
) {
  assertAttemptLeft(deps, account, byAccount)
  if (address) assertAttemptLeft(deps, address, byAddress)
}

/** Same without an error, for callers who must not notice the limit. Returns whether the attempt is within `max`. */
export async function isAttemptLeft(
  { db, clock }: NeededDeps,
  key: string,
  max: number,
  seconds: number,
): Promise<boolean> {
  return (await countAttempt(db, key, seconds, clock.now())).count <= max
}

const inWords = (seconds: number) =>
  seconds < 2 ? '1 second' : seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
