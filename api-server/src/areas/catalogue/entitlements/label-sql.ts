import { sql } from 'drizzle-orm'
import { entitlements } from '../../../db/schema/index.ts'

/** Label of an entitlement in lists: username and title of the content. */
export const entitlementLabel = sql<string>`(select u.username || ' · ' || coalesce(
  (select c.title from courses c where c.id = ${entitlements.course_id}), (select l.title from labs l where l.id = ${entitlements.lab_id}),
  (select e.title from exams e where e.id = ${entitlements.exam_id})) from users u where u.id = ${entitlements.user_id})`
