import type { Output } from '@flagyard/api-types/contract/operation'
import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Refusal } from '../../../../db/lists/list-source.ts'
import type { Db } from '../../../../db/open.ts'
import { courses, deployments, entitlements, exams, labs, users } from '../../../../db/schema/index.ts'
import type { BulkDetails, Item } from '../../../../extension-points/bulk-action.ts'
import { type Actor, refusedToYourself } from '../../../../identity/require-access.ts'
import { RESTORE_MINUTES } from '../../../catalogue/entitlements/index.ts'

const isRevoked = sql`when ${entitlements.revoked_at} is not null then 'This is revoked.'`
const isSuspended = sql`${entitlements.suspended_at} is not null`

const hasNoEnd = sql<string | null>`case ${isRevoked}
  when ${entitlements.ends_at} is null then 'This has no end, so there is nothing to extend.' end`

/** Refusal of an action that gives the learner more access, which administrators may not do for themselves. */
const ofGift =
  (otherwise: Refusal) =>
  (actor: Actor): Refusal =>
    refusedToYourself(actor, sql`${entitlements.user_id}`, otherwise)

/** Same rules as for a single change, as SQL over ledger rows. The first match is the refusal. */
export const changeRefusals = {
  extend: ofGift(hasNoEnd),
  shorten: (): Refusal => hasNoEnd,
  suspend: (): Refusal => sql`case ${isRevoked}
    when ${isSuspended} then 'This is suspended already.'
    when ${entitlements.ends_at} <= now() then 'This has ended.' end`,
  resume: ofGift(sql`case ${isRevoked} when not (${isSuspended}) then 'This is not suspended.' end`),
  revoke: (): Refusal => sql`case when ${entitlements.revoked_at} is not null then 'This is revoked already.' end`,
  restore: ofGift(sql`case when ${entitlements.revoked_at} is null then 'This is not revoked.'
    when coalesce(${entitlements.removed_at} <= now() - make_interval(mins => ${RESTORE_MINUTES}), true)
      then 'This was revoked more than ten minutes ago.' end`),
  // No refusal in advance: each grant is checked under its locks, with everything that belongs to it.
  takeVouchersBack: (): Refusal => sql`null::text`,
} satisfies Record<string, (actor: Actor) => Refusal>

const contents = { course: 'courses', lab: 'labs', exam: 'exams' } as const

/** Reason why the content cannot be granted to an account, by the same rules as for a single grant. */
export function grantRefusalSql(actor: Actor, { access }: BulkDetails): Refusal {
  const isInactive = sql`${users.activated_at} is null or ${users.disabled_at} is not null or ${users.deletion_due_at} is not null`
  const { kind, slug } = access ?? {}
  const owns =
    kind && slug
      ? sql`exists (select 1 from ${entitlements} e where e.user_id = ${users.id} and e.revoked_at is null
          and coalesce(e.ends_at > now(), true) and e.${sql.raw(kind)}_id = (select c.id from ${sql.raw(contents[kind])} c where c.slug = ${slug}))`
      : sql`false`
  const refusal = sql<string | null>`case when ${isInactive} then 'This account is not active, so nothing opens to it.'
    when ${owns} then 'They have this already. Extend or resume it instead.' end`
  return refusedToYourself(actor, sql`${users.id}`, refusal)
}

export const listChanged = (tx: Db, items: Item[]) =>
  tx
    .select({
      row: entitlements,
      account: users,
      kind: entitlements.kind,
      slug: sql<string>`coalesce(${courses.slug}, ${labs.slug}, ${exams.slug})`,
      title: sql<string>`coalesce(${courses.title}, ${labs.title}, ${exams.title})`,
    })
    .from(entitlements)
    .innerJoin(users, eq(users.id, entitlements.user_id))
    .leftJoin(courses, eq(courses.id, entitlements.course_id))
    .leftJoin(labs, eq(labs.id, entitlements.lab_id))
    .leftJoin(exams, eq(exams.id, entitlements.exam_id))
    .where(
      inArray(
        entitlements.id,
        items.map(({ id }) => id),
      ),
    )
    .orderBy(asc(entitlements.id))

export type Changed = Awaited<ReturnType<typeof listChanged>>[number]

/** Locks the accounts of these rows before the rows themselves, which is the lock order everywhere. */
export async function lockHolders(tx: Db, items: Item[]): Promise<void> {
  const ids = items.map(({ id }) => id)
  const holders = tx.select({ id: entitlements.user_id }).from(entitlements).where(inArray(entitlements.id, ids))
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, holders))
    .orderBy(asc(users.id))
    .for('no key update')
}

/** Number of labs that run or wait through these ledger rows. `ids` may be a subquery. */
export async function countLabsOfRows(db: Db, ids: SQL): Promise<Output<'openLabs'>> {
  const [row] = await db
    .select({
      running: sql<number>`(count(*) filter (where ${deployments.state} in ('provisioning', 'running')))::int`,
      queued: sql<number>`(count(*) filter (where ${deployments.state} in ('queued', 'held')))::int`,
    })
    .from(deployments)
    .where(
      sql`${deployments.state} in ('queued', 'held', 'provisioning', 'running') and ${deployments.test} is null
        and exists (select 1 from ${entitlements} e where e.user_id = ${deployments.user_id} and e.id::text in (${ids})
          and (e.lab_id = ${deployments.lab_id} or e.course_id in (select l.course_id from lessons l where l.lab_id = ${deployments.lab_id})))`,
    )
  // A running exam continues after its access has ended.
  return { running: row?.running ?? 0, queued: row?.queued ?? 0, exams: 0 }
}
