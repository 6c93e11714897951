import { and, asc, desc, eq, inArray, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  type CloudName,
  cloudAccounts,
  cloudAccountTransitions,
  nukeReceipts,
  regionOutages,
  users,
} from '../../../db/schema/index.ts'
import { firstRow, hasId, oneRow } from '../../../db/sql.ts'
import { ApiError } from '../../../errors.ts'
import { type AccountEvent, transitionsOf } from './transitions.ts'

export type AccountRow = typeof cloudAccounts.$inferSelect

interface TransitionOptions {
  reason: string
  actorId?: string | null
  deploymentId?: string | null
  /** Applies only if this token still holds the lease. */
  token?: string
  /** Applies only while the account is leased to this deployment. */
  leasedTo?: string | undefined
  set?: Partial<Record<keyof AccountRow, unknown>>
}

/**
 * Applies one transition in the caller's transaction and adds it to the history. Returns undefined if the account is not in a start state of the
 * event, or another token holds its lease. The select locks the row and re-evaluates its conditions after waiting, so the update needs none. This
 * is the only statement that writes `status`.
 */
export async function transitionAccount(
  tx: Db,
  accountId: string,
  event: AccountEvent,
  { reason, actorId = null, deploymentId, token, leasedTo, set = {} }: TransitionOptions,
): Promise<AccountRow | undefined> {
  for (const transition of transitionsOf(event)) {
    const [current] = await tx
      .select({ status: cloudAccounts.status, deployment_id: cloudAccounts.deployment_id })
      .from(cloudAccounts)
      .where(
        and(
          eq(cloudAccounts.id, accountId),
          isNull(cloudAccounts.retired_at),
          eq(cloudAccounts.status, transition.from),
          transition.locks && inArray(cloudAccounts.lock_reason, [...transition.locks]),
          transition.used === undefined ? undefined : eq(cloudAccounts.used_contents, transition.used),
          token === undefined ? undefined : eq(cloudAccounts.lease_token, token),
          leasedTo === undefined ? undefined : eq(cloudAccounts.deployment_id, leasedTo),
        ),
      )
      .for('no key update')
    if (!current) continue
    const [row] = await tx
      .update(cloudAccounts)
      .set({
        ...usedContents(event),
        ...receiptAfter(event),
        ...(set as Partial<AccountRow>),
        status: transition.to,
        lock_reason: transition.lock ?? null,
        status_since: sql`clock_timestamp()`,
      })
      .where(eq(cloudAccounts.id, accountId))
      .returning()
    await tx.insert(cloudAccountTransitions).values({
      cloud_account_id: accountId,
      at: sql`clock_timestamp()`,
      from_status: transition.from,
      to_status: transition.to,
      reason,
      actor_id: actorId,
      deployment_id: deploymentId === undefined ? current.deployment_id : deploymentId,
    })
    return row
  }
  return undefined
}

const usedContents = (event: AccountEvent) =>
  event === 'held_in_use' || event === 'quarantined'
    ? { used_contents: true }
    : event === 'confirmed_empty'
      ? { used_contents: false }
      : {}

/** Events after which the account is still empty, because it has not been used. */
const KEEPS_RECEIPT: ReadonlySet<AccountEvent> = new Set(['leased', 'reserved', 'held', 'released'])

/** All other events clear the receipt. An event that follows an empty inventory sets a new one through `set`. */
const receiptAfter = (event: AccountEvent) => (KEEPS_RECEIPT.has(event) ? {} : { receipt_id: null })

/** Adds a history entry without a status change, such as a repeated credentials error. */
export async function insertHistoryNote(
  tx: Db,
  { id, status }: AccountRow,
  reason: string,
  actorId: string | null = null,
) {
  await tx
    .insert(cloudAccountTransitions)
    .values({ cloud_account_id: id, from_status: status, to_status: status, reason, actor_id: actorId })
}

/**
 * Locks the pool of this cloud until the transaction ends. Serialises everything that waits for or frees an account, which keeps the queue fair.
 * Take this lock before those of deployments and accounts.
 */
