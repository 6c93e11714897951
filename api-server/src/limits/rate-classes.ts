import type { RateClass } from '@flagyard/api-types/contract/operation'

interface Limit {
  /** Attempts in the window by one account, on one call. */
  byAccount: number
  /** Attempts by one address over all accounts: wider, since a class room shares one. */
  byAddress: number
  seconds: number
}

/**
 * How often a call of each class may be made; calls without a class are bounded by their own rules. `unsolicited_mail` writes to whatever
 * address is typed, known to us or not: few enough that nobody gets through a list of addresses.
 */
export const rateClasses: Record<RateClass, Limit> = {
  signin: { byAccount: 60, byAddress: 60, seconds: 300 },
  mail: { byAccount: 8, byAddress: 60, seconds: 600 },
  unsolicited_mail: { byAccount: 8, byAddress: 8, seconds: 600 },
  secret: { byAccount: 30, byAddress: 300, seconds: 60 },
  money: { byAccount: 30, byAddress: 300, seconds: 60 },
  lab: { byAccount: 20, byAddress: 200, seconds: 60 },
}
