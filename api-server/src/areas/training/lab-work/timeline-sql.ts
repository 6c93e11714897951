import { type SQL, sql } from 'drizzle-orm'
import { ofUser, type TimelineSource } from '../../../extension-points/timeline-source.ts'

/** A dynamic flag belongs to one deployment of one learner. In an alert, another learner submitted it. */
const alert = {
  from: sql`flag_alerts s join users owner on owner.id = s.owner_id join users giver on giver.id = s.user_id`,
  at: sql`s.at`,
  id: sql`s.id`,
  subject: sql`(select f.title || coalesce(' · ' || l.title, '') from flags f left join labs l on l.id = f.lab_id where f.id = s.flag_id)`,
}

/** Deployment time as text: ` (deployed 2026-05-01 09:30 UTC)`. */
const deployedAt = (id: SQL) =>
  sql`coalesce((select ' (deployed ' || to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC)' from deployments d where d.id = ${id}), '')`

/** Evidence that another learner's flag was submitted, in the timelines of both learners. */
export const flagAlertEvents: TimelineSource[] = [
  {
    ...alert,
    kind: 'flag.alert',
    detail: sql`'It is the flag of ' || owner.username || ${deployedAt(sql`s.owner_deployment_id`)}`,
    where: ofUser,
  },
  {
    ...alert,
    kind: 'flag.leaked',
    detail: sql`'Handed in by ' || giver.username || ${deployedAt(sql`s.deployment_id`)}`,
    where: (userId) => sql`s.owner_id = ${userId}`,
  },
]
