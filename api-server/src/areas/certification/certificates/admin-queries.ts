import type { CertificateRow } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { isAmong, type ListSourceOf, type ReadRow, type Refusal, sliceOf } from '../../../db/lists/list-source.ts'
import { contains } from '../../../db/lists/search.ts'
import type { Db } from '../../../db/open.ts'
import {
  type CheckKind,
  certificateChecks,
  certificates,
  certificateVersions,
  courses,
  exams,
  users,
} from '../../../db/schema/index.ts'
import type { Item } from '../../../extension-points/bulk-action.ts'
import type { SearchSource } from '../../../extension-points/sources.ts'
import { accountIdOf } from '../../platform/auth/index.ts'
import { currentState } from './queries.ts'

/** Empty if the learner's account was erased, because the certificate remains. */
const username = sql<string>`coalesce((select u.username from ${users} u where u.id = ${certificates.user_id}), '')`

const columns = {
  id: certificates.id,
  username,
  email: sql<string | null>`(select u.email from ${users} u where u.id = ${certificates.user_id})`,
  name: certificates.name,
  title: certificates.title,
  type: certificates.type,
  course: sql<string | null>`(select c.slug from ${courses} c where c.id = ${certificates.course_id})`,
  exam: sql<string | null>`(select e.slug from ${exams} e where e.id = ${certificates.exam_id})`,
  state: currentState,
  issued_at: certificates.issued_at,
  valid_until: certificates.valid_until,
  version: certificates.version,
}

