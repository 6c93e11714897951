import type { RateClass } from '@flagyard/api-types/contract/operation'

interface Limit {
  /** Attempts in the window by one account, on one call. */
  byAccount: number
  /** Attempts per address over all accounts: higher, since a classroom shares one address. */
  byAddress: number
  seconds: number
}

/**
 * Rate limits by class. Calls without a class are bounded by their own rules. `unsolicited_mail` is for mail to any address that is typed,
 * whether or not we know it: low enough that nobody works through a list of addresses.
 */
export const rateClasses: Record<RateClass, Limit> = {
  // Sign-ins have limits of their own (features/auth/sign-in/attempts.ts); this one keeps a single network from taking all hashing.
  signin: { byAccount: 60, byAddress: 600, seconds: 300 },
  mail: { byAccount: 8, byAddress: 200, seconds: 600 },
  unsolicited_mail: { byAccount: 8, byAddress: 8, seconds: 600 },
  secret: { byAccount: 30, byAddress: 300, seconds: 60 },
  money: { byAccount: 30, byAddress: 300, seconds: 60 },
  lab: { byAccount: 20, byAddress: 200, seconds: 60 },
  // Notes are saved at each pause of typing.
  note: { byAccount: 120, byAddress: 2_400, seconds: 60 },
  // A visitor's player asks every quarter of an hour; this is for a room of people who click through every lesson at once.
  free_lesson: { byAccount: 60, byAddress: 600, seconds: 60 },
  // A buyer passes a few dozen seats on by hand, one after the other; each is paid for.
  seat: { byAccount: 60, byAddress: 600, seconds: 600 },
  // Whoever types fast, pastes scripts and completes words stays far below it; a loop of lines does not.
  shell: { byAccount: 300, byAddress: 6_000, seconds: 60 },
  // Each rehearsal has a limit of its own as well (features/shell/rehearsals.ts). Visitors need no account, so an address has far less than a class of learners.
  rehearsal: { byAccount: 60, byAddress: 600, seconds: 60 },
  rehearsal_start: { byAccount: 10, byAddress: 60, seconds: 60 },
  // A person reads each of them.
  report: { byAccount: 10, byAddress: 100, seconds: 3600 },
}
