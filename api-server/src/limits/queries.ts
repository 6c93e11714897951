import { or, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { prepared } from '../db/prepared.ts'
import { rateLimits } from '../db/schema/index.ts'

/** Counts a try in one statement: two at once are two, whatever process they reach. */
export async function countAttempt(
  db: Db,
  key: string,
  seconds: number,
  now: Date,
): Promise<{ count: number; resetsAt: Date }> {
  const until = new Date(now.getTime() + seconds * 1000)
  const [row] = await tries(db).execute({ key, now: now.toISOString(), until: until.toISOString() })
  if (!row) throw new Error('An upsert returned no row')
  return row
}

const now = sql`${sql.placeholder('now')}::timestamptz`
const until = sql`${sql.placeholder('until')}::timestamptz`
const isOver = sql`${rateLimits.resets_at} <= ${now}`
const tries = prepared((db) =>
  db
    .insert(rateLimits)
    .values({ key: sql.placeholder('key'), count: 1, resets_at: until })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        resets_at: sql`case when ${isOver} then ${until} else ${rateLimits.resets_at} end`,
      },
    })
    .returning({ count: rateLimits.count, resetsAt: rateLimits.resets_at })
    .prepare('count_try'),
)

/** Forgets the tries under keys that begin or end so. */
export async function forgetAttempts(
  db: Db,
  { startingWith, endingWith }: { startingWith: string[]; endingWith: string },
): Promise<void> {
  const begins = startingWith.map((start) => sql`starts_with(${rateLimits.key}, ${start})`)
  await db
    .delete(rateLimits)
    .where(or(...begins, sql`right(${rateLimits.key}, ${endingWith.length}::int) = ${endingWith}`))
}
