import { sql } from 'drizzle-orm'
import { ofUser, type TimelineSource } from '../../../extension-points/timeline-source.ts'

const account = {
  from: sql`users s`,
  id: sql`s.id`,
  subject: sql`s.username`,
  where: (userId: string) => sql`s.id = ${userId}`,
}
const session = {
  from: sql`sessions s`,
  id: sql`s.id`,
  subject: sql`coalesce(s.address, 'unknown address')`,
  where: ofUser,
}

export const accountEvents: TimelineSource[] = [
  { ...account, kind: 'account.created', at: sql`s.created_at`, detail: sql`s.referrer` },
  { ...account, kind: 'account.activated', at: sql`s.activated_at` },
  { ...account, kind: 'account.disabled', at: sql`s.disabled_at`, detail: sql`s.disabled_reason` },
  { ...session, kind: 'session.started', at: sql`s.created_at` },
  { ...session, kind: 'session.ended', at: sql`s.ended_at`, detail: sql`s.end_reason` },
]
