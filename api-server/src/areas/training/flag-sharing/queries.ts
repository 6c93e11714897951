import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isAmongUuids, type ListSourceOf } from '../../../db/list-source.ts'
import type { Db } from '../../../db/open.ts'
import { conductCases, examAttempts, exams, flagAlerts, flags, labs, users } from '../../../db/schema/index.ts'
import { hasId } from '../../../db/uuid.ts'
import { accountIdOf } from '../../platform/auth/account-sql.ts'

const owners = alias(users, 'owners')
const resolvers = alias(users, 'resolvers')

const columns = {
  id: flagAlerts.id,
  state: flagAlerts.state,
  username: users.username,
  owner: sql<string>`${owners.username}`,
  flag: flags.title,
  lab: labs.slug,
  exam: exams.slug,
  at: flagAlerts.at,
  resolved_at: flagAlerts.resolved_at,
  version: flagAlerts.version,
}

const selectAlerts = <C extends object>(db: Db, more: C) =>
  db
    .select({ ...columns, ...more })
    .from(flagAlerts)
    .innerJoin(flags, eq(flags.id, flagAlerts.flag_id))
    .innerJoin(users, eq(users.id, flagAlerts.user_id))
    .innerJoin(owners, eq(owners.id, flagAlerts.owner_id))
    .leftJoin(labs, eq(labs.id, flags.lab_id))
    .leftJoin(exams, eq(exams.id, flags.exam_id))

/** Alerts about flags of other learners that were submitted in labs and exams. */
export const alertSource = {
  table: flagAlerts,
  id: sql`${flagAlerts.id}::text`,
  where: matching,
  keys: { at: [sql`${flagAlerts.at}`, sql`${flagAlerts.id}`] },
  read: (db, { where, order, from, limit, cursor }) =>
    selectAlerts(db, cursor)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit),
} satisfies ListSourceOf<'listFlagAlerts'>

function matching({ id, state, username, lab, exam, since, until }: Output<'flagAlertFilter'>): SQL | undefined {
  const userId = accountIdOf(username ?? '')
  const flagsOf = (column: SQL, owner: SQL) =>
    sql`${flagAlerts.flag_id} in (select f.id from ${flags} f where ${column} = ${owner})`
  return and(
    id && isAmongUuids(flagAlerts.id, id),
    state && eq(flagAlerts.state, state),
    username === undefined ? undefined : sql`(${flagAlerts.user_id} = ${userId} or ${flagAlerts.owner_id} = ${userId})`,
    lab === undefined ? undefined : flagsOf(sql`f.lab_id`, sql`(select l.id from ${labs} l where l.slug = ${lab})`),
    exam === undefined ? undefined : flagsOf(sql`f.exam_id`, sql`(select e.id from ${exams} e where e.slug = ${exam})`),
    since === undefined ? undefined : sql`${flagAlerts.at} >= ${since}::timestamptz`,
    until === undefined ? undefined : sql`${flagAlerts.at} < ${until}::timestamptz`,
  )
}

/** One alert, with the ids needed to find its evidence. */
export async function findAlert(db: Db, id: string) {
  const [row] = await selectAlerts(db, {
    flag_id: flagAlerts.flag_id,
    user_id: flagAlerts.user_id,
    owner_id: flagAlerts.owner_id,
    deployment_id: flagAlerts.deployment_id,
    owner_deployment_id: flagAlerts.owner_deployment_id,
    attempt_id: flagAlerts.attempt_id,
    attempt_number: examAttempts.number,
    has_conduct_case: sql<boolean>`exists (select 1 from ${conductCases} where ${conductCases.attempt_id} = ${flagAlerts.attempt_id})`,
    resolution: flagAlerts.resolution,
    resolved_by: sql<string | null>`${resolvers.username}`,
  })
    .leftJoin(examAttempts, eq(examAttempts.id, flagAlerts.attempt_id))
    .leftJoin(resolvers, eq(resolvers.id, flagAlerts.resolved_by))
    .where(hasId(flagAlerts.id, id))
  return row
}

export type FoundAlert = NonNullable<Awaited<ReturnType<typeof findAlert>>>
