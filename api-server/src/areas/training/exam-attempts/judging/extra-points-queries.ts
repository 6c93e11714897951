import { operations } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, type ReadRow, sliceOf } from '../../../../db/lists/list-source.ts'
import type { Db } from '../../../../db/open.ts'
import { examAttempts, exams, extraPoints, users } from '../../../../db/schema/index.ts'
import { columnsOf, isUuid, oneRow } from '../../../../db/sql.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall, mayGive } from '../../../../identity/require-access.ts'

const columns = {
  ...columnsOf(extraPoints, 'id', 'url', 'note', 'state', 'points', 'reason', 'decided_at', 'created_at'),
}

export const listRequests = (db: Db, attemptId: string) =>
  db
    .select(columns)
    .from(extraPoints)
    .where(eq(extraPoints.attempt_id, attemptId))
    .orderBy(asc(extraPoints.created_at), asc(extraPoints.id))

export const insertRequest = (tx: Db, values: { attempt_id: string; url: string; note: string | null }) =>
  oneRow(tx.insert(extraPoints).values(values).returning(columns))

/** A learner's request for the exam, with its attempt. Without an id, the request that has been pending longest. */
export async function findRequest(
  db: Db,
  { id, user_id, exam_id }: { id: string | undefined; user_id: string; exam_id: string },
) {
  if (id !== undefined && !isUuid(id)) return undefined
  const [row] = await db
    .select({ ...columns, attempt_id: extraPoints.attempt_id })
    .from(extraPoints)
    .innerJoin(examAttempts, eq(examAttempts.id, extraPoints.attempt_id))
    .where(
      and(
        id === undefined ? eq(extraPoints.state, 'pending') : eq(extraPoints.id, id),
        eq(examAttempts.user_id, user_id),
        eq(examAttempts.exam_id, exam_id),
      ),
    )
    .orderBy(asc(extraPoints.created_at), asc(extraPoints.id))
    .limit(1)
  return row
}

/** Decides a pending request; false if it was already decided. */
export async function decideRequest(
  tx: Db,
  id: string,
  decision: { state: 'approved' | 'refused'; points: number; reason: string; decided_by: string },
): Promise<boolean> {
  const rows = await tx
    .update(extraPoints)
    .set({ ...decision, decided_at: sql`now()` })
    .where(and(eq(extraPoints.id, id), eq(extraPoints.state, 'pending')))
    .returning({ id: extraPoints.id })
  return rows.length > 0
}

export const extraPointsSource = {
  table: extraPoints,
  id: sql`${extraPoints.id}::text`,
  where: ({ id, state }: Output<'extraPointsFilter'>): SQL | undefined =>
    and(id && isAmongUuids(extraPoints.id, id), state && eq(extraPoints.state, state)),
  keys: { created_at: [sql`${extraPoints.created_at}`, sql`${extraPoints.id}`] },
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          ...columnsOf(extraPoints, 'id', 'url', 'note', 'state', 'points', 'reason', 'decided_at', 'created_at'),
          ...columnsOf(users, 'username', 'full_name'),
          exam: exams.slug,
          title: exams.title,
          attempt_id: examAttempts.id,
          attempt_state: examAttempts.state,
          used_elsewhere: sql<number>`(select count(*)::int from extra_points other
          where other.url = ${extraPoints.url} and other.id <> ${extraPoints.id})`,
          ...slice.cursor,
        })
        .from(extraPoints)
        .innerJoin(examAttempts, eq(examAttempts.id, extraPoints.attempt_id))
        .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
        .innerJoin(users, eq(users.id, examAttempts.user_id)),
      slice,
    ),
} satisfies ListSourceOf<'listExtraPoints'>

type Request = Pick<ReadRow<'listExtraPoints'>, 'state' | 'username'>

export function allowedOnRequest({ state, username }: Request, caller: CurrentUser) {
  const may = mayCall(operations.decideExtraPoints, caller) && mayGive(caller, username === caller.username)
  return allowedAmong({ decide: state === 'pending' && may })
}
