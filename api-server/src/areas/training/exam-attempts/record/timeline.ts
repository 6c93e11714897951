import type { Timeline } from '@flagyard/record-verifier/timeline'
import type { Db } from '../../../../db/open.ts'
import type { LedgerKind } from '../../../../db/schema/index.ts'
import { findExam, findExamSnapshot } from '../../../catalogue/exams/index.ts'
import { findAttempt, listFlagsOfAttempt, listLedger, listSolved } from '../attempts/attempt-queries.ts'
import { listCases } from '../judging/conduct-queries.ts'
import { listRequests } from '../judging/extra-points-queries.ts'

/**
 * Facts from which anyone can recompute the end and the result of an attempt. Flags appear only by the digest that `digestOf` gives them, and
 * administrators not at all. Undefined if the attempt no longer exists.
 */
export async function readTimeline(
  db: Db,
  attemptId: string,
  digestOf: (flagId: string) => string,
): Promise<Timeline | undefined> {
  const attempt = await findAttempt(db, attemptId)
  if (!attempt) return undefined
  const exam = await findExam(db, { id: attempt.exam_id })
  const snapshot = await findExamSnapshot(db, attempt.snapshot_id)
  const [ledger, flags] = [await listLedger(db, attemptId), await listFlagsOfAttempt(db, attempt)]
  const solved = await listSolved(db, attemptId)
  const requests = await listRequests(db, attemptId)
  const cases = await listCases(db, attemptId)
  return {
    attempt: attempt.number,
    revision: { id: attempt.snapshot_id, title: snapshot?.exam.title ?? exam.title },
    passing_points: attempt.terms?.passing_points ?? exam.passing_points,
    flags: flags.map(({ id, points }) => ({ flag: digestOf(id), points })),
    ledger: ledger.filter(isPublic).map(({ kind, from_at, seconds, points, reason, actor_id, flag_id }) => ({
      kind,
      at: from_at?.toISOString() ?? null,
      seconds,
      points,
      // The reason of a regrade names the flag.
      cause: flag_id ? 'The flag was broken' : reason,
      by: actor_id ? 'issuer' : 'automatic',
      flag: flag_id && digestOf(flag_id),
    })),
    solved: solved.map(({ flag_id, solved_at, points }) => ({
      flag: digestOf(flag_id),
      at: solved_at.toISOString(),
      points,
    })),
    extra_points: requests.map(({ state, points, decided_at }) => ({
      state,
      points,
      decided_at: decided_at?.toISOString() ?? null,
    })),
    cases: cases.map(({ row: { created_at, state, decided_at } }) => ({
      opened_at: created_at.toISOString(),
      state,
      decided_at: decided_at?.toISOString() ?? null,
    })),
    stored: {
      ends_at: attempt.active_until?.toISOString() ?? null,
      points: attempt.points,
      extra_points: attempt.extra_points,
      state: attempt.state,
    },
  }
}

/** The candidate's IP address changes neither time nor points. */
const isPublic = ({ kind }: { kind: LedgerKind }) => kind !== 'address'
