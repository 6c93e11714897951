import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { type CloudName, cloudAccounts, cloudAccountTransitions, users } from '../../db/schema/index.ts'
import { ApiError } from '../../errors.ts'
import { type AccountEvent, stepsOf } from './transitions.ts'

export type AccountRow = typeof cloudAccounts.$inferSelect

interface Step {
  reason: string
  actorId?: string | null
  deploymentId?: string | null
  /** Only for whoever holds this token: a stale one changes nothing (fault 4). */
  token?: string
  /** Only while it is leased to this deployment. */
  leasedTo?: string
  set?: Partial<Record<keyof AccountRow, unknown>>
}

/**
 * One step of the table, as one conditional update with its line of history; undefined when the account does not stand where
 * the step begins, or another holds its token. This is the only statement that writes `status`.
 */
export async function stepAccount(
  tx: Db,
  accountId: string,
  event: AccountEvent,
  { reason, actorId = null, deploymentId, token, leasedTo, set = {} }: Step,
): Promise<AccountRow | undefined> {
  for (const step of stepsOf(event)) {
    const [before] = await tx
      .select({ status: cloudAccounts.status, deployment_id: cloudAccounts.deployment_id })
      .from(cloudAccounts)
      .where(
        and(
          eq(cloudAccounts.id, accountId),
          isNull(cloudAccounts.retired_at),
          eq(cloudAccounts.status, step.from),
          step.locks && inArray(cloudAccounts.lock_reason, [...step.locks]),
          step.used === undefined ? undefined : eq(cloudAccounts.used_contents, step.used),
          token === undefined ? undefined : eq(cloudAccounts.lease_token, token),
          leasedTo === undefined ? undefined : eq(cloudAccounts.deployment_id, leasedTo),
        ),
      )
      .for('update')
    if (!before) continue
    const [row] = await tx
      .update(cloudAccounts)
      .set({
        ...usedContents(event),
        ...(set as Partial<AccountRow>),
        status: step.to,
        lock_reason: step.lock ?? null,
        status_since: sql`clock_timestamp()`,
      })
      .where(and(eq(cloudAccounts.id, accountId), eq(cloudAccounts.status, step.from)))
      .returning()
    if (!row) continue
    await tx.insert(cloudAccountTransitions).values({
      cloud_account_id: accountId,
      at: sql`clock_timestamp()`,
      from_status: step.from,
      to_status: step.to,
      reason,
      actor_id: actorId,
      deployment_id: deploymentId === undefined ? before.deployment_id : deploymentId,
    })
    return row
  }
  return undefined
}

const usedContents = (event: AccountEvent) =>
  event === 'held_as_it_is' || event === 'quarantined'
    ? { used_contents: true }
    : event === 'confirmed_empty'
      ? { used_contents: false }
      : {}

/** A line of history that moves nothing: credentials failed again, notes of a job. */
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
 * Whoever waits for an account of this cloud, and whoever frees one, takes turns until the transaction ends: that makes the queue fair.
 * It comes before the locks of deployments and accounts.
 */
export async function lockPool(tx: Db, cloud: CloudName): Promise<void> {
  await tx
    .select({ locked: sql`pg_advisory_xact_lock(hashtext(${`queue ${cloud}`}))::text` })
    .from(sql`(select 1) as one`)
}

/** The account that has rested longest, locked until the transaction ends; one that somebody else is taking is passed over. */
export async function lockFreeAccount(tx: Db, cloud: CloudName): Promise<AccountRow | undefined> {
  const [row] = await tx
    .select()
    .from(cloudAccounts)
    .where(and(eq(cloudAccounts.cloud, cloud), eq(cloudAccounts.status, 'Available'), isNull(cloudAccounts.retired_at)))
    .orderBy(asc(cloudAccounts.status_since))
    .limit(1)
    .for('update', { skipLocked: true })
  return row
}

export async function findAccount(db: Db, id: string): Promise<AccountRow> {
  const [row] = await db.select().from(cloudAccounts).where(eq(cloudAccounts.id, id))
  if (!row) throw noAccount()
  return row
}

export async function listAccountsById(db: Db, ids: string[]): Promise<AccountRow[]> {
  return ids.length === 0 ? [] : db.select().from(cloudAccounts).where(inArray(cloudAccounts.id, ids))
}

/** By the provider's id or our own, among those not retired. */
export async function findAccountByName(db: Db, id: string, cloud?: CloudName): Promise<AccountRow> {
  const row = await findAccountIfAny(db, id, cloud)
  if (!row) throw noAccount()
  return row
}

export async function findAccountIfAny(db: Db, id: string, cloud?: CloudName): Promise<AccountRow | undefined> {
  const [row] = await db
    .select()
    .from(cloudAccounts)
    .where(
      and(
        or(eq(cloudAccounts.account_id, id), eq(sql`${cloudAccounts.id}::text`, id)),
        cloud && eq(cloudAccounts.cloud, cloud),
        isNull(cloudAccounts.retired_at),
      ),
    )
    .limit(1)
  return row
}

export const noAccount = () => new ApiError('not_found', 'There is no such account in the pool.')

export async function insertAccount(tx: Db, values: typeof cloudAccounts.$inferInsert, actorId: string) {
  const [row] = await tx.insert(cloudAccounts).values(values).returning()
  if (!row) throw new Error('An insert returned no row')
  await tx.insert(cloudAccountTransitions).values({
    cloud_account_id: row.id,
    to_status: 'Pending',
    reason: 'Added by an administrator',
    actor_id: actorId,
  })
  return row
}

/** Changes fields that are no state; refused when somebody else changed the row since that version was read. */
export async function updateAccount(tx: Db, id: string, version: number, set: Partial<AccountRow>) {
  const [row] = await tx
    .update(cloudAccounts)
    .set({ ...set, version: sql`${cloudAccounts.version} + 1` })
    .where(and(eq(cloudAccounts.id, id), eq(cloudAccounts.version, version)))
    .returning()
  if (!row) throw new ApiError('stale_version', 'Somebody else changed this account meanwhile. Load it again.')
  return row
}

/** Retires an account where no learner is and no job works; undefined otherwise. */
export async function retireAccount(tx: Db, id: string): Promise<AccountRow | undefined> {
  const [row] = await tx
    .update(cloudAccounts)
    .set({ retired_at: sql`now()`, credentials_sealed: null, version: sql`${cloudAccounts.version} + 1` })
    .where(
      and(
        eq(cloudAccounts.id, id),
        isNull(cloudAccounts.retired_at),
        sql`(${cloudAccounts.status} in ('Pending', 'Available', 'Dirty') or (${cloudAccounts.status} = 'Locked' and ${cloudAccounts.lock_reason} in ('hold', 'quarantine')))`,
      ),
    )
    .returning()
  return row
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

/** The row, held still for the transaction; undefined when it is unknown or retired. */
export async function lockAccount(tx: Db, cloud: CloudName, accountId: string): Promise<AccountRow | undefined> {
  const [row] = await tx
    .select()
    .from(cloudAccounts)
    .where(
      and(eq(cloudAccounts.cloud, cloud), eq(cloudAccounts.account_id, accountId), isNull(cloudAccounts.retired_at)),
    )
    .for('update')
  return row
}

/** A Dirty account that was asked for is not kept waiting by its back-off. */
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
