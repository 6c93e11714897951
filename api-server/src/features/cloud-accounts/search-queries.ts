import type { FoundKind } from '@flagyard/api-types'
import type { AdminOperationName } from '@flagyard/api-types/admin'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { type CloudName, cloudAccounts } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { SearchSource } from '../../extension-points/search-source.ts'

/** By its whole id alone, and where nothing newer has it: whoever got a notice about it looks for just that one. */
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

/** Each cloud has a list of its own, so that more of what was found can be shown there. */
export const cloudAccountSearches: SearchSource[] = [
  accountsOf('aws', 'aws_account', 'listAwsAccounts'),
  accountsOf('azure', 'azure_subscription', 'listAzureSubscriptions'),
  accountsOf('gcp', 'gcp_project', 'listGcpProjects'),
]
