import type { AcceptedRules, ExamTerms } from '../../../../db/schema/index.ts'
import { ApiError } from '../../../../errors.ts'

interface Acceptance {
  /** Rules of the exam: the current ones when booking, the booked ones at check-in. */
  rules: string
  /** Text that the candidate accepted, as sent by the client. */
  accepted: string | undefined
  before: AcceptedRules | null
  now: Date
}

/**
 * Accepted rules to store with a booking: the exact text and the time. A previous acceptance of the same text counts. Without either, the candidate
 * accepts the booked rules at check-in.
 */
export const acceptRulesToBook = (acceptance: Acceptance): AcceptedRules | null =>
  acceptance.accepted === undefined ? stillAccepted(acceptance.rules, acceptance.before) : acceptRules(acceptance)

/**
 * Like `acceptRulesToBook`, but acceptance is required. If the text has changed, the error contains the current one, so that candidates only accept
 * a text they have seen.
 */
export function acceptRules({ rules, accepted, before, now }: Acceptance): AcceptedRules | null {
  if (rules.trim() === '') return null
  if (accepted === rules) return { text: rules, at: now.toISOString() }
  if (accepted === undefined && before?.text === rules) return before
  const message =
    accepted === undefined && !before
      ? 'Please read and accept the rules of this exam.'
      : 'The rules of this exam have changed. Please read the new ones and accept them.'
  throw new ApiError('invalid', message, { errors: [{ field: 'accepted_rules', message }], extra: { rules } })
}

/** The previous acceptance, if the rules have not changed. */
export const stillAccepted = (rules: string, before: AcceptedRules | null): AcceptedRules | null =>
  before?.text === rules ? before : null

export const acceptedRulesOf = (terms: ExamTerms | null): AcceptedRules | null => terms?.accepted_rules ?? null
