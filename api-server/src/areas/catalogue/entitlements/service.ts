import type { Db } from '../../../db/open.ts'
import { findLabWithLessons, type LabLesson } from '../courses/index.ts'
import * as queries from './queries.ts'

/** Reason why content does not open, worded for both the learner and support. */
interface Refusal {
  code: 'not_entitled' | 'not_yet' | 'ended' | 'suspended' | 'revoked'
  message: string
  /** Time from which the content opens, if nothing else is needed. */
  from?: Date
}

export type Access =
  | { granted: true; ends_at: Date | null; entitlement: queries.EntitlementRow }
  | { granted: false; refusal: Refusal }

export interface Ledger {
  /** Whether the learner may open the target. Every access check uses this. */
  accessTo(target: queries.Target): Access
  /** Content of one kind that is open to the learner now. */
  openTargets(kind: queries.EntitlementRow['kind']): OpenTarget[]
  /** The learner's current access through the voucher; undefined if they never used it. */
  openedBy(voucherId: string): Access | undefined
}

/** All entitlements of a learner, read once, to decide about any number of targets. */
export async function readLedger(db: Db, userId: string): Promise<Ledger> {
  const rows = await queries.listEntitlements(db, userId)
  return {
    accessTo: (target) =>
      decide(
        rows.filter(({ entitlement }) => covers(entitlement, target)),
        target,
      ),
    openTargets: (kind) => longestByTarget(rows.filter(({ entitlement }) => entitlement.kind === kind)),
    openedBy(voucherId) {
      const opened = rows.filter(({ entitlement }) => entitlement.voucher_id === voucherId)
      return opened.length > 0 ? decide(opened, {}) : undefined
    },
  }
}

/** Whether the learner may open the target, with the reason for a refusal. Use `readLedger` for several targets. */
export async function findAccess(db: Db, userId: string, target: queries.Target): Promise<Access> {
  return (await readLedger(db, userId)).accessTo(target)
}

const covers = (row: queries.EntitlementRow, { course, lab, exam }: queries.Target) =>
  (row.course_id !== null && row.course_id === course) ||
  (row.lab_id !== null && row.lab_id === lab) ||
  (row.exam_id !== null && row.exam_id === exam)

function decide(rows: queries.LedgerRow[], target: queries.Target): Access {
  const open = rows.filter((row) => row.state === 'open').map((row) => row.entitlement)
  const longest = open.sort((a, b) => endOf(b) - endOf(a))[0]
  if (longest) return { granted: true, ends_at: longest.ends_at, entitlement: longest }
  const [last] = rows
  return { granted: false, refusal: last ? refusalOf(last) : notEntitled(target) }
}

const endOf = (row: queries.EntitlementRow) => row.ends_at?.getTime() ?? Number.POSITIVE_INFINITY

const notEntitled = ({ course, lab }: queries.Target): Refusal => ({
  code: 'not_entitled',
  message: `You do not have this ${course ? 'course' : lab ? 'lab' : 'exam'} yet. Buy it, or activate a voucher for it.`,
})

function refusalOf({ entitlement, state }: queries.LedgerRow): Refusal {
  const because = entitlement.reason ? ` Reason: ${entitlement.reason}` : ''
  if (state === 'revoked') return { code: 'revoked', message: `Your access was revoked.${because}` }
  if (state === 'suspended') return { code: 'suspended', message: `Your access is suspended at the moment.${because}` }
  if (state === 'not_yet')
    return {
      code: 'not_yet',
      message: `Your access begins on ${entitlement.starts_at.toISOString().slice(0, 10)}.`,
      from: entitlement.starts_at,
    }
  return {
    code: 'ended',
    message: `Your access ended on ${entitlement.ends_at?.toISOString().slice(0, 10)}. What you earned stays yours.`,
  }
}

interface OpenTarget {
  target_id: string
  /** Latest end of the open entitlements; null if one has no end. */
  ends_at: Date | null
}

function longestByTarget(rows: queries.LedgerRow[]): OpenTarget[] {
  const longest = new Map<string, queries.EntitlementRow>()
  for (const { entitlement: row, state } of rows) {
    const target = row.course_id ?? row.lab_id ?? row.exam_id
    const found = target ? longest.get(target) : undefined
    if (state === 'open' && target && (!found || endOf(row) > endOf(found))) longest.set(target, row)
  }
  return [...longest].map(([target_id, row]) => ({ target_id, ends_at: row.ends_at }))
}

/** Days within which a lab must be started, and an exam taken. */
export const BEGIN_WITHIN_DAYS = 365

interface Grant {
  userId: string
  /** Set exactly one of `course`, `lab` and `exam`. */
  course?: string
  lab?: string
  exam?: string
  source: queries.EntitlementRow['source']
  orderId?: string | null
  voucherId?: string | null
  reason?: string | null
}

/**
 * Adds a row to the ledger in the caller's transaction. Course access starts now. A lab must be started within a year, and an exam
 * taken within a year; a lab's own access period begins with its first deployment. Returns undefined, and writes nothing, if this
 * voucher already opened it for the learner.
 */
export async function grant(tx: Db, { userId, course, lab, exam, source, orderId, voucherId, reason }: Grant) {
  return queries.insertEntitlement(
    tx,
    {
      user_id: userId,
      kind: course ? 'course' : lab ? 'lab' : 'exam',
      course_id: course ?? null,
      lab_id: lab ?? null,
      exam_id: exam ?? null,
      source,
      order_id: orderId ?? null,
      voucher_id: voucherId ?? null,
      reason: reason ?? null,
    },
    course ? null : BEGIN_WITHIN_DAYS,
  )
}

/** Whether the learner may open the lab, directly or through a course that contains it. */
export async function findLabAccess(db: Db, userId: string, slug: string): Promise<Access> {
  const [{ id, lessons }, ledger] = await Promise.all([findLabWithLessons(db, slug), readLedger(db, userId)])
  return decideLabAccess(ledger, id, lessons)
}

/** The targets that open a lab: the lab itself, and each course that contains it. */
const targetsOf = (lab: string, lessons: LabLesson[]) => [
  { lab },
  ...lessons.map((lesson) => ({ course: lesson.course_id, lab })),
]

/** Same as `findLabAccess`, without a query: `lessons` contain the lab. */
export function decideLabAccess(ledger: Ledger, labId: string, lessons: LabLesson[]): Access {
  const decisions = targetsOf(labId, lessons).map(ledger.accessTo)
  return (
    decisions.find((access) => access.granted) ??
    decisions.find((access) => !access.granted && access.refusal.code !== 'not_entitled') ??
    decisions.at(-1) ??
    ledger.accessTo({ lab: labId })
  )
}
