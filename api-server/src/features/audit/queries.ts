import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { countRows } from '../../db/count.ts'
import type { Db } from '../../db/open.ts'
import { audit, users } from '../../db/schema/index.ts'
import type { ListQuery } from '../../http/list-query.ts'

interface Filter {
  id?: string[]
  actor?: string | undefined
  action?: string | undefined
  subject_type?: string | undefined
  subject_id?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

export async function listAudit(db: Db, { filter, sort, from, limit }: ListQuery<Filter, 'at'>) {
  const actorId = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.username, filter.actor ?? ''))
  const where = and(
    filter.id && inArray(sql`${audit.id}::text`, filter.id),
    filter.actor === undefined ? undefined : inArray(audit.actor_id, actorId),
    filter.action === undefined ? undefined : eq(audit.action, filter.action),
    filter.subject_type === undefined ? undefined : eq(audit.subject_type, filter.subject_type),
    filter.subject_id === undefined ? undefined : eq(audit.subject_id, filter.subject_id),
    filter.from === undefined ? undefined : gte(audit.at, new Date(filter.from)),
    filter.until === undefined ? undefined : lt(audit.at, new Date(filter.until)),
  )
  const order = sort.descending ? [desc(audit.at), desc(audit.id)] : [asc(audit.at), asc(audit.id)]
  const rows = await db
    .select()
    .from(audit)
    .where(where)
    .orderBy(...order)
    .offset(from)
    .limit(limit)
  return { data: rows, ...(await countRows(db, audit, where)), from }
}
