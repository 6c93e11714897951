import { sql } from 'drizzle-orm'
import { ofUser, type TimelineSource } from '../../../extension-points/timeline-source.ts'
import { targetTitle } from './target-sql.ts'

const entitlement = { from: sql`entitlements s`, id: sql`s.id`, subject: targetTitle(sql`s`), where: ofUser }

export const entitlementEvents: TimelineSource[] = [
  { ...entitlement, kind: 'access.granted', at: sql`s.created_at`, detail: sql`s.source` },
  { ...entitlement, kind: 'access.suspended', at: sql`s.suspended_at`, detail: sql`s.reason` },
  { ...entitlement, kind: 'access.revoked', at: sql`s.revoked_at`, detail: sql`s.reason` },
]
