import { MAX_FIGURE_DAYS } from '@flagyard/api-types/schemas'
import { and, asc, between, count, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../../../db/open.ts'
import {
  certificates,
  courseProgress,
  type DayFigures,
  dailyFigures,
  deployments,
  examAttempts,
  feedbackFormVersions,
  feedbackTallies,
  flagSolves,
  lessonProgress,
  orders,
  users,
} from '../../../../db/schema/index.ts'
import { addDays, BASE, type Span, startOf } from './days.ts'

/** Condition for events of one day. Each can use an index on that column. */

const during = (at: PgColumn, day: string) => and(gte(at, startOf(day)), lt(at, startOf(addDays(day, 1))))

export async function countMoments(db: Db, day: string) {
  const numberOf = (from: SQL, where: SQL | undefined) =>
    sql<number>`(select count(*)::int from ${from} where ${where})`
  const results = (state: 'passed' | 'failed') =>
    numberOf(
      sql`${examAttempts}`,
      and(during(examAttempts.decided_at, day), sql`${examAttempts.state} = ${sql.raw(`'${state}'`)}`),
    )
  const isAsked = during(courseProgress.feedback_due_at, day)
  const [row] = await db
    .select({
      signups: numberOf(sql`${users}`, and(during(users.created_at, day), isNull(users.erased_at))),
      completions: numberOf(sql`${courseProgress}`, during(courseProgress.completed_at, day)),
      certificates: numberOf(
        sql`${certificates}`,
        and(during(certificates.issued_at, day), isNull(certificates.withdrawn_at)),
      ),
      passed: results('passed'),
      failed: results('failed'),
      asked: numberOf(sql`${courseProgress}`, isAsked),
      answered: numberOf(sql`${courseProgress}`, and(isAsked, isNotNull(courseProgress.feedback_given_at))),
    })
    .from(sql`(select 1) as unused`)
  if (!row) throw new Error('A select without a table returned no row')
  return row
}

type Ids = readonly [first: string, last: string]
/** All ids in four parts. On the embedded database, a statement over a quarter of the learners is short enough not to block others. */
export const partsOfIds: readonly Ids[] = ['03', '47', '8b', 'cf'].map(([first, last]) => [
  `${first}0000000-0000-0000-0000-000000000000`,
  `${last}fffffff-ffff-ffff-ffff-ffffffffffff`,
])

/** Number of learners of the day by the days since they last learned; 0 if that is longer ago than any span. */
export async function countLearners(db: Db, day: string, [first, last]: Ids): Promise<Record<string, number>> {
  const latest = (table: SQL, at: SQL) =>
    sql`(select max(${at}) from ${table} where user_id = learner.user_id and ${at} < ${startOf(day)})`
  // Materialised, so that each learner is looked up once.
  const { rows } = (await db.execute(sql`
    with since as materialized (
      select ${day}::date - (greatest(${latest(sql`${lessonProgress}`, sql`completed_at`)}, ${latest(sql`${flagSolves}`, sql`solved_at`)})
        at time zone 'UTC')::date as days
      from (
        select user_id from ${lessonProgress} where ${during(lessonProgress.completed_at, day)} and user_id between ${first} and ${last}
        union select user_id from ${flagSolves} where ${during(flagSolves.solved_at, day)} and user_id between ${first} and ${last}
      ) learner
    )
    select case when days between 1 and ${MAX_FIGURE_DAYS}::int then days else 0 end as gap, count(*)::int as learners
    from since group by 1`)) as unknown as { rows: { gap: number; learners: number }[] }
  return Object.fromEntries(rows.map(({ gap, learners }) => [gap, learners]))
}

/** Payments minus refunds, by currency. */
export async function sumRevenue(db: Db, day: string): Promise<Record<string, number>> {
  const rows = await db
    .select({
      currency: orders.currency,
      amount: sql`sum(${orders.total_amount} - ${orders.refunded_amount})`.mapWith(Number),
    })
    .from(orders)
    .where(during(orders.paid_at, day))
    .groupBy(orders.currency)
  return Object.fromEntries(rows.map(({ currency, amount }) => [currency, amount]))
}

const isLab = sql`${deployments.kind} = 'lab'`
const bucketOf = (from: SQL, until: SQL) =>
  sql<number | null>`ceil(ln(greatest(1, extract(epoch from ${until} - ${from}))::float8) / ln(${BASE}::float8))::int`
/** Start of the build: the account was assigned and the first stage started. */
const buildingAt = sql`(${deployments.stages} -> 0 ->> 'started_at')::timestamptz`

/** Number of labs that started running on the day, by buckets of the total time and of the wait before the build. */
export const countWaits = (db: Db, day: string) =>
  db
    .select({
      ready: bucketOf(sql`${deployments.created_at}`, sql`${deployments.running_at}`).as('ready'),
      wait: bucketOf(sql`${deployments.created_at}`, buildingAt).as('wait'),
      count: count(),
    })
    .from(deployments)
    .where(and(isLab, during(deployments.running_at, day)))
    .groupBy(sql`1`, sql`2`)

/** Maximum number of labs running at the same time. A lab that ends exactly when another starts does not overlap with it. */
export async function findPeak(db: Db, day: string): Promise<number> {
  const [from, until] = [startOf(day), startOf(addDays(day, 1))]
  const ranFor = sql`tstzrange(${deployments.running_at}, case when ${deployments.ended_at} is not null
    then greatest(${deployments.running_at}, ${deployments.ended_at}) end)`
  const { rows } = (await db.execute(sql`
    with ran as materialized (select running_at, ended_at from ${deployments}
      where ${isLab} and running_at is not null and ${ranFor} && tstzrange(${from}, ${until}))
    select coalesce(max(running), 0)::int as peak from (
      select sum(change) over (order by at, change rows unbounded preceding) as running from (
        select running_at as at, 1 as change from ran union all select ended_at, -1 from ran where ended_at is not null
      ) changes
    ) sums`)) as unknown as { rows: { peak: number }[] }
  return rows[0]?.peak ?? 0
}

/** Distribution of answers to the recommendation question that became visible in the week of this Monday. */
export const countRecommendations = (db: Db, monday: string) =>
  db
    .select({
      value: sql`${feedbackTallies.value}`.mapWith(Number),
      count: sql<number>`sum(${feedbackTallies.count})::int`,
    })
    .from(feedbackTallies)
    .where(
      and(
        sql`${feedbackTallies.week} = ${monday}`,
        isNotNull(feedbackTallies.value),
        sql`exists (select from ${feedbackFormVersions} v, jsonb_array_elements(v.questions) q
          where v.form_id = ${feedbackTallies.form_id} and v.number = ${feedbackTallies.form_version}
            and (q ->> 'id')::uuid = ${feedbackTallies.question_id} and q ->> 'kind' = 'recommend')`,
      ),
    )
    .groupBy(feedbackTallies.value)

export const listStoredDays = (db: Db, { from, until }: Span) =>
  db
    .select({ day: dailyFigures.day, figures: dailyFigures.figures })
    .from(dailyFigures)
    .where(and(between(dailyFigures.day, from, until)))
    .orderBy(asc(dailyFigures.day))

/** Day on which the first account was created; undefined without accounts. */
export async function findFirstDay(db: Db): Promise<string | undefined> {
  const [first] = await db
    .select({ day: sql<string>`to_char(${users.created_at} at time zone 'UTC', 'YYYY-MM-DD')` })
    .from(users)
    .where(sql`${users.erased_at} is null`)
    .orderBy(asc(users.created_at))
    .limit(1)
  return first?.day
}

/** Days up to the last one that were never counted or are due for a recount; latest first. */
export async function listDaysToCount(
  db: Db,
  { from, until }: Span,
  { fresh, limit }: { fresh: string; limit: number },
): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day from generate_series(${from}::date, ${until}::date, interval '1 day') d(day)
    left join ${dailyFigures} stored on stored.day = d.day::date
    where stored.day is null or stored.counted_at < now() - case when d.day >= ${fresh}::date then interval '1 hour' else interval '1 day' end
    order by stored.day is not null, stored.counted_at, d.day desc limit ${limit}::int`)) as unknown as {
    rows: { day: string }[]
  }
  return rows.map(({ day }) => day)
}

export async function saveDay(db: Db, day: string, figures: DayFigures): Promise<void> {
  await db
    .insert(dailyFigures)
    .values({ day, figures })
    .onConflictDoUpdate({ target: dailyFigures.day, set: { figures, counted_at: sql`now()` } })
}
