import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { TimelineSource } from '../../extension-points/timeline-source.ts'

export interface Event {
  key: string
  at: string
  kind: string
  subject: string
  detail: string | null
}

/** The events of an account, the newest first, from every source no more than the page needs. */
export async function listEvents(
  db: Db,
  sources: readonly TimelineSource[],
  { userId, username }: { userId: string; username: string },
  { before, limit }: { before: { at: string; key: string } | null; limit: number },
): Promise<Event[]> {
  const parts = sources.map((source) => part(source, userId, username, before, limit))
  const merged = sql`select key, kind, subject, detail, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from (${sql.join(parts, sql` union all `)}) events order by events.at desc, key desc limit ${limit}`
  // Both drivers answer `execute` with rows; the type says so for neither.
  return ((await db.execute(merged)) as unknown as { rows: Event[] }).rows
}

function part(
  source: TimelineSource,
  userId: string,
  username: string,
  before: { at: string; key: string } | null,
  limit: number,
) {
  const { kind, from, at, id, subject, detail = sql`null`, where } = source
  const key = sql`(${kind}::text || ':' || ${id}::text)`
  const older = before
    ? sql`and ${at} <= ${before.at}::timestamptz and (${at} < ${before.at}::timestamptz or ${key} < ${before.key})`
    : sql``
  return sql`(select ${key} as key, ${kind}::text as kind, ${at} as at, coalesce(${subject}, '')::text as subject, ${detail}::text as detail
    from ${from} where ${where(userId, username)} and ${at} is not null ${older} order by ${at} desc, ${key} desc limit ${limit})`
}
