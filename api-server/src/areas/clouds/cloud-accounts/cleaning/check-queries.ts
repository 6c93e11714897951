import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { cloudAccounts } from '../../../../db/schema/index.ts'
import { type AccountRow, insertHistoryNote } from '../queries.ts'

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

/** Column values after a finished check. */
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
