import type { FoundKind } from '@flagyard/api-types'
import type { AdminOperationName } from '@flagyard/api-types/admin'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { type CloudName, cloudAccounts } from '../../../db/schema/index.ts'
import { contains } from '../../../db/search.ts'
import type { SearchSource } from '../../../extension-points/search-source.ts'

/**
 * Retired accounts are found only by their full id, and only if there is no newer row: someone with a notice about an account searches for exactly
 * that id.
 */
const isLastRetired = (q: string) =>
  and(
    eq(cloudAccounts.account_id, q.trim()),
    sql`not exists (select 1 from ${cloudAccounts} n where n.cloud = ${cloudAccounts.cloud} and n.account_id = ${cloudAccounts.account_id}
      and coalesce(n.retired_at, 'infinity') > ${cloudAccounts.retired_at})`,
  )

const matching = (cloud: CloudName, q: string) =>
  and(
    eq(cloudAccounts.cloud, cloud),
    or(isNull(cloudAccounts.retired_at), isLastRetired(q)),
    contains(sql`${cloudAccounts.name} || ' ' || ${cloudAccounts.account_id} || ' ' || ${cloudAccounts.notes}`, q),
  )

const accountsOf = (cloud: CloudName, kind: FoundKind, operation: AdminOperationName): SearchSource => ({
  kind,
  operation,
  table: cloudAccounts,
  where: (q) => matching(cloud, q),
  keys: [sql`${cloudAccounts.account_id}`, sql`${cloudAccounts.id}`],
  read: (db, { where, order, from, limit }) =>
    db
      .select({
        id: cloudAccounts.account_id,
        title: cloudAccounts.account_id,
        detail: sql<string>`${cloudAccounts.name} || ' · ' || case when ${cloudAccounts.retired_at} is null then ${cloudAccounts.status} else 'Retired' end`,
        within: sql<null>`null`,
      })
      .from(cloudAccounts)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
})

/** One search per cloud, because each has its own list to link to for more results. */
export const cloudAccountSearches: SearchSource[] = [
  accountsOf('aws', 'aws_account', 'listAwsAccounts'),
  accountsOf('azure', 'azure_subscription', 'listAzureSubscriptions'),
  accountsOf('gcp', 'gcp_project', 'listGcpProjects'),
]
