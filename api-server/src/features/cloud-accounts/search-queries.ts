import type { FoundKind } from '@flagyard/api-types'
import type { AdminOperationName } from '@flagyard/api-types/admin'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type CloudName, cloudAccounts } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

const matching = (cloud: CloudName, q: string) =>
  and(
    eq(cloudAccounts.cloud, cloud),
    isNull(cloudAccounts.retired_at),
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
        detail: sql<string>`${cloudAccounts.name} || ' · ' || ${cloudAccounts.status}`,
        within: sql<null>`null`,
      })
      .from(cloudAccounts)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
})

/** Each cloud has a list of its own, so that more of what was found can be shown there. */
export const cloudAccountSearches: SearchSource[] = [
  accountsOf('aws', 'aws_account', 'listAwsAccounts'),
  accountsOf('azure', 'azure_subscription', 'listAzureSubscriptions'),
  accountsOf('gcp', 'gcp_project', 'listGcpProjects'),
]
