import { operations } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, type ReadRow } from '../../../../db/list-source.ts'
import { examAttempts, exams, extraPoints, users } from '../../../../db/schema/index.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { mayGive } from '../../../../identity/not-yourself.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'

export const extraPointsSource = {
  table: extraPoints,
  id: sql`${extraPoints.id}::text`,
  where: ({ id, state }: Output<'extraPointsFilter'>): SQL | undefined =>
    and(id && isAmongUuids(extraPoints.id, id), state && eq(extraPoints.state, state)),
  keys: { created_at: [sql`${extraPoints.created_at}`, sql`${extraPoints.id}`] },
  read: (db, { where, order, from, limit, cursor }) =>
    db
      .select({
        id: extraPoints.id,
        url: extraPoints.url,
        note: extraPoints.note,
        state: extraPoints.state,
        points: extraPoints.points,
        reason: extraPoints.reason,
        decided_at: extraPoints.decided_at,
        created_at: extraPoints.created_at,
        username: users.username,
        full_name: users.full_name,
        exam: exams.slug,
        title: exams.title,
        attempt_id: examAttempts.id,
        attempt_state: examAttempts.state,
        used_elsewhere: sql<number>`(select count(*)::int from extra_points other
          where other.url = ${extraPoints.url} and other.id <> ${extraPoints.id})`,
        ...cursor,
      })
      .from(extraPoints)
      .innerJoin(examAttempts, eq(examAttempts.id, extraPoints.attempt_id))
      .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
      .innerJoin(users, eq(users.id, examAttempts.user_id))
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies ListSourceOf<'listExtraPoints'>

type Request = Pick<ReadRow<'listExtraPoints'>, 'state' | 'username'>

export function allowedOnRequest({ state, username }: Request, caller: CurrentUser) {
  const may = mayCall(operations.decideExtraPoints, caller) && mayGive(caller, username === caller.username)
  return allowedAmong({ decide: state === 'pending' && may })
}
