import { and, asc, isNull, sql } from 'drizzle-orm'
import { cloudAccounts } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

export const cloudAccountSearch: SearchSource = {
  kind: 'cloud_account',
  operation: 'listAwsAccounts',
  find: (db, q, limit) =>
    db
      .select({
        id: cloudAccounts.account_id,
        title: cloudAccounts.account_id,
        detail: sql<string>`${cloudAccounts.name} || ' · ' || ${cloudAccounts.status}`,
        within: cloudAccounts.cloud,
      })
      .from(cloudAccounts)
      .where(
        and(
          isNull(cloudAccounts.retired_at),
          contains(
            sql`lower(${cloudAccounts.name} || ' ' || ${cloudAccounts.account_id} || ' ' || ${cloudAccounts.notes})`,
            q,
          ),
        ),
      )
      .orderBy(asc(cloudAccounts.account_id))
      .limit(limit),
}
