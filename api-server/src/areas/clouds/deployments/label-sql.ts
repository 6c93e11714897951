import { sql } from 'drizzle-orm'
import { deployments } from '../../../db/schema/index.ts'

/** Label of a deployment in lists: username and title. */
export const deploymentLabel = sql<string>`(select u.username || ' · ' || coalesce(
  (select l.title from labs l where l.id = ${deployments.lab_id}), (select e.title from exams e where e.id = ${deployments.exam_id}), 'Test before an exam')
  from users u where u.id = ${deployments.user_id})`
