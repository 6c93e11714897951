import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { countRows } from '../../db/count.ts'
import type { Db } from '../../db/open.ts'
import {
  type CloudName,
  type CloudStatus,
  cloudAccounts,
  deployments,
  type LockReason,
  labs,
  users,
} from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { ListQuery } from '../../http/list-query.ts'

export interface AccountFilter {
  id?: string[]
  q?: string | undefined
  status?: CloudStatus | CloudStatus[] | undefined
  lock_reason?: LockReason | undefined
  idle_days?: number | undefined
}
export const accountSorts = ['status_since', 'name', 'status', 'account_id', 'last_nuked_at', 'nuke_failures'] as const
export type AccountSort = (typeof accountSorts)[number]

const row = {
  id: cloudAccounts.account_id,
  uuid: cloudAccounts.id,
  cloud: cloudAccounts.cloud,
  name: cloudAccounts.name,
  region: cloudAccounts.region,
  status: cloudAccounts.status,
  lock_reason: cloudAccounts.lock_reason,
  status_since: cloudAccounts.status_since,
  holder: users.username,
  deployment_id: cloudAccounts.deployment_id,
  lab: labs.slug,
  last_error: cloudAccounts.last_error,
  last_nuked_at: cloudAccounts.last_nuked_at,
  nuke_failures: cloudAccounts.nuke_failures,
  notes: cloudAccounts.notes,
  version: cloudAccounts.version,
}

const rows = (db: Db) =>
  db
    .select(row)
    .from(cloudAccounts)
    // Who holds it: once the lab has ended nobody does, though the clean-up still knows which one it was.
    .leftJoin(deployments, and(eq(deployments.id, cloudAccounts.deployment_id), ne(deployments.state, 'ended')))
    .leftJoin(users, eq(users.id, deployments.user_id))
    .leftJoin(labs, eq(labs.id, deployments.lab_id))

export async function findRow(db: Db, id: string) {
  const [found] = await rows(db).where(eq(cloudAccounts.id, id))
  if (!found) throw new Error(`The account ${id} is gone`)
  return found
}

/** One cloud's accounts that are not retired: filtered, sorted, paged. */
export async function listAccounts(
  db: Db,
  cloud: CloudName,
  { filter, sort, from, limit }: ListQuery<AccountFilter, AccountSort>,
) {
  const statuses = typeof filter.status === 'string' ? [filter.status] : filter.status
  const where = and(
    eq(cloudAccounts.cloud, cloud),
    isNull(cloudAccounts.retired_at),
    filter.id && inArray(cloudAccounts.account_id, filter.id),
    statuses && inArray(cloudAccounts.status, statuses),
    filter.lock_reason && eq(cloudAccounts.lock_reason, filter.lock_reason),
    contains(searchable, filter.q),
    filter.idle_days === undefined
      ? undefined
      : and(
          eq(cloudAccounts.status, 'Available'),
          sql`${cloudAccounts.status_since} < now() - make_interval(days => ${filter.idle_days}::int)`,
        ),
  )
  const order = sort.descending ? desc : asc
  const data = await rows(db)
    .where(where)
    .orderBy(order(cloudAccounts[sort.by]), order(cloudAccounts.account_id))
    .offset(from)
    .limit(limit)
  return { data, ...(await countRows(db, cloudAccounts, where)), from }
}

/** The same expression as the index `cloud_accounts_search`. */
const searchable = sql`lower(${cloudAccounts.name} || ' ' || ${cloudAccounts.account_id} || ' ' || ${cloudAccounts.notes})`
