import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { entitlements, users } from '../../db/schema/index.ts'
import { entitlementState } from '../entitlements/state-sql.ts'

/** As many uses as a page shows. */
const SHOWN = 100

/** Who used a voucher and when, the newest first, with what became of the access. */
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
