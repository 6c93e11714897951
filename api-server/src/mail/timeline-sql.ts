import { sql } from 'drizzle-orm'
import { ofUser, type TimelineSource } from '../extension-points/timeline-source.ts'

export const mailEvents: TimelineSource[] = [
  {
    kind: 'mail.queued',
    from: sql`outbox s`,
    at: sql`s.created_at`,
    id: sql`s.id`,
    subject: sql`s.subject`,
    detail: sql`s.state`,
    where: ofUser,
  },
]