export async function lockPool(tx: Db, cloud: CloudName): Promise<void> {
  await tx
    .select({ locked: sql`pg_advisory_xact_lock(hashtext(${`queue ${cloud}`}))::text` })
    .from(sql`(select 1) as unused`)
}

export const listAvailable = (db: Db) =>
  db.select({ id: cloudAccounts.id }).from(cloudAccounts).where(eq(cloudAccounts.status, 'Available'))

/** Locks all pools in a fixed order, for changes that may affect accounts of several clouds. */
export async function lockPools(tx: Db): Promise<void> {
  await lockPool(tx, 'aws')
  await lockPool(tx, 'azure')
  await lockPool(tx, 'gcp')
}

/**
 * Locks the account that has been Available longest; skips accounts locked by others, those without an empty receipt, and those in a region with an
 * outage.
 */
export async function lockFreeAccount(tx: Db, cloud: CloudName): Promise<AccountRow | undefined> {
  const [row] = await tx
    .select()
    .from(cloudAccounts)
    .where(
      and(
        eq(cloudAccounts.cloud, cloud),
        eq(cloudAccounts.status, 'Available'),
        isNull(cloudAccounts.retired_at),
        hasEmptyReceipt,
        not(isRegionDown),
      ),
    )
    .orderBy(asc(cloudAccounts.status_since))
    .limit(1)
    .for('no key update', { skipLocked: true })
  return row
}

export const findAccount = (db: Db, id: string): Promise<AccountRow> =>
  oneRow(db.select().from(cloudAccounts).where(eq(cloudAccounts.id, id)), cloudAccountNotFound)

const hasAnyId = (id: string) => or(eq(cloudAccounts.account_id, id), hasId(cloudAccounts.id, id))

export const listKnownIds = (db: Db, cloud: CloudName, ids: string[]) =>
  db
    .select({ cloud: cloudAccounts.cloud, account_id: cloudAccounts.account_id })
    .from(cloudAccounts)
    .where(
      and(eq(cloudAccounts.cloud, cloud), inArray(cloudAccounts.account_id, ids), isNull(cloudAccounts.retired_at)),
    )

/** Finds an account by the provider's id or ours. Excludes retired accounts. */
export const findOptionalAccount = (db: Db, id: string, cloud?: CloudName): Promise<AccountRow | undefined> =>
  firstRow(
    db
      .select()
      .from(cloudAccounts)
      .where(and(hasAnyId(id), cloud && eq(cloudAccounts.cloud, cloud), isNull(cloudAccounts.retired_at)))
      .limit(1),
  )

/** Finds an account by the provider's id or ours; if there is no current one, the one retired last. */
export const findAccountEver = (db: Db, id: string): Promise<AccountRow> =>
  oneRow(
    db
      .select()
      .from(cloudAccounts)
      .where(hasAnyId(id))
      .orderBy(sql`${cloudAccounts.retired_at} desc nulls first`)
      .limit(1),
    cloudAccountNotFound,
  )

/** Finds the account as it was in the pool at a moment. A retired account may have been added again since, as a new row with its own history. */
export async function findAccountAt(db: Db, id: string, at: Date): Promise<AccountRow> {
  const { cloud, account_id } = await findAccountEver(db, id)
  const { created_at } = cloudAccounts
  const latestBefore = sql`case when ${created_at} <= ${at.toISOString()}::timestamptz then ${created_at} end desc nulls last`
  return oneRow(
    db
      .select()
      .from(cloudAccounts)
      .where(and(eq(cloudAccounts.cloud, cloud), eq(cloudAccounts.account_id, account_id)))
      .orderBy(latestBefore, asc(created_at))
      .limit(1),
    cloudAccountNotFound,
  )
}

export const cloudAccountNotFound = () => new ApiError('not_found', 'There is no such account in the pool.')

export type NewAccount = typeof cloudAccounts.$inferInsert & { id: string }

