import type { AcceptedRules, ExamTerms } from '../../../db/schema/index.ts'
import { ApiError } from '../../../errors.ts'

interface Acceptance {
  /** The rules of the exam: of this moment at a booking, and the booked ones at check-in. */
  rules: string
  /** The text that the candidate says to have accepted. */
  accepted: string | undefined
  /** What they accepted before, for the same attempt. */
  before: AcceptedRules | null
  now: Date
}

/**
 * What a booking writes down as accepted: the very text, and when. Rules that were accepted before and are still the same count. Without
 * any, the candidate accepts the booked rules at check-in.
 */
export const acceptRulesToBook = (acceptance: Acceptance): AcceptedRules | null =>
  acceptance.accepted === undefined ? stillAccepted(acceptance.rules, acceptance.before) : acceptRules(acceptance)

/** The same where it is required. Nobody is bound by a text that they did not see, so another one is refused together with the right one. */
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

/** What the candidate accepted before, where it is still the same. */
export const stillAccepted = (rules: string, before: AcceptedRules | null): AcceptedRules | null =>
  before?.text === rules ? before : null

export const acceptedRulesOf = (terms: ExamTerms | null): AcceptedRules | null => terms?.accepted_rules ?? null
