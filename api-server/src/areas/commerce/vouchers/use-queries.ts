import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { entitlements, users } from '../../../db/schema/index.ts'
import { entitlementState } from '../../catalogue/entitlements/state-sql.ts'

/** Maximum number of uses listed on a page. */
const SHOWN = 100

/** Uses of a voucher, newest first, with the current state of the access. */
export const listUses = (db: Db, voucherId: string) =>
  db
    .select({
      username: users.username,
      at: entitlements.created_at,
      access: entitlementState,
      ends_at: entitlements.ends_at,
    })
    .from(entitlements)
    .innerJoin(users, eq(users.id, entitlements.user_id))
    .where(eq(entitlements.voucher_id, voucherId))
    .orderBy(desc(entitlements.created_at), desc(entitlements.id))
    .limit(SHOWN)
