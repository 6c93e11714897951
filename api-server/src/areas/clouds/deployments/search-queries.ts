import { and, eq, ne, sql } from 'drizzle-orm'
import { deployments, exams, labs, users } from '../../../db/schema/index.ts'
import { isUuid } from '../../../db/uuid.ts'
import type { SearchSource } from '../../../extension-points/search-source.ts'
import { searching } from './list-queries.ts'

/** Queued and running deployments by learner, lab or account; ended ones by id only. */
export const deploymentSearch: SearchSource = {
  kind: 'deployment',
  operation: 'listDeployments',
  table: deployments,
  where: (q) => and(searching(q), isUuid(q.trim()) ? undefined : ne(deployments.state, 'ended')),
  keys: [sql`${deployments.created_at}`, sql`${deployments.id}`],
  descending: true,
  read: (db, { where, order, from, limit }) =>
    db
      .select({
        id: deployments.id,
        title: sql<string>`coalesce(${labs.title}, ${exams.title}, 'Test before an exam')`,
        detail: sql<string>`${users.username} || ' · ' || ${deployments.state}`,
        within: sql<null>`null`,
      })
      .from(deployments)
      .innerJoin(users, eq(users.id, deployments.user_id))
      .leftJoin(labs, eq(labs.id, deployments.lab_id))
      .leftJoin(exams, eq(exams.id, deployments.exam_id))
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
}
