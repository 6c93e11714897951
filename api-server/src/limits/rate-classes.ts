import type { RateClass } from '@flagyard/api-types/contract/operation'

interface Limit {
  /** Attempts per account (or per address when signed out) and call. */
  byAccount: number
  /** Attempts per address over all accounts: higher, since a classroom shares one address. */
  byAddress: number
  seconds: number
}

/** Rate limits by class. Calls without a class are bounded by their own rules. */
export const rateClasses: Record<RateClass, Limit> = {
  signin: { byAccount: 60, byAddress: 60, seconds: 300 },
  mail: { byAccount: 8, byAddress: 60, seconds: 600 },
  secret: { byAccount: 30, byAddress: 300, seconds: 60 },
  money: { byAccount: 30, byAddress: 300, seconds: 60 },
  lab: { byAccount: 20, byAddress: 200, seconds: 60 },
}