type Row = ReadRow<'listCertificates'>
interface SelectedRow extends Omit<Row, 'issued_at' | 'valid_until'> {
  issued_at: Date
  valid_until: Date | null
}
const toCertificateRow = (row: SelectedRow): Row => ({
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
  read: async (db, slice) => {
    const rows = await sliceOf(db.select({ ...columns, ...slice.cursor }).from(certificates), slice)
    return rows.map(toCertificateRow)
  },
}

/** The rules of `currentState`, written as conditions that can use an index. */
const notRevoked = and(isNull(certificates.withdrawn_at), isNull(certificates.revoked_at))
const states: Record<CertificateRow['state'], SQL | undefined> = {
  withdrawn: isNotNull(certificates.withdrawn_at),
  revoked: and(isNotNull(certificates.revoked_at), isNull(certificates.withdrawn_at)),
  expired: and(notRevoked, sql`${certificates.valid_until} <= now()`),
  valid: and(notRevoked, sql`(${certificates.valid_until} > now() or ${certificates.valid_until} is null)`),
}

function matching(filter: Output<'certificateFilter'>): SQL | undefined {
  const { id, q, state, type, username: learner, course, exam, issued_from: from, issued_until: until } = filter
  return and(
    id && isAmong(certificates.id, id),
    q === undefined ? undefined : matchesSearch(q),
    state && states[state],
    type && eq(certificates.type, type),
    course === undefined
      ? undefined
      : sql`${certificates.course_id} = (select c.id from ${courses} c where c.slug = ${course})`,
    exam === undefined
      ? undefined
      : sql`${certificates.exam_id} = (select e.id from ${exams} e where e.slug = ${exam})`,
    from === undefined ? undefined : sql`${certificates.issued_at} >= ${from}::timestamptz`,
    until === undefined ? undefined : sql`${certificates.issued_at} < ${until}::timestamptz`,
    learner === undefined
      ? undefined
      : learner === ''
        ? isNull(certificates.user_id)
        : sql`${certificates.user_id} = ${accountIdOf(learner)}`,
  )
}

/** Searches by id, name, title, or the exact username of the owner. */
const matchesSearch = (q: string): SQL | undefined =>
  or(
    contains(sql`${certificates.id} || ' ' || ${certificates.name} || ' ' || ${certificates.title}`, q),
    sql`${certificates.user_id} = ${accountIdOf(q.trim())}`,
  )

/** Matching certificates, except withdrawn ones, which have no PDF. */
export const listForArchive = (db: Db, filter: Output<'certificateFilter'>, limit: number) =>
  db
    .select({ certificate: certificates, state: currentState })
    .from(certificates)
    .where(and(matching(filter), isNull(certificates.withdrawn_at)))
    .orderBy(desc(certificates.issued_at), desc(certificates.id))
    .limit(limit)

/** One certificate with the columns of the list and the details for its page. */
export async function findForPage(db: Db, id: string) {
  const [row] = await db
    .select({
      ...columns,
      company: certificates.company,
      points: certificates.points,
      hours: certificates.hours,
      outcomes: certificates.outcomes,
      revoked_at: certificates.revoked_at,
      withdrawn_at: certificates.withdrawn_at,
      reason: certificates.reason,
      renewed_at: certificates.renewed_at,
      hides_name: sql<boolean>`${certificates.name_hidden_at} is not null`,
      badge_issue: sql<number>`coalesce(${certificates.badge_issue}, 0)`,
    })
    .from(certificates)
    .where(eq(certificates.id, id))
  return row
}

/** Counts of the last 12 months in which the certificate was read, newest first. */
export const listChecks = (db: Db, id: string) => {
  const countOf = (kind: CheckKind) =>
    sql<number>`coalesce(sum(${certificateChecks.count}) filter (where ${certificateChecks.kind} = ${kind}), 0)::int`
  return db
    .select({
      month: certificateChecks.month,
      page: countOf('page'),
      status: countOf('status'),
      badge: countOf('badge'),
    })
    .from(certificateChecks)
    .where(eq(certificateChecks.certificate_id, id))
    .groupBy(certificateChecks.month)
    .orderBy(desc(certificateChecks.month))
    .limit(12)
}

export async function listVersions(db: Db, id: string) {
  const rows = await db
    .select({
      version: certificateVersions.version,
      snapshot: sql<Snapshot>`${certificateVersions.snapshot}`,
      reason: certificateVersions.reason,
      actor: users.username,
      at: certificateVersions.at,
    })
    .from(certificateVersions)
    .leftJoin(users, eq(users.id, certificateVersions.actor_id))
    .where(eq(certificateVersions.certificate_id, id))
    .orderBy(asc(certificateVersions.version))
  return rows.map(({ snapshot: { name, title, company, points, revoked_at }, ...row }) => ({
    ...row,
    name,
    title: title ?? '',
    company: company ?? null,
    points: points ?? null,
    revoked_at: revoked_at ?? null,
  }))
}

interface Snapshot {
  name: string
  title?: string
  company?: string | null
  points?: number | null
  revoked_at?: string | null
}

/** Undefined if there is no such account. */
export async function listCertificatesOfUser(db: Db, name: string): Promise<Row[] | undefined> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} = ${accountIdOf(name)}`)
  if (!user) return undefined
  const rows = await db
    .select(columns)
    .from(certificates)
    .where(eq(certificates.user_id, user.id))
    .orderBy(desc(certificates.issued_at))
  return rows.map(toCertificateRow)
}

const withdrawn: SQL = sql`when ${certificates.withdrawn_at} is not null then 'It was withdrawn.'`

/** The same rules as for one certificate (admin-service.ts). The first one that applies gives the refusal message. */
export const sendRefusal = (): Refusal => sql`case ${withdrawn}
  when ${certificates.user_id} is null then 'The account of its owner was erased.' end`

export const revokeRefusal = (): Refusal => sql`case ${withdrawn}
  when ${certificates.revoked_at} is not null then 'It is already revoked.' end`

export const restoreRefusal = (): Refusal => sql`case ${withdrawn}
  when ${certificates.revoked_at} is null then 'It is not revoked.'
  when exists (select 1 from certificates o where o.user_id = ${certificates.user_id} and o.course_id = ${certificates.course_id}
    and o.type = ${certificates.type} and o.id <> ${certificates.id} and o.revoked_at is null and o.withdrawn_at is null)
    then 'Its owner has a newer certificate that replaces this one.' end`

export const listCertificates = (tx: Db, items: Item[]) =>
  tx
    .select({ certificate: certificates, email: users.email })
    .from(certificates)
    .leftJoin(users, eq(users.id, certificates.user_id))
    .where(
      inArray(
        certificates.id,
        items.map(({ id }) => id),
      ),
    )
    .orderBy(asc(certificates.id))

export const certificateSearch: SearchSource = {
  kind: 'certificate',
  operation: 'listCertificates',
  table: certificates,
  where: matchesSearch,
  keys: [sql`${certificates.name}`, sql`${certificates.id}`],
  read: (db, slice) =>
    sliceOf(
      db
        .select({ id: certificates.id, title: certificates.title, detail: certificates.name, within: sql<null>`null` })
        .from(certificates),
      slice,
    ),
}
