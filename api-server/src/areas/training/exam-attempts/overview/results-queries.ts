import type { Accepted } from '@flagyard/api-types/contract/operation'
import { and, asc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { type AttemptState, examAttempts, flagAlerts, flagSolves, flags } from '../../../../db/schema/index.ts'
import { columnsOf } from '../../../../db/sql.ts'
import type { OpenSpan } from '../booking/slot.ts'

const inSpan = (examId: string, { from, until }: OpenSpan) =>
  and(
    eq(examAttempts.exam_id, examId),
    isNotNull(examAttempts.scheduled_at),
    from ? gte(examAttempts.scheduled_at, from) : undefined,
    until ? lt(examAttempts.scheduled_at, until) : undefined,
  )

const countOf = (...states: AttemptState[]) =>
  sql<number>`count(*) filter (where ${inArray(examAttempts.state, states)})::int`

export const listAttemptCounts = (db: Db, examId: string, span: OpenSpan) =>
  db
    .select({
      number: examAttempts.number,
      passed: countOf('passed'),
      failed: countOf('failed'),
      no_show: countOf('no_show'),
      open: countOf('purchased', 'scheduled', 'preparing', 'active', 'provisional'),
      other: countOf('disqualified', 'void'),
      sat: sql<number>`count(${examAttempts.started_at})::int`,
    })
    .from(examAttempts)
    .where(inSpan(examId, span))
    .groupBy(examAttempts.number)
    .orderBy(asc(examAttempts.number))

export function listPointCounts(db: Db, examId: string, span: OpenSpan) {
  const points = sql<number>`${examAttempts.points} + ${examAttempts.extra_points}`
  return db
    .select({ points, count: sql<number>`count(*)::int` })
    .from(examAttempts)
    .where(and(inSpan(examId, span), inArray(examAttempts.state, ['passed', 'failed'])))
    .groupBy(points)
}

/** Number of solves of each flag, and the median minute at which it was solved. Includes archived flags that were solved. */
export const listFlagCounts = (db: Db, examId: string, span: OpenSpan) =>
  db
    .select({
      ...columnsOf(flags, 'id', 'title', 'points'),
      solved: sql<number>`count(${examAttempts.id})::int`,
      median_minute: sql<number | null>`round(percentile_cont(0.5) within group (order by
        extract(epoch from ${flagSolves.solved_at} - ${examAttempts.started_at}) / 60)
        filter (where ${examAttempts.id} is not null))::int`,
    })
    .from(flags)
    .leftJoin(flagSolves, eq(flagSolves.flag_id, flags.id))
    .leftJoin(
      examAttempts,
      and(eq(examAttempts.id, flagSolves.attempt_id), inSpan(examId, span), isNotNull(examAttempts.started_at)),
    )
    .where(eq(flags.exam_id, examId))
    .groupBy(flags.id)
    .having(sql`${flags.archived_at} is null or count(${examAttempts.id}) > 0`)
    .orderBy(asc(flags.position), asc(flags.id))

/** Maximum number of attempts analysed for hints; latest first. */
const MAX_ATTEMPTS = 1_000
const MAX_HINTS = 100
/** Minimum number of flags solved in the same order by two candidates, each within SAME_MINUTES, to report a hint. */
const SAME_FLAGS = 3
const SAME_MINUTES = 10

const candidate = (row: string) =>
  sql.raw(`jsonb_build_object('username', ${row}.username, 'full_name', ${row}.full_name, 'attempt_id', ${row}.id)`)

/** In IPv6, a single customer usually has a whole /64. */
const network = sql`case
  when s.address ~ '^::ffff:[0-9.]+$' then substr(s.address, 8)
  when s.address ~ '^[0-9a-f:]+:[0-9a-f:]*$' then host(network(set_masklen(s.address::inet, 64))) || '/64'
  else s.address end`

/** Similarities between two attempts at an exam, which may be coincidental, in one statement. */
export async function listHints(db: Db, examId: string, { from, until }: OpenSpan): Promise<Accepted<'examHint'>[]> {
  const since = sql`coalesce(${from?.toISOString() ?? null}::timestamptz, '-infinity')`
  const before = sql`coalesce(${until?.toISOString() ?? null}::timestamptz, 'infinity')`
  return db
    .select({
      kind: sql<'other_flag' | 'same_order' | 'same_address'>`kind`,
      at: sql`at`.mapWith(flagAlerts.at),
      what: sql<string[]>`what`,
      minutes: sql<number | null>`minutes`,
      candidates: sql<Accepted<'examHint'>['candidates']>`candidates`,
    })
    .from(
      sql`(with sat as (
      select a.id, a.user_id, u.username, u.full_name, a.started_at, coalesce(a.decided_at, now()) as ended_at
      from exam_attempts a join users u on u.id = a.user_id
      where a.exam_id = ${examId} and a.started_at is not null
        and a.scheduled_at >= ${since} and a.scheduled_at < ${before}
      order by a.scheduled_at desc limit ${MAX_ATTEMPTS}::int
    ), at_network as (
      select distinct sat.*, ${network} as network
      from sat join sessions s on s.user_id = sat.user_id and s.see_as_by is null and s.address is not null
        and s.created_at < sat.ended_at and least(s.last_used_at, coalesce(s.ended_at, s.last_used_at)) >= sat.started_at
    ), hints as (
      select 'other_flag' as kind, x.at, array[f.title] as what, null::int as minutes,
        jsonb_build_array(
          ${candidate('mine')},
          jsonb_build_object('username', o.username, 'full_name', o.full_name, 'attempt_id', d.attempt_id)
        ) as candidates
      from flag_alerts x join flags f on f.id = x.flag_id and f.exam_id = ${examId}
        join sat mine on mine.user_id = x.user_id and x.at between mine.started_at and mine.ended_at
        join users o on o.id = x.owner_id left join deployments d on d.id = x.owner_deployment_id
      union all
      select 'same_order', max(greatest(a.solved_at, b.solved_at)), array_agg(f.title order by a.solved_at),
        ceil(max(abs(extract(epoch from a.solved_at - b.solved_at))) / 60)::int,
        jsonb_build_array(${candidate('one')}, ${candidate('other')})
      from sat one join flag_solves a on a.attempt_id = one.id
        join flag_solves b on b.flag_id = a.flag_id and b.attempt_id <> a.attempt_id
        join sat other on other.id = b.attempt_id and other.user_id > one.user_id
        join flags f on f.id = a.flag_id
      where a.solved_at between b.solved_at - make_interval(mins => ${SAME_MINUTES}::int)
        and b.solved_at + make_interval(mins => ${SAME_MINUTES}::int)
      group by one.id, one.username, one.full_name, other.id, other.username, other.full_name
      having count(*) >= ${SAME_FLAGS}::int
        and array_agg(a.flag_id order by a.solved_at) = array_agg(a.flag_id order by b.solved_at)
      union all
      select 'same_address', max(one.started_at), array[one.network], null,
        jsonb_agg(${candidate('one')} order by one.username)
      from at_network one
      where exists (select 1 from at_network other where other.network = one.network and other.user_id <> one.user_id
        and other.started_at < one.ended_at and one.started_at < other.ended_at)
      group by one.network
    )
    select * from hints) as found`,
    )
    .orderBy(sql`at desc`)
    .limit(MAX_HINTS)
}
