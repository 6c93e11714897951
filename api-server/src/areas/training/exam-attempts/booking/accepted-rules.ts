import type { Db } from '../../../../db/open.ts'
import type { AcceptedRules, ExamTerms } from '../../../../db/schema/index.ts'
import { ApiError } from '../../../../errors.ts'
import { acceptPage, readRules } from '../../../platform/legal/index.ts'

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

/** Rules that candidates accept: the owner's rules for all exams, then those of the exam. */
export async function allRules(db: Db, now: Date, rules: string): Promise<{ rules: string; version: number | null }> {
  const common = await readRules(db, now)
  return {
    rules: [common?.text ?? '', rules].filter((text) => text.trim() !== '').join('\n\n'),
    version: common?.version ?? null,
  }
}

/** Like `accept`, with the rules for all exams, whose version is recorded for the candidate. */
export async function acceptExamRules(
  tx: Db,
  userId: string,
  accept: (acceptance: Acceptance) => AcceptedRules | null,
  { rules: ownRules, ...acceptance }: Acceptance,
): Promise<AcceptedRules | null> {
  const { rules, version } = await allRules(tx, acceptance.now, ownRules)
  const accepted = accept({ ...acceptance, rules })
  if (version !== null && accepted && accepted !== acceptance.before)
    await acceptPage(tx, acceptance.now, { userId, page: 'exam_rules', given: version, via: 'exam' })
  return accepted
}

/** The previous acceptance, if the rules have not changed. */
export const stillAccepted = (rules: string, before: AcceptedRules | null): AcceptedRules | null =>
  before?.text === rules ? before : null

export const acceptedRulesOf = (terms: ExamTerms | null): AcceptedRules | null => terms?.accepted_rules ?? null
