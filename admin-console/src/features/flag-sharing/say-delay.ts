import type { FlagAlert } from '@flagyard/api-types'
import { formatMinutes } from '@flagyard/ui/format'

/** Time between the owner's solution and the submission by another learner. */
export function sayDelay({ seconds_after_solve, owner }: Pick<FlagAlert, 'seconds_after_solve' | 'owner'>): string {
  if (seconds_after_solve === null) return `${owner} has not solved it themselves.`
  const minutes = Math.max(1, Math.round(Math.abs(seconds_after_solve) / 60))
  const long = minutes > TWO_DAYS ? `${Math.round(minutes / 1440)} days` : formatMinutes(minutes)
  return `That was ${long} ${seconds_after_solve >= 0 ? 'after' : 'before'} ${owner} solved it.`
}

const TWO_DAYS = 2 * 24 * 60
