import { sql } from 'drizzle-orm'
import type { TimelineSource } from '../../../extension-points/timeline-source.ts'
import { targetTitle } from '../../catalogue/entitlements/target-sql.ts'

export const voucherEvents: TimelineSource[] = [
  {
    kind: 'voucher.owned',
    from: sql`vouchers s`,
    at: sql`s.created_at`,
    id: sql`s.id`,
    subject: targetTitle(sql`s`),
    detail: sql`s.recipient`,
    where: (userId) => sql`s.owner_id = ${userId}`,
  },
]
