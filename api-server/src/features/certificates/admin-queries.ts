import type { CertificateRow } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { isAmong, type ListSourceOf } from '../../db/list-source.ts'
import type { Db } from '../../db/open.ts'
import { certificates, users } from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import { currentState } from './queries.ts'

/** Empty when the learner's account was erased, because the certificate stays. */
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

interface SelectedRow extends Omit<CertificateRow, 'issued_at' | 'valid_until'> {
  issued_at: Date
  valid_until: Date | null
}
const toCertificateRow = (row: SelectedRow): CertificateRow => ({
  ...row,
  issued_at: row.issued_at.toISOString(),
  valid_until: row.valid_until?.toISOString() ?? null,
})

export const certificateSource: ListSourceOf<'listCertificates'> = {
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
    return rows.map(toCertificateRow)
  },
}

const userIdOf = (username: string) => sql`(select u.id from ${users} u where u.username = ${username.toLowerCase()})`

/** The same rules as `currentState`, written as conditions that can use an index. */
const notRevoked = and(isNull(certificates.withdrawn_at), isNull(certificates.revoked_at))
const states: Record<CertificateRow['state'], SQL | undefined> = {
  withdrawn: isNotNull(certificates.withdrawn_at),
  revoked: and(isNotNull(certificates.revoked_at), isNull(certificates.withdrawn_at)),
  expired: and(notRevoked, sql`${certificates.valid_until} <= now()`),
  valid: and(notRevoked, sql`(${certificates.valid_until} > now() or ${certificates.valid_until} is null)`),
}

function matching({ id, q, state, type, username: learner }: Output<'certificateFilter'>): SQL | undefined {
  return and(
    id && isAmong(certificates.id, id),
    contains(sql`${certificates.id} || ' ' || ${certificates.name} || ' ' || ${certificates.title}`, q),
    state && states[state],
    type && eq(certificates.type, type),
    learner === undefined
      ? undefined
      : learner === ''
        ? isNull(certificates.user_id)
        : sql`${certificates.user_id} = ${userIdOf(learner)}`,
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
  return rows.map(toCertificateRow)
}
