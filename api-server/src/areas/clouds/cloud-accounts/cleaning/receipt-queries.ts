import { and, asc, desc, eq, gt, gte, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { cloudAccounts, nukeReceipts } from '../../../../db/schema/index.ts'
import type { ResourceName } from '../../../../integrations/clouds/driver.ts'
import { traces as knownTraces } from '../../../../integrations/clouds/traces.ts'

/** Whether the latest clean-up left something that an administrator could accept. The column is written out, because Drizzle omits the table name here. */
export const hasLeftovers = sql<boolean>`coalesce((select jsonb_array_length(r."left") > 0 from ${nukeReceipts} r
  where r.cloud_account_id = cloud_accounts.id order by r.at desc limit 1), false)`

/** Maximum number of resource names shown per receipt. A large account may have thousands. */
const SHOWN_RESOURCES = 100
/** Maximum number of receipts on the page of an account; corresponds to five clean-ups. */
const SHOWN_RECEIPTS = 10

type Receipt = typeof nukeReceipts.$inferSelect

const toReceipt = ({ at, pass, removed, residue, left, traces }: Receipt) => ({
  at,
  pass,
  removed: summarizeResources(removed),
  residue: summarizeResources(residue),
  left: summarizeResources(left),
  traces: traces.map(({ trace, result, names }) => {
    const known = knownTraces.find(({ id }) => id === trace)
    return { what: known?.what ?? trace, rights: known?.rights ?? [], result, names }
  }),
})

/** Number of resources, with the first names. */
export const summarizeResources = (resources: Receipt['left']) => ({
  count: resources.length,
  first: resources.slice(0, SHOWN_RESOURCES),
})

export async function listReceipts(db: Db, accountId: string) {
  const rows = await db
    .select()
    .from(nukeReceipts)
    .where(eq(nukeReceipts.cloud_account_id, accountId))
    .orderBy(desc(nukeReceipts.at))
    .limit(SHOWN_RECEIPTS)
  return rows.map(toReceipt)
}

/** Resources that the latest clean-up left in the account. */
export async function listLeftovers(db: Db, accountId: string): Promise<Receipt['left']> {
  const [receipt] = await findReceipts(db, accountId, undefined, desc(nukeReceipts.at))
  return receipt?.left ?? []
}

export async function findReceiptBefore(db: Db, accountId: string, from: Date) {
  const [receipt] = await findReceipts(db, accountId, lte(nukeReceipts.at, from), desc(nukeReceipts.at))
  return receipt ? toReceipt(receipt) : null
}

/** First receipt after the end of a lease; null if the account was leased again before. */
export async function findReceiptAfter(db: Db, accountId: string, until: Date, next: Date | undefined) {
  const between = and(gte(nukeReceipts.at, until), next && lt(nukeReceipts.at, next))
  const [receipt] = await findReceipts(db, accountId, between, asc(nukeReceipts.at))
  return receipt ? toReceipt(receipt) : null
}

const findReceipts = (db: Db, accountId: string, where: SQL | undefined, order: SQL) =>
  db
    .select()
    .from(nukeReceipts)
    .where(and(eq(nukeReceipts.cloud_account_id, accountId), where))
    .orderBy(order)
    .limit(1)

/** End of a date in UTC. The date itself is included. */
export const endOfDay = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'UTC')`

/** Days from today until a date, by the database clock. */
export async function daysUntil(db: Db, day: string): Promise<number> {
  const [row] = await db
    .select({ days: sql<number>`${day}::date - (now() at time zone 'UTC')::date` })
    .from(sql`(select 1) as unused`)
  return row?.days ?? 0
}

/** Resources currently accepted in the account, in addition to the defaults of every account. */
export async function listAccepted(db: Db, accountId: string): Promise<ResourceName[]> {
  const [row] = await db
    .select({ accepted: cloudAccounts.accepted_residue })
    .from(cloudAccounts)
    .where(and(eq(cloudAccounts.id, accountId), gt(cloudAccounts.residue_until, sql`now()`)))
  return row?.accepted ?? []
}

/** Accounts with accepted residue whose date has passed. */
export const listExpired = (db: Db) =>
  db
    .select({ id: cloudAccounts.id })
    .from(cloudAccounts)
    .where(and(isNull(cloudAccounts.retired_at), lte(cloudAccounts.residue_until, sql`now()`)))
    .limit(200)
