import type { CertificateRow } from '@flagyard/api-types'
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Source } from '../../db/list.ts'
import type { Db } from '../../db/open.ts'
import { certificates, users } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import type { CertificateFilter, CertificateSort } from './list.ts'
import { currentState } from './queries.ts'

/** Empty once its learner was deleted: the certificate outlives the account. */
const username = sql<string>`coalesce((select u.username from ${users} u where u.id = ${certificates.user_id}), '')`

const columns = {
  id: certificates.id,
  username,
  name: certificates.name,
  title: certificates.title,
  type: certificates.type,
  state: currentState,
  issued_at: certificates.issued_at,
  valid_until: certificates.valid_until,
}

interface Selected extends Omit<CertificateRow, 'issued_at' | 'valid_until'> {
  issued_at: Date
  valid_until: Date | null
}
const shown = (row: Selected): CertificateRow => ({
  ...row,
  issued_at: row.issued_at.toISOString(),
  valid_until: row.valid_until?.toISOString() ?? null,
})

export const certificateSource: Source<CertificateFilter, CertificateSort, CertificateRow> = {
  table: certificates,
  id: sql`${certificates.id}`,
  where: matching,
  keys: {
    issued_at: [sql`${certificates.issued_at}`, sql`${certificates.id}`],
    valid_until: [sql`${certificates.valid_until}`, sql`${certificates.id}`],
    name: [sql`${certificates.name}`, sql`${certificates.id}`],
    title: [sql`${certificates.title}`, sql`${certificates.id}`],
    type: [sql`${certificates.type}`, sql`${certificates.id}`],
  },
  nulls: { valid_until: 'largest' },
  read: async (db, { where, order, from, limit, cursor }) => {
    const rows = await db
      .select({ ...columns, ...cursor })
      .from(certificates)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit)
    return rows.map(shown)
  },
}

function matching({ id, q, state, type, username: whose }: CertificateFilter): SQL | undefined {
  return and(
    id && inArray(certificates.id, id),
    contains(sql`(${certificates.id} || ' ' || lower(${certificates.name}) || ' ' || lower(${certificates.title}))`, q),
    state && eq(currentState, state),
    type && eq(certificates.type, type),
    whose === undefined ? undefined : eq(username, whose.toLowerCase()),
  )
}

/** Undefined when there is no such account. */
export async function listCertificatesOfUser(db: Db, name: string): Promise<CertificateRow[] | undefined> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.username, name.toLowerCase()))
  if (!user) return undefined
  const rows = await db
    .select(columns)
    .from(certificates)
    .where(eq(certificates.user_id, user.id))
    .orderBy(desc(certificates.issued_at))
  return rows.map(shown)
}
