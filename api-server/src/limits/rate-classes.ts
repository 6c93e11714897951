import type { RateClass } from '@flagyard/api-types/contract/operation'

interface Limit {
  /** Maximum attempts per account and call within the window. */
  byAccount: number
  /** Maximum attempts per address by all accounts. Higher, because a classroom shares one address. */
  byAddress: number
  seconds: number
}

/**
 * Rate limits by class. Calls without a class have their own rules. `unsolicited_mail` is for mail to any typed address, known or
 * not: low enough to prevent anyone from trying a list of addresses.
 */
export const rateClasses: Record<RateClass, Limit> = {
  // Sign-ins have their own limits (areas/platform/auth/sign-in/attempts.ts). This one prevents a single network from using all hashing capacity.
  signin: { byAccount: 60, byAddress: 600, seconds: 300 },
  mail: { byAccount: 8, byAddress: 200, seconds: 600 },
  unsolicited_mail: { byAccount: 8, byAddress: 8, seconds: 600 },
  secret: { byAccount: 30, byAddress: 300, seconds: 60 },
  money: { byAccount: 30, byAddress: 300, seconds: 60 },
  lab: { byAccount: 20, byAddress: 200, seconds: 60 },
  // Notes are saved at each typing pause.
  note: { byAccount: 120, byAddress: 2_400, seconds: 60 },
  // A visitor's player calls every 15 minutes. This allows for a classroom that clicks through all lessons at the same time.
  free_lesson: { byAccount: 60, byAddress: 600, seconds: 60 },
  // Buyers assign a few dozen seats manually, one after the other. Each seat is paid for.
  seat: { byAccount: 60, byAddress: 600, seconds: 600 },
  // Fast typing, pasted scripts and completion stay far below it; a loop of lines does not.
  shell: { byAccount: 300, byAddress: 6_000, seconds: 60 },
  // Each rehearsal has its own limit too (areas/training/shell/rehearsals.ts). Visitors need no account, so an address gets far less than a class of
  // learners.
  rehearsal: { byAccount: 60, byAddress: 600, seconds: 60 },
  rehearsal_start: { byAccount: 10, byAddress: 60, seconds: 60 },
  // Each report is read by a person.
  report: { byAccount: 10, byAddress: 100, seconds: 3600 },
}
