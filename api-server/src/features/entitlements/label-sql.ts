import { sql } from 'drizzle-orm'
import { entitlements } from '../../db/schema/index.ts'

/** What an entitlement is called among many: whose it is, and what it opens. */
export const entitlementLabel = sql<string>`(select u.username || ' · ' || coalesce(
  (select c.title from courses c where c.id = ${entitlements.course_id}), (select l.title from labs l where l.id = ${entitlements.lab_id}),
  (select e.title from exams e where e.id = ${entitlements.exam_id})) from users u where u.id = ${entitlements.user_id})`
