import { contentActions } from '@flagyard/api-types/audit/actions'
import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import { audit, users } from '../../../db/schema/index.ts'

export const auditSource: ListSourceOf<'listAudit'> = {
  table: audit,
  id: sql`${audit.id}::text`,
  where: matching,
  keys: { at: [sql`${audit.at}`, sql`${audit.id}`] },
  read: (db, slice) => sliceOf(db.select({ ...getTableColumns(audit), ...slice.cursor }).from(audit), slice),
}

function matching(filter: Output<'auditFilter'> & { content_only?: boolean }): SQL | undefined {
  const actorId = sql`(select u.id from ${users} u where u.username = ${filter.actor ?? ''})`
  return and(
    filter.content_only ? inArray(audit.action, contentActions) : undefined,
    filter.id && isAmongUuids(audit.id, filter.id),
    filter.actor === undefined ? undefined : sql`${audit.actor_id} = ${actorId}`,
    filter.action === undefined ? undefined : eq(audit.action, filter.action),
    filter.subject_type === undefined ? undefined : eq(audit.subject_type, filter.subject_type),
    filter.subject_id === undefined ? undefined : eq(audit.subject_id, filter.subject_id),
    filter.job_id === undefined ? undefined : eq(audit.job_id, filter.job_id),
    filter.from === undefined ? undefined : gte(audit.at, new Date(filter.from)),
    filter.until === undefined ? undefined : lt(audit.at, new Date(filter.until)),
  )
}
