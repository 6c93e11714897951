import { sql } from 'drizzle-orm'
import type { TimelineSource } from '../../../extension-points/timeline-source.ts'

export const auditEvents: TimelineSource[] = [
  {
    kind: 'audit',
    from: sql`audit s`,
    at: sql`s.at`,
    id: sql`s.id`,
    subject: sql`s.action`,
    detail: sql`coalesce(s.actor, 'the system') || coalesce(': ' || s.reason, '')`,
    where: (_, username) => sql`s.subject_type = 'user' and s.subject_id = ${username}`,
  },
]
