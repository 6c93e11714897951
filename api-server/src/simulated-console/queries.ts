import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { cloudAccounts, deployments } from '../db/schema/index.ts'
import type { Account } from './pages.ts'

/** The deployment running in an account now, if its credentials are not revoked. */
export async function findRunning(db: Db, { cloud, account_id }: Account) {
  const [row] = await db
    .select({ id: deployments.id, credentials_sealed: deployments.credentials_sealed })
    .from(deployments)
    .innerJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id))
    .where(
      and(
        eq(cloudAccounts.cloud, cloud),
        eq(cloudAccounts.account_id, account_id),
        isNull(cloudAccounts.retired_at),
        eq(deployments.state, 'running'),
        isNotNull(deployments.credentials_sealed),
        isNull(deployments.credentials_revoked_at),
      ),
    )
    .limit(1)
  return row
}
