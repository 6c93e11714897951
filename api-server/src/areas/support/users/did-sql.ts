import type { Output } from '@flagyard/api-types/contract/operation'
import { and, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { courseProgress, examAttempts, flagSolves, lessonProgress, orders, users } from '../../../db/schema/index.ts'

type Filter = Output<'userFilter'>
type Deed = Exclude<NonNullable<Filter['did']>, 'joined'>

/** Accounts that did something in a period, counted in the same way as on the dashboard. */
export function whoDid({ did, did_from, did_until }: Filter): SQL | undefined {
  if (did === undefined) return undefined
  const during = (at: PgColumn) =>
    and(
      did_from === undefined ? undefined : gte(at, new Date(did_from)),
      did_until === undefined ? undefined : lt(at, new Date(did_until)),
    )
  if (did === 'joined') return during(users.created_at)
  const of = ([table, at, where]: Trace) =>
    sql`select distinct user_id from ${table} where ${and(sql`${at} is not null`, where, during(at))}`
  // As an array, so that Postgres looks up the accounts by id.
  return sql`${users.id} = any(array(${sql.join(traces[did].map(of), sql` union `)}))`
}

/** Table, time column and condition that record the activity. */
type Trace = [table: PgTable, at: PgColumn, where?: SQL]
const traces: Record<Deed, Trace[]> = {
  learned: [
    [lessonProgress, lessonProgress.completed_at],
    [flagSolves, flagSolves.solved_at],
  ],
  completed: [[courseProgress, courseProgress.completed_at]],
  paid: [[orders, orders.paid_at]],
  decided: [[examAttempts, examAttempts.decided_at, sql`${examAttempts.state} in ('passed', 'failed')`]],
}