export async function insertAccounts(tx: Db, accounts: NewAccount[], actorId: string): Promise<AccountRow[]> {
  const rows = await tx.insert(cloudAccounts).values(accounts).returning()
  await tx.insert(cloudAccountTransitions).values(
    rows.map(({ id }) => ({
      cloud_account_id: id,
      to_status: 'Pending' as const,
      reason: 'Added by an administrator',
      actor_id: actorId,
    })),
  )
  return rows
}

export const insertAccount = (tx: Db, account: NewAccount, actorId: string): Promise<AccountRow> =>
  oneRow(insertAccounts(tx, [account], actorId))

type Changes = { [K in keyof AccountRow]?: AccountRow[K] | SQL }

/** Updates fields other than the status. Fails if the row has changed since this version. */
export async function updateAccount(tx: Db, id: string, version: number, set: Changes) {
  const [row] = await tx
    .update(cloudAccounts)
    .set({ ...set, version: sql`${cloudAccounts.version} + 1` })
    .where(and(eq(cloudAccounts.id, id), eq(cloudAccounts.version, version)))
    .returning()
  if (!row) throw new ApiError('stale_version', 'Someone else changed this account in the meantime. Please reload it.')
  return row
}

/** Requests a hold that applies when the lab in the account has ended. */
export const requestHold = (tx: Db, id: string, reason: string): Promise<AccountRow> =>
  oneRow(
    tx.update(cloudAccounts).set({ hold_reason: reason }).where(eq(cloudAccounts.id, id)).returning(),
    cloudAccountNotFound,
  )

/** Marks or unmarks the contents of an account as evidence. A requested hold applies when the lab in it has ended. */
export function setEvidence(tx: Db, id: string, hold_reason: string | null, is_evidence = true): Promise<AccountRow> {
  const set = { is_evidence, hold_reason, version: sql`${cloudAccounts.version} + 1` }
  return oneRow(tx.update(cloudAccounts).set(set).where(eq(cloudAccounts.id, id)).returning(), cloudAccountNotFound)
}

/** Retires an account. The caller has locked it and checked `canRetire`. */
export async function retireAccount(tx: Db, id: string) {
  await tx
    .update(cloudAccounts)
    .set({ retired_at: sql`now()`, credentials_sealed: null, version: sql`${cloudAccounts.version} + 1` })
    .where(eq(cloudAccounts.id, id))
}

export const listHistory = (db: Db, id: string) =>
  db
    .select({
      at: cloudAccountTransitions.at,
      from: cloudAccountTransitions.from_status,
      to: cloudAccountTransitions.to_status,
      reason: cloudAccountTransitions.reason,
      by: users.username,
    })
    .from(cloudAccountTransitions)
    .leftJoin(users, eq(users.id, cloudAccountTransitions.actor_id))
    .where(eq(cloudAccountTransitions.cloud_account_id, id))
    .orderBy(desc(cloudAccountTransitions.id))
    .limit(200)

export async function findLeaseTimes(db: Db, accountId: string, deploymentIds: string[]): Promise<Map<string, Date>> {
  const { deployment_id, at } = cloudAccountTransitions
  const rows = await db
    .select({ deployment_id, at: sql<Date>`min(${at})`.mapWith(at) })
    .from(cloudAccountTransitions)
    .where(and(eq(cloudAccountTransitions.cloud_account_id, accountId), inArray(deployment_id, deploymentIds)))
    .groupBy(deployment_id)
  return new Map(rows.flatMap((row) => (row.deployment_id ? [[row.deployment_id, row.at]] : [])))
}

const lockWhere = (tx: Db, ...conditions: SQL[]): Promise<AccountRow | undefined> =>
  firstRow(
    tx
      .select()
      .from(cloudAccounts)
      .where(and(...conditions))
      .limit(1)
      .for('no key update'),
  )

/** Locks the row until the transaction ends; undefined if the account is unknown or retired. */
export const lockAccount = (tx: Db, cloud: CloudName, accountId: string): Promise<AccountRow | undefined> =>
  lockWhere(
    tx,
    eq(cloudAccounts.cloud, cloud),
    eq(cloudAccounts.account_id, accountId),
    isNull(cloudAccounts.retired_at),
  )

