import { sql } from 'drizzle-orm'
import { ofUser, type TimelineSource } from '../../../extension-points/timeline-source.ts'

const deployment = {
  from: sql`deployments s`,
  id: sql`s.id`,
  subject: sql`coalesce((select l.title from labs l where l.id = s.lab_id), case when s.preflight_of is null then 'Exam environment' else 'Test before an exam' end)`,
  where: ofUser,
}

export const deploymentEvents: TimelineSource[] = [
  { ...deployment, kind: 'deployment.asked', at: sql`s.created_at` },
  { ...deployment, kind: 'deployment.ended', at: sql`s.ended_at`, detail: sql`s.reason` },
]
