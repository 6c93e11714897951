import type { Deps } from '../deps.ts'
import { ApiError } from '../errors.ts'
import { countAttempt } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock'>

/**
 * Counts one attempt under `key` and returns how many there are; throws 429 with the seconds to wait after more than
 * `max` attempts within `seconds`.
 */
export async function consumeAttempt(deps: NeededDeps, key: string, max: number, seconds: number) {
  const { count, wait } = await attempt(deps, key, max, seconds)
  if (wait === 0) return { count }
  throw new ApiError('rate_limited', `Too many attempts. Please wait ${inWords(wait)} and try again.`, {
    retryAfter: wait,
  })
}

/** The same for callers who must not be told: whether this attempt is within the `max`. */
export async function isAttemptLeft(deps: NeededDeps, key: string, max: number, seconds: number): Promise<boolean> {
  return (await attempt(deps, key, max, seconds)).wait === 0
}

/** The attempts so far, this one included, and the seconds to wait: 0 within the `max`. */
async function attempt({ db, clock }: NeededDeps, key: string, max: number, seconds: number) {
  const { count, resetsAt } = await countAttempt(db, key, seconds, clock.now())
  const wait = count <= max ? 0 : Math.max(1, Math.ceil((resetsAt.getTime() - clock.now().getTime()) / 1000))
  return { count, wait }
}

const inWords = (seconds: number) =>
  seconds < 2 ? '1 second' : seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