/** Locks the row until the transaction ends, whether it is retired or not. */
export const lockAccountById = (tx: Db, id: string): Promise<AccountRow | undefined> =>
  lockWhere(tx, eq(cloudAccounts.id, id))

/** Locks the account that a deployment has or last had, until the transaction ends. */
export const lockAccountOf = (tx: Db, deploymentId: string): Promise<AccountRow | undefined> =>
  lockWhere(tx, eq(cloudAccounts.deployment_id, deploymentId), isNull(cloudAccounts.retired_at))

/** Locks an account by the provider's id or ours. Excludes retired accounts. */
export async function lockAccountByAnyId(tx: Db, id: string): Promise<AccountRow> {
  const found = await findOptionalAccount(tx, id)
  const row = found && (await lockAccount(tx, found.cloud, found.account_id))
  if (!row) throw cloudAccountNotFound()
  return row
}

/** Clears accepted residue whose date has passed. */
export async function clearExpiredResidue(tx: Db, id: string): Promise<AccountRow | undefined> {
  const [row] = await tx
    .update(cloudAccounts)
    .set({ accepted_residue: [], residue_until: null, version: sql`${cloudAccounts.version} + 1` })
    .where(and(eq(cloudAccounts.id, id), lte(cloudAccounts.residue_until, sql`now()`)))
    .returning()
  return row
}

export async function clearRetryDelay(
  tx: Db,
  account: AccountRow,
  reason: string,
  actorId: string,
): Promise<AccountRow> {
  await tx.update(cloudAccounts).set({ retry_at: null }).where(eq(cloudAccounts.id, account.id))
  await insertHistoryNote(tx, account, reason, actorId)
  return account
}

// Scalar subqueries, because PostgreSQL joins `exists` conditions before sorting: choosing one of 10,000 free accounts then reads all their receipts.

/** The account's latest receipt says that nothing was left in it. Using the account clears its receipt. */
export const hasEmptyReceipt = sql<boolean>`coalesce((select jsonb_array_length(r."left") = 0 from ${nukeReceipts} r
  where r.id = ${cloudAccounts.receipt_id} and r.cloud_account_id = ${cloudAccounts.id}), false)`

/** The region of the account has an outage, declared by an administrator. */
export const isRegionDown = sql<boolean>`coalesce((select true from ${regionOutages} o where o.cloud = ${cloudAccounts.cloud}
  and o.region = ${cloudAccounts.region} and o.ended_at is null limit 1), false)`

/** Free and in a region without an outage. All counts of free accounts use this condition. */
export const isFreeInRegion = sql<boolean>`${cloudAccounts.status} = 'Available' and not ${isRegionDown}`

type OutageRow = typeof regionOutages.$inferSelect

/** Undefined if the region already has an outage, including one started concurrently. */
export const insertOutage = (
  tx: Db,
  values: Pick<OutageRow, 'cloud' | 'region' | 'reason' | 'started_by'>,
): Promise<OutageRow | undefined> => firstRow(tx.insert(regionOutages).values(values).onConflictDoNothing().returning())

export const findOutage = (db: Db, id: string): Promise<OutageRow | undefined> =>
  firstRow(db.select().from(regionOutages).where(hasId(regionOutages.id, id)))

export async function endOutage(tx: Db, id: string, endedBy: string): Promise<OutageRow | undefined> {
  const [row] = await tx
    .update(regionOutages)
    .set({ ended_at: sql`now()`, ended_by: endedBy })
    .where(and(eq(regionOutages.id, id), isNull(regionOutages.ended_at)))
    .returning()
  return row
}

/** Records that the account was compared with its expected contents. */
export async function markLooked(tx: Db, id: string): Promise<void> {
  await tx.update(cloudAccounts).set({ looked_at: sql`now()` }).where(eq(cloudAccounts.id, id))
}
