import { and, asc, between, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { type DayFigures, dailyFigures, users } from '../../../../db/schema/index.ts'
import type { Span } from './days.ts'

export const listKeptDays = (db: Db, { from, until }: Span) =>
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
    left join ${dailyFigures} kept on kept.day = d.day::date
    where kept.day is null or kept.counted_at < now() - case when d.day >= ${fresh}::date then interval '1 hour' else interval '1 day' end
    order by kept.day is not null, kept.counted_at, d.day desc limit ${limit}::int`)) as unknown as {
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
