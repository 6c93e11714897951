import { and, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { cloudAccounts, nukeReceipts } from '../../../../db/schema/index.ts'
import { isHeartbeatStale } from '../../../../db/sql.ts'
import { type AccountRow, insertHistoryNote } from '../queries.ts'

/** Acquires the lease of an account in one of these states, unless a live worker holds it. */
export async function acquireLease(tx: Db, id: string, statuses: AccountRow['status'][], token: string) {
  const [row] = await tx
    .update(cloudAccounts)
    .set({ lease_token: token, heartbeat_at: sql`now()` })
    .where(
      and(
        eq(cloudAccounts.id, id),
        isNull(cloudAccounts.retired_at),
        inArray(cloudAccounts.status, statuses),
        or(isNull(cloudAccounts.lease_token), isHeartbeatStale(cloudAccounts.heartbeat_at)),
      ),
    )
    .returning()
  return row
}

/** Updates the heartbeat; false if the token no longer holds the lease. */
export async function touchHeartbeat(db: Db, id: string, token: string): Promise<boolean> {
  const rows = await db
    .update(cloudAccounts)
    .set({ heartbeat_at: sql`now()` })
    .where(and(eq(cloudAccounts.id, id), eq(cloudAccounts.lease_token, token)))
    .returning({ id: cloudAccounts.id })
  return rows.length > 0
}

export async function releaseLease(db: Db, id: string, token: string, set: Partial<AccountRow> = {}): Promise<void> {
  await db
    .update(cloudAccounts)
    .set({ ...set, lease_token: null, heartbeat_at: null })
    .where(and(eq(cloudAccounts.id, id), eq(cloudAccounts.lease_token, token)))
}

export async function insertReceipt(db: Db, receipt: typeof nukeReceipts.$inferInsert): Promise<void> {
  await db.insert(nukeReceipts).values(receipt)
}

/** Accounts that need a job: to be cleaned, checked a second time, verified, or taken over from a dead worker. */
export const listDue = (db: Db) =>
  db
    .select({ id: cloudAccounts.id, status: cloudAccounts.status })
    .from(cloudAccounts)
    .where(
      and(
        isNull(cloudAccounts.retired_at),
        or(isNull(cloudAccounts.lease_token), isHeartbeatStale(cloudAccounts.heartbeat_at)),
        or(
          and(
            eq(cloudAccounts.status, 'Dirty'),
            or(isNull(cloudAccounts.retry_at), lte(cloudAccounts.retry_at, sql`now()`)),
          ),
          eq(cloudAccounts.status, 'Nuking'),
          // The second pass is already queued; queue it again only if it was lost.
          and(eq(cloudAccounts.status, 'Nuked'), sql`${cloudAccounts.status_since} < now() - interval '15 seconds'`),
          and(
            eq(cloudAccounts.status, 'Pending'),
            or(isNull(cloudAccounts.retry_at), lte(cloudAccounts.retry_at, sql`now()`)),
          ),
        ),
      ),
    )
    .limit(200)

export const cleanColumns = () => ({
  last_nuked_at: sql`now()`,
  looked_at: sql`now()`,
  nuke_failures: 0,
  retry_at: null,
  last_error: null,
})

/** Counts a failed clean-up and doubles the retry delay. */
export const countFailure = (firstSeconds: number) => ({
  nuke_failures: sql`${cloudAccounts.nuke_failures} + 1`,
  retry_at: sql`now() + make_interval(secs => ${firstSeconds}::int * (2 ^ least(${cloudAccounts.nuke_failures}, 10))::int)`,
})

/** Leaves the account Pending with the error. Only a new error is added to the history. */
export async function saveVerificationFailure(
  db: Db,
  account: AccountRow,
  token: string,
  error: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .update(cloudAccounts)
      .set({
        last_error: error,
        lease_token: null,
        heartbeat_at: null,
        ...retryPending(),
        ...checkedColumns(error),
      })
      .where(and(eq(cloudAccounts.id, account.id), eq(cloudAccounts.lease_token, token)))
      .returning({ id: cloudAccounts.id })
    if (row && account.last_error !== error) await insertHistoryNote(tx, account, failureOf(error))
  })
}

/** Minutes until rejected credentials are checked again. */
const PENDING_RETRY_MINUTES = 15

export const retryPending = () => ({ retry_at: sql`now() + make_interval(mins => ${PENDING_RETRY_MINUTES}::int)` })

/** Requests a check of the credentials. A Pending account does not wait for its next retry. */
export async function requestChecks(tx: Db, ids: string[]): Promise<void> {
  await tx
    .update(cloudAccounts)
    .set({
      check_requested_at: sql`now()`,
      retry_at: sql`case when ${cloudAccounts.status} = 'Pending' then null else ${cloudAccounts.retry_at} end`,
    })
    .where(inArray(cloudAccounts.id, ids))
}

export const checkedColumns = (error: string | null) => ({
  check_requested_at: null,
  checked_at: sql`now()`,
  check_error: error,
})

export async function saveCheck(tx: Db, account: AccountRow, error: string | null): Promise<void> {
  await tx.update(cloudAccounts).set(checkedColumns(error)).where(eq(cloudAccounts.id, account.id))
  if (error !== account.check_error)
    await insertHistoryNote(tx, account, error === null ? 'The credentials work' : failureOf(error))
}

export const failureOf = (error: string) => `The credentials do not work: ${error}`

/** Requested checks that never finished, because their job is lost. Pending accounts are checked by their own job. */
export const listLostChecks = (db: Db) =>
  db
    .select({ id: cloudAccounts.id })
    .from(cloudAccounts)
    .where(
      and(
        isNotNull(cloudAccounts.check_requested_at),
        isNull(cloudAccounts.retired_at),
        sql`${cloudAccounts.check_requested_at} < now() - interval '2 minutes'`,
        sql`${cloudAccounts.status} <> 'Pending'`,
      ),
    )
    .limit(200)
