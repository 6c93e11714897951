import type { DeploymentState } from '../../../../db/schema/index.ts'

/** Typical build time of a lab in seconds, for estimates. */
const BUILD_SECONDS = 120
/** Typical time from the end of a lab until its account is free again, in seconds, for estimates. */
const CLEANING_SECONDS = 120

/** An account that is leased, in use or being cleaned. */
export interface BusyAccount {
  /** State of the deployment that has the account; null if the account is being cleaned without one. */
  state: DeploymentState | null
  /** Running time of the deployment once it is built, in seconds. */
  duration_seconds: number
  /** Seconds since the build started; null before that. */
  building_for: number | null
  /** Seconds until a running deployment ends. */
  ends_in: number
  /** Seconds since cleaning started. */
  cleaning_for: number
  /** Seconds until a failed clean-up is retried. */
  retry_in: number
}

/** Seconds for which a learner occupies an account: build, full running time and cleaning. */
export const secondsOfUse = (durationSeconds: number) => BUILD_SECONDS + durationSeconds + CLEANING_SECONDS

/** Seconds until the account becomes free without intervention. */
export function secondsUntilFree(account: BusyAccount): number {
  switch (account.state) {
    case 'held':
    case 'provisioning':
      return secondsOfUse(account.duration_seconds) - Math.min(BUILD_SECONDS, account.building_for ?? 0)
    case 'running':
      return Math.max(0, account.ends_in) + CLEANING_SECONDS
    case 'ending':
      return CLEANING_SECONDS
    default:
      return Math.max(0, CLEANING_SECONDS - account.cleaning_for, account.retry_in)
  }
}

/**
 * Estimated wait in seconds: each learner ahead takes the first free account for their `ahead` seconds. Null if no account will become free without
 * intervention.
 */
export function estimateWait(freeIn: readonly number[], ahead: readonly number[]): number | null {
  const wait = forecastQueue(freeIn)
  for (const use of ahead) wait.take(use)
  return wait.seconds()
}

/** Simulates the queue: `take` gives the first free account to a learner ahead, `seconds` is the wait of the next one. */
export function forecastQueue(freeIn: readonly number[]) {
  const free = freeIn.toSorted((a, b) => a - b)
  return {
    seconds(): number | null {
      const [first] = free
      return first === undefined ? null : Math.round(first)
    },
    take(use: number): void {
      const first = free.shift()
      if (first === undefined) return
      const again = first + use
      const later = free.findIndex((seconds) => seconds > again)
      free.splice(later < 0 ? free.length : later, 0, again)
    },
  }
}
