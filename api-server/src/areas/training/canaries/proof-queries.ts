import { and, asc, desc, eq, gte } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { cloudAccounts, cloudProofs, deployments, nukeReceipts } from '../../../db/schema/index.ts'

export type CloudProof = typeof cloudProofs.$inferSelect

/** A deployment with its current or former account. */
export async function findWatched(db: Db, id: string) {
  const [row] = await db
    .select({
      state: deployments.state,
      message: deployments.message,
      stages: deployments.stages,
      account: {
        id: cloudAccounts.id,
        account_id: cloudAccounts.account_id,
        status: cloudAccounts.status,
        lock_reason: cloudAccounts.lock_reason,
        last_error: cloudAccounts.last_error,
        nuke_failures: cloudAccounts.nuke_failures,
        retry_at: cloudAccounts.retry_at,
      },
    })
    .from(deployments)
    .innerJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id))
    .where(eq(deployments.id, id))
  return row
}

export const listReceiptsSince = (db: Db, accountId: string, since: Date) =>
  db
    .select()
    .from(nukeReceipts)
    .where(and(eq(nukeReceipts.cloud_account_id, accountId), gte(nukeReceipts.at, since)))
    .orderBy(asc(nukeReceipts.at))

export async function insertProof(db: Db, proof: Omit<CloudProof, 'id' | 'at'>): Promise<CloudProof> {
  const [row] = await db.insert(cloudProofs).values(proof).returning()
  if (!row) throw new Error('The insert returned no row')
  return row
}

export const listLatestProofs = (db: Db) =>
  db
    .selectDistinctOn([cloudProofs.cloud])
    .from(cloudProofs)
    .orderBy(asc(cloudProofs.cloud), desc(cloudProofs.at), desc(cloudProofs.id))
