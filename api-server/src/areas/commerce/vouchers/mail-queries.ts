import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { contentTitle, users, vouchers } from '../../../db/schema/index.ts'
import { voucherState } from './sql.ts'

const columns = {
  id: vouchers.id,
  code: vouchers.code,
  recipient: vouchers.recipient,
  expires_at: vouchers.expires_at,
  organisation: vouchers.organisation,
  order_id: vouchers.order_id,
  seat: vouchers.seat,
  /** Name of the buyer. */
  owner: users.full_name,
  title: contentTitle(vouchers),
}

const dueAt = sql`coalesce(${vouchers.mail_after}, ${vouchers.created_at})`
/** Waits for its mail, and its delivery day has come. */
const isDue = sql`(${vouchers.mail_waits} = true and ${dueAt} <= now())`

/** Sorted so that the vouchers of one seat are adjacent: a seat of a bundle has several. */
export const listMailWaiting = (db: Db, limit: number) =>
  db
    .select(columns)
    .from(vouchers)
    .leftJoin(users, eq(users.id, vouchers.owner_id))
    .where(isDue)
    .orderBy(dueAt, asc(vouchers.order_id), asc(vouchers.seat), asc(vouchers.id))
    .limit(limit)

export async function hasMailWaiting(db: Db): Promise<boolean> {
  const [row] = await db.select({ id: vouchers.id }).from(vouchers).where(isDue).limit(1)
  return row !== undefined
}

/**
 * Claims vouchers that are still due and whose code and recipient are unchanged since they were read. Returns the ids of those that
 * are still usable; only these are mailed.
 */
export async function takeMailWaiting(
  tx: Db,
  read: { id: string; code: string; recipient: string | null }[],
): Promise<string[]> {
  const taken = await tx
    .update(vouchers)
    .set({ mail_waits: false })
    .where(
      sql`${isDue} and (${vouchers.id}, ${vouchers.code}, coalesce(${vouchers.recipient}, '')) in
        (select r.id, r.code, coalesce(r.recipient, '') from jsonb_to_recordset(${JSON.stringify(read)}::jsonb)
          as r(id uuid, code text, recipient text))`,
    )
    .returning({ id: vouchers.id, state: voucherState })
  return taken.filter(({ state }) => state === 'available').map(({ id }) => id)
}

/** Marks the mails of these vouchers as unsent, for the job. */
export const markMailWaiting = (tx: Db, ids: string[]) =>
  tx.update(vouchers).set({ mail_waits: true }).where(inArray(vouchers.id, ids))
