import { or, sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { rateLimits } from './schema/index.ts'

/** Counts a try in one statement: two at once are two, whatever process they reach. */
export async function countTry(
  db: Db,
  key: string,
  seconds: number,
  now: Date,
): Promise<{ count: number; resetsAt: Date }> {
  const until = new Date(now.getTime() + seconds * 1000)
  const [row] = await db
    .insert(rateLimits)
    .values({ key, count: 1, resets_at: until })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${rateLimits.resets_at} <= ${now.toISOString()}::timestamptz then 1 else ${rateLimits.count} + 1 end`,
        resets_at: sql`case when ${rateLimits.resets_at} <= ${now.toISOString()}::timestamptz then ${until.toISOString()}::timestamptz else ${rateLimits.resets_at} end`,
      },
    })
    .returning({ count: rateLimits.count, resetsAt: rateLimits.resets_at })
  if (!row) throw new Error('An upsert returned no row')
  return row
}

/** Forgets the tries under keys that begin or end so. */
export async function forgetTries(
  db: Db,
  { startingWith, endingWith }: { startingWith: string[]; endingWith: string },
): Promise<void> {
  const begins = startingWith.map((start) => sql`starts_with(${rateLimits.key}, ${start})`)
  await db
    .delete(rateLimits)
    .where(or(...begins, sql`right(${rateLimits.key}, ${endingWith.length}::int) = ${endingWith}`))
}
