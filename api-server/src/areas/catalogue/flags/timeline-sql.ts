import { sql } from 'drizzle-orm'
import { ofUser, type TimelineSource } from '../../../extension-points/timeline-source.ts'

export const flagEvents: TimelineSource[] = [
  {
    kind: 'flag.solved',
    from: sql`flag_solves s`,
    at: sql`s.solved_at`,
    id: sql`s.id`,
    subject: sql`(select f.title from flags f where f.id = s.flag_id)`,
    where: ofUser,
  },
]
