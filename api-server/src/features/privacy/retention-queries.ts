import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import type { Db } from '../../db/open.ts'
import { privacyRequests } from '../../db/schema/index.ts'

interface Batch {
  days: number
  limit: number
}

export const listOldArchives = (db: Db, { days, limit }: Batch) =>
  db
    .select({ id: privacyRequests.id })
    .from(privacyRequests)
    .where(
      and(
        eq(privacyRequests.kind, 'export'),
        eq(privacyRequests.state, 'ready'),
        isOlder(privacyRequests.finished_at, days),
      ),
    )
    .limit(limit)

/** Deletes finished requests, whatever their outcome. */
export async function deleteOldRequests(db: Db, { days, limit }: Batch): Promise<number> {
  const old = and(isNotNull(privacyRequests.finished_at), isOlder(privacyRequests.finished_at, days))
  const gone = await db
    .delete(privacyRequests)
    .where(inBatch(privacyRequests, old, limit))
    .returning({ gone: sql`1` })
  return gone.length
}
