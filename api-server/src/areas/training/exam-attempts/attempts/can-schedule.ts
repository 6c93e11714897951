import { readNow } from '../../../../db/now.ts'
import type { Db } from '../../../../db/open.ts'
import { type Access, findAccess } from '../../../catalogue/entitlements/index.ts'
import { findExam } from '../../../catalogue/exams/index.ts'
import { insertAttempt, listAttempts } from './attempt-queries.ts'
import { hasPassed, isUsedUp, type NextAttempt, nextAttempt, type PastAttempt } from './result.ts'
import { isOpenAttempt } from './transitions.ts'

interface Reason {
  code:
    | 'not_entitled'
    | 'not_yet'
    | 'ended'
    | 'suspended'
    | 'revoked'
    | 'not_open'
    | 'already_booked'
    | 'in_progress'
    | 'passed'
    | 'cooldown'
    | 'no_attempts_left'
    | 'barred'
  message: string
  /** Time from which the reason no longer applies; null if waiting does not help. */
  from: Date | null
}

interface Facts<A extends PastAttempt> {
  exam: { title: string; bookable: boolean; status: string; attempts: number; cooldown_days: readonly number[] }
  access: Access
  attempts: readonly A[]
  now: Date
}

export interface Answer<A extends PastAttempt> {
  /** Everything that prevents a booking; empty if one is possible. */
  reasons: Reason[]
  /** The attempt that would be booked, if it exists already. */
  attempt: A | null
  /** The attempt that is due but does not exist yet. */
  next: Extract<NextAttempt, { possible: true }> | null
}

/** Whether the learner may book the exam, with every reason against it and when each one ends. */
export function canSchedule<A extends PastAttempt>({ exam, access, attempts, now }: Facts<A>): Answer<A> {
  const reasons: Reason[] = []
  if (!exam.bookable || exam.status !== 'published')
    reasons.push({ code: 'not_open', message: `Booking for ${exam.title} is not open.`, from: null })
  if (!access.granted)
    reasons.push({ code: access.refusal.code, message: access.refusal.message, from: access.refusal.from ?? null })
  const open = attempts.find(({ state }) => isOpenAttempt(state))
  if (open) {
    if (open.state === 'purchased') {
      const barred = barredUntil(attempts, now)
      return { reasons: barred ? [...reasons, barred] : reasons, attempt: open, next: null }
    }
    return { reasons: [...reasons, whileOpen(open)], attempt: null, next: null }
  }
  if (hasPassed(attempts, now)) return { reasons: [...reasons, { ...PASSED, from: null }], attempt: null, next: null }
  if (!access.granted) return { reasons, attempt: null, next: null }
  const next = nextAttempt(attempts, access.entitlement.id, exam, now)
  if (!next.possible) return { reasons: [...reasons, { ...NONE_LEFT, from: null }], attempt: null, next: null }
  if (next.from && next.from > now) return { reasons: [...reasons, cooldown(next.from)], attempt: null, next: null }
  return { reasons, attempt: null, next }
}

const PASSED = { code: 'passed', message: 'You have passed this exam.' } as const
const NONE_LEFT = { code: 'no_attempts_left', message: 'You have used all your attempts at this exam.' } as const

const cooldown = (from: Date): Reason => ({
  code: 'cooldown',
  message: `Your next attempt opens on ${from.toISOString().slice(0, 10)}.`,
  from,
})

/** Applies after a conduct case was decided against the learner, even if the next attempt already existed. */
function barredUntil(attempts: readonly PastAttempt[], now: Date): Reason | null {
  const until = attempts
    .flatMap(({ barred_until }) => (barred_until && barred_until > now ? barred_until : []))
    .toSorted((a, b) => b.getTime() - a.getTime())[0]
  if (!until) return null
  const day = until.toISOString().slice(0, 10)
  return { code: 'barred', message: `After your disqualification you can book again from ${day}.`, from: until }
}

const whileOpen = ({ state }: PastAttempt): Reason =>
  state === 'scheduled'
    ? { code: 'already_booked', message: 'You have a date for this exam. You can move or cancel it.', from: null }
    : { code: 'in_progress', message: IN_PROGRESS[state] ?? 'Your exam has begun.', from: null }

const IN_PROGRESS: Partial<Record<PastAttempt['state'], string>> = {
  preparing: 'Your exam is being prepared.',
  active: 'Your exam is running.',
  provisional: 'Your result is not final yet.',
}

/** Creates the next attempt that the learner may book: the first with the purchase, voucher or grant, the following ones after the cooldown. Idempotent. */
export async function openAttempt(tx: Db, userId: string, examId: string): Promise<void> {
  const exam = await findExam(tx, { id: examId })
  const access = await findAccess(tx, userId, { exam: examId })
  const attempts = await listAttempts(tx, userId, examId)
  const { next } = canSchedule({ exam, access, attempts, now: await readNow(tx) })
  if (!next || !access.granted) return
  const entitlement_id = access.entitlement.id
  await insertAttempt(tx, { user_id: userId, exam_id: examId, entitlement_id, number: next.number })
}

/**
 * Whether the learner has the exam and does not need to buy it. False if all attempts are used up, so that it can be bought again. Callers that have
 * read the ledger pass the access.
 */
export async function hasExam(db: Db, userId: string, examId: string, found?: Access): Promise<boolean> {
  const access = found ?? (await findAccess(db, userId, { exam: examId }))
  if (!access.granted) return false
  const exam = await findExam(db, { id: examId })
  return !isUsedUp(await listAttempts(db, userId, examId), access.entitlement.id, exam, await readNow(db))
}
