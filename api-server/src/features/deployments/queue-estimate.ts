import type { DeploymentState } from '../../db/schema/index.ts'

/** Typical seconds to build a lab in an account, for estimates. */
const BUILD_SECONDS = 120
/** Typical seconds from the end of a lab until its account is free again, for estimates. */
const CLEANING_SECONDS = 120

/** An account that is leased, in use or being cleaned. */
export interface BusyAccount {
  /** The state of the deployment that the account was leased to; null for an account that is cleaned without one. */
  state: DeploymentState | null
  /** Seconds that the deployment runs once it is built. */
  duration_seconds: number
  /** Seconds since its build began; null before that. */
  building_for: number | null
  /** Seconds until a running deployment ends. */
  ends_in: number
  /** Seconds since cleaning began. */
  cleaning_for: number
  /** Seconds until a clean-up that failed is tried again. */
  retry_in: number
}

/** Seconds that a learner keeps an account: the build, the whole running time and the cleaning. */
export const secondsOfUse = (durationSeconds: number) => BUILD_SECONDS + durationSeconds + CLEANING_SECONDS

/** Seconds until the account is free by itself. */
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
 * Seconds that a learner waits: each learner ahead takes the account that is free first and keeps it for their `ahead` seconds.
 * Null when no account will become free by itself.
 */
export function estimateWait(freeIn: readonly number[], ahead: readonly number[]): number | null {
  const wait = forecastQueue(freeIn)
  for (const use of ahead) wait.take(use)
  return wait.seconds()
}

/** A queue as it will be served: how long whoever is next waits, after each of those ahead has taken an account. */
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
