import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { prepared } from '../db/prepared.ts'
import { rateLimits } from '../db/schema/index.ts'

/** Counts an attempt in one statement, so that concurrent attempts on any process are all counted. */
export async function countAttempt(
  db: Db,
  key: string,
  seconds: number,
  now: Date,
): Promise<{ count: number; resetsAt: Date }> {
  const until = new Date(now.getTime() + seconds * 1000)
  const [row] = await attempts(db).execute({ key, now: now.toISOString(), until: until.toISOString() })
  if (!row) throw new Error('The upsert returned no row')
  return row
}

const now = sql`${sql.placeholder('now')}::timestamptz`
const until = sql`${sql.placeholder('until')}::timestamptz`
const windowIsOver = sql`${rateLimits.resets_at} <= ${now}`
const attempts = prepared((db) =>
  db
    .insert(rateLimits)
    .values({ key: sql.placeholder('key'), count: 1, resets_at: until })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${windowIsOver} then 1 else ${rateLimits.count} + 1 end`,
        resets_at: sql`case when ${windowIsOver} then ${until} else ${rateLimits.resets_at} end`,
      },
    })
    .returning({ count: rateLimits.count, resetsAt: rateLimits.resets_at })
    .prepare('count_try'),
)

/** Takes one attempt back; returns how many are left, or undefined when none was counted. */
export async function returnAttempt(db: Db, key: string): Promise<number | undefined> {
  const [row] = await db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(and(eq(rateLimits.key, key), gt(rateLimits.count, 0)))
    .returning({ count: rateLimits.count })
  return row?.count
}

/** Deletes the counters whose key starts with one of `startingWith` or ends with `endingWith`. */
export async function deleteAttempts(
  db: Db,
  { startingWith, endingWith }: { startingWith: string[]; endingWith: string },
): Promise<void> {
  const startConditions = startingWith.map((start) => sql`starts_with(${rateLimits.key}, ${start})`)
  await db
    .delete(rateLimits)
    .where(or(...startConditions, sql`right(${rateLimits.key}, ${endingWith.length}::int) = ${endingWith}`))
}
