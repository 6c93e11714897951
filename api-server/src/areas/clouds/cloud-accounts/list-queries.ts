import type { FoundKind } from '@flagyard/api-types'
import type { AdminOperationName } from '@flagyard/api-types/admin'
import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { isAmong, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import { contains } from '../../../db/lists/search.ts'
import type { Db } from '../../../db/open.ts'
import { type CloudName, cloudAccounts } from '../../../db/schema/index.ts'
import { columnsOf } from '../../../db/sql.ts'
import type { SearchSource } from '../../../extension-points/sources.ts'
import type { Tenants } from '../../../ports/ports.ts'
import { hasLeftovers } from './cleaning/receipt-queries.ts'

const columns = {
  id: cloudAccounts.account_id,
  uuid: cloudAccounts.id,
  ...columnsOf(cloudAccounts, 'cloud', 'name', 'region', 'status', 'lock_reason', 'status_since', 'deployment_id'),
  ...columnsOf(cloudAccounts, 'last_error', 'last_nuked_at', 'nuke_failures', 'notes', 'used_contents'),
  ...columnsOf(cloudAccounts, 'hold_reason', 'is_evidence', 'retired_at', 'version'),
  next_try_at:
    sql<Date | null>`case when ${cloudAccounts.status} in ('Dirty', 'Pending') then ${cloudAccounts.retry_at} end`.mapWith(
      cloudAccounts.retry_at,
    ),
  residue_until: cloudAccounts.residue_until,
  has_leftovers: hasLeftovers,
}

const selectAccounts = <C extends object>(db: Db, cursor: C) => db.select({ ...columns, ...cursor }).from(cloudAccounts)

/** Adds the holder of each account. There is none after the lab has ended, although the account still references its deployment for the clean-up. */
async function withHolders<R extends { deployment_id: string | null }>(db: Db, tenants: Tenants, accounts: R[]) {
  const holders = await tenants.listHolders(db, [
    ...new Set(accounts.flatMap(({ deployment_id }) => deployment_id ?? [])),
  ])
  return accounts.map((account) => {
    const holder = holders.get(account.deployment_id ?? '')
    const isLabOpen = holder !== undefined && !holder.is_ending
    return { ...account, holder: holder?.username ?? null, lab: holder?.lab ?? null, is_lab_open: isLabOpen }
  })
}

export async function findRow(db: Db, tenants: Tenants, id: string) {
  const [account] = await withHolders(db, tenants, await selectAccounts(db, {}).where(eq(cloudAccounts.id, id)))
  if (!account) throw new Error(`The account ${id} does not exist`)
  return account
}

const accountId = sql`${cloudAccounts.account_id}`

/** Accounts of one cloud, excluding retired ones. */
export const accountSource = (cloud: CloudName, tenants: Tenants) =>
  ({
    table: cloudAccounts,
    id: accountId,
    where: (filter) => matching(cloud, tenants, filter),
    keys: {
      status_since: [sql`${cloudAccounts.status_since}`, accountId],
      name: [sql`${cloudAccounts.name}`, accountId],
      status: [sql`${cloudAccounts.status}`, accountId],
      account_id: [accountId],
      last_nuked_at: [sql`${cloudAccounts.last_nuked_at}`, accountId],
      nuke_failures: [sql`${cloudAccounts.nuke_failures}`, accountId],
    },
    nulls: { last_nuked_at: 'largest' },
    read: async (db, slice) => withHolders(db, tenants, await sliceOf(selectAccounts(db, slice.cursor), slice)),
  }) satisfies ListSourceOf<'listAwsAccounts'>

function matching(cloud: CloudName, tenants: Tenants, filter: Output<'cloudAccountFilter'>): SQL | undefined {
  const statuses = typeof filter.status === 'string' ? [filter.status] : filter.status
  return and(
    eq(cloudAccounts.cloud, cloud),
    isNull(cloudAccounts.retired_at),
    filter.id && isAmong(cloudAccounts.account_id, filter.id),
    statuses && inArray(cloudAccounts.status, statuses),
    filter.lock_reason && eq(cloudAccounts.lock_reason, filter.lock_reason),
    contains(searchable, filter.q),
    filter.region ? eq(cloudAccounts.region, filter.region) : undefined,
    filter.holder ? tenants.isHeldBy(sql`${cloudAccounts.deployment_id}`, filter.holder) : undefined,
    filter.failing && and(eq(cloudAccounts.status, 'Pending'), isNotNull(cloudAccounts.last_error)),
    filter.idle_days === undefined
      ? undefined
      : and(
          eq(cloudAccounts.status, 'Available'),
          sql`${cloudAccounts.status_since} < now() - make_interval(days => ${filter.idle_days}::int)`,
        ),
  )
}

/** Must equal the expression of the index `cloud_accounts_search`. */
const searchable = sql`${cloudAccounts.name} || ' ' || ${cloudAccounts.account_id} || ' ' || ${cloudAccounts.notes}`

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

const found = (cloud: CloudName, q: string) =>
  and(
    eq(cloudAccounts.cloud, cloud),
    or(isNull(cloudAccounts.retired_at), isLastRetired(q)),
    contains(sql`${cloudAccounts.name} || ' ' || ${cloudAccounts.account_id} || ' ' || ${cloudAccounts.notes}`, q),
  )

const accountsOf = (cloud: CloudName, kind: FoundKind, operation: AdminOperationName): SearchSource => ({
  kind,
  operation,
  table: cloudAccounts,
  where: (q) => found(cloud, q),
  keys: [sql`${cloudAccounts.account_id}`, sql`${cloudAccounts.id}`],
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: cloudAccounts.account_id,
          title: cloudAccounts.account_id,
          detail: sql<string>`${cloudAccounts.name} || ' · ' || case when ${cloudAccounts.retired_at} is null then ${cloudAccounts.status} else 'Retired' end`,
          within: sql<null>`null`,
        })
        .from(cloudAccounts),
      slice,
    ),
})

/** One search per cloud, because each has its own list to link to for more results. */
export const cloudAccountSearches: SearchSource[] = [
  accountsOf('aws', 'aws_account', 'listAwsAccounts'),
  accountsOf('azure', 'azure_subscription', 'listAzureSubscriptions'),
  accountsOf('gcp', 'gcp_project', 'listGcpProjects'),
]
