import { sql } from 'drizzle-orm'
import { ofUser, type TimelineSource } from '../../../../extension-points/timeline-source.ts'

const attempt = {
  from: sql`exam_attempts s`,
  id: sql`s.id`,
  subject: sql`(select e.title from exams e where e.id = s.exam_id)`,
  where: ofUser,
}

export const attemptEvents: TimelineSource[] = [
  { ...attempt, kind: 'exam.bought', at: sql`s.created_at` },
  { ...attempt, kind: 'exam.started', at: sql`s.started_at` },
  { ...attempt, kind: 'exam.decided', at: sql`s.decided_at`, detail: sql`s.state` },
]
