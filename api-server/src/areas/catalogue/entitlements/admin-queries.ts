import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { courses, entitlements, exams, labs, users } from '../../../db/schema/index.ts'
import { hasId } from '../../../db/sql.ts'
import { ApiError } from '../../../errors.ts'
import { accountIdOf } from '../../platform/auth/index.ts'
import { type EntitlementState, entitlementState, restoreUntil } from './sql.ts'

const columns = {
  id: entitlements.id,
  username: users.username,
  full_name: users.full_name,
  kind: entitlements.kind,
  slug: sql<string>`coalesce(${courses.slug}, ${labs.slug}, ${exams.slug})`,
  title: sql<string>`coalesce(${courses.title}, ${labs.title}, ${exams.title})`,
  source: entitlements.source,
  state: entitlementState,
  reason: entitlements.reason,
  starts_at: entitlements.starts_at,
  ends_at: entitlements.ends_at,
  created_at: entitlements.created_at,
  restore_until: restoreUntil,
  version: entitlements.version,
}

/** Ledger rows of all accounts, for lists and bulk actions. */
export const entitlementSource = {
  table: entitlements,
  id: sql`${entitlements.id}::text`,
  where: matching,
  keys: {
    created_at: [sql`${entitlements.created_at}`, sql`${entitlements.id}`],
    ends_at: [sql`${entitlements.ends_at}`, sql`${entitlements.id}`],
  },
  nulls: { ends_at: 'largest' },
  read: (db, slice) =>
    sliceOf(
      db
        .select({ ...columns, ...slice.cursor })
        .from(entitlements)
        .innerJoin(users, eq(users.id, entitlements.user_id))
        .leftJoin(courses, eq(courses.id, entitlements.course_id))
        .leftJoin(labs, eq(labs.id, entitlements.lab_id))
        .leftJoin(exams, eq(exams.id, entitlements.exam_id)),
      slice,
    ),
} satisfies ListSourceOf<'listEntitlements'>

function matching({ id, username, kind, state, source, course, lab, exam }: Output<'entitlementFilter'>) {
  return and(
    id && isAmongUuids(entitlements.id, id),
    username === undefined ? undefined : sql`${entitlements.user_id} = ${accountIdOf(username)}`,
    kind && eq(entitlements.kind, kind),
    state && stateConditions[state],
    source && eq(entitlements.source, source),
    ofName(course, entitlements.course_id, sql`select c.id from ${courses} c where c.slug`),
    ofName(lab, entitlements.lab_id, sql`select l.id from ${labs} l where l.slug`),
    ofName(exam, entitlements.exam_id, sql`select e.id from ${exams} e where e.slug`),
  )
}

/** Condition: the column equals the id found for this name. */
const ofName = (name: string | undefined, column: PgColumn, ids: SQL) =>
  name === undefined ? undefined : sql`${column} = (${ids} = ${name})`

/** Same states as `entitlementState`, in a form that indexes can serve. */
const isSuspended = sql`${entitlements.suspended_at} is not null and ${entitlements.revoked_at} is null`
const isFree = sql`${entitlements.suspended_at} is null and ${entitlements.revoked_at} is null`
const stateConditions: Record<EntitlementState, SQL> = {
  open: sql`(${isFree} and coalesce(${entitlements.ends_at} > now(), true) and ${entitlements.starts_at} <= now())`,
  not_yet: sql`(${isFree} and coalesce(${entitlements.ends_at} > now(), true) and ${entitlements.starts_at} > now())`,
  ended: sql`(${isFree} and ${entitlements.ends_at} <= now())`,
  suspended: sql`(${isSuspended})`,
  revoked: sql`${entitlements.revoked_at} is not null`,
}

export type FoundEntitlement = Awaited<ReturnType<typeof findEntitlement>>

/** Ledger row with its learner and the title of its content. Throws `not_found`. */
export async function findEntitlement(db: Db, id: string) {
  const [row] = await db
    .select({ ...columns, row: entitlements })
    .from(entitlements)
    .innerJoin(users, eq(users.id, entitlements.user_id))
    .leftJoin(courses, eq(courses.id, entitlements.course_id))
    .leftJoin(labs, eq(labs.id, entitlements.lab_id))
    .leftJoin(exams, eq(exams.id, entitlements.exam_id))
    .where(hasId(entitlements.id, id))
  if (!row) throw new ApiError('not_found', 'There is no such entitlement.')
  return row
}

/** Same, locked until the transaction ends. The caller must have locked the account first. */
export async function lockEntitlement(tx: Tx, id: string) {
  await tx.select({ id: entitlements.id }).from(entitlements).where(eq(entitlements.id, id)).for('update')
  return findEntitlement(tx, id)
}

export async function findExamId(db: Db, slug: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: exams.id })
    .from(exams)
    .where(and(eq(exams.slug, slug), eq(exams.status, 'published')))
  return row?.id
}
