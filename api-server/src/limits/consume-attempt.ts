import type { Deps } from '../deps.ts'
import { ApiError } from '../errors.ts'
import { countAttempt } from './queries.ts'

/**
 * Counts one attempt under `key`; throws 429 with the seconds to wait after more than `max` attempts within `seconds`.
 */
export async function consumeAttempt(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: string,
  max: number,
  seconds: number,
) {
  const { count, resetsAt } = await countAttempt(db, key, seconds, clock.now())
  if (count <= max) return
  const wait = Math.max(1, Math.ceil((resetsAt.getTime() - clock.now().getTime()) / 1000))
  throw new ApiError('rate_limited', `Too many attempts. Please wait ${inWords(wait)} and try again.`, {
    retryAfter: wait,
  })
}

const inWords = (seconds: number) =>
  seconds < 2 ? '1 second' : seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
