import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/schema/index.ts'
import { type LinkMail, nextMailAt } from './link-mail-sql.ts'

/**
 * Seconds until the account may be sent the next mail of this kind; null if it may be sent one now. The caller must lock the account first, or
 * concurrent callers count the same mails.
 */
export async function secondsToNextMail(tx: Db, userId: string, kind: LinkMail): Promise<number | null> {
  const [row] = await tx
    .select({
      wait: sql<number | null>`ceil(extract(epoch from ${nextMailAt(sql`${users}.id`, kind)} - now()))::int`,
    })
    .from(users)
    .where(eq(users.id, userId))
  return row?.wait ?? null
}
