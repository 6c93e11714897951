import type { VoucherRow } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf } from '../../db/list-source.ts'
import type { Db } from '../../db/open.ts'
import {
  type ContentKind,
  courses,
  deployments,
  entitlements,
  examAttempts,
  exams,
  labs,
  lessons,
  users,
  vouchers,
} from '../../db/schema/index.ts'
import { contains } from '../../db/search.ts'
import { codeCandidates } from './code.ts'
import type { OrderNumbers } from './order-numbers.ts'
import { currentState } from './queries.ts'
import { undeliveredVouchers } from './undelivered-sql.ts'

/** Slug of the voucher's content, as a subquery on its own row, so that lists count and filter without a join. */
const slug = sql<string>`(case ${vouchers.kind}
  when 'course' then (select c.slug from ${courses} c where c.id = ${vouchers.course_id})
  when 'lab' then (select l.slug from ${labs} l where l.id = ${vouchers.lab_id})
  else (select e.slug from ${exams} e where e.id = ${vouchers.exam_id}) end)`

/** Who activated it last, as a subquery on its own row. */
const usedBy = sql<string | null>`(select u.username from ${entitlements} e join ${users} u on u.id = e.user_id
  where e.voucher_id = "vouchers"."id" order by e.created_at desc limit 1)`

/** Vouchers of one kind, or of all kinds. */
export const voucherSource = (orderNumbers: OrderNumbers, kind?: ContentKind): ListSourceOf<'listVouchers'> => ({
  table: vouchers,
  id: sql`${vouchers.id}::text`,
  where: (filter) => matching({ ...filter, ...(kind ? { kind } : {}) }),
  keys: {
    created_at: [sql`${vouchers.created_at}`, sql`${vouchers.id}`],
    expires_at: [sql`${vouchers.expires_at}`, sql`${vouchers.id}`],
    code: [sql`${vouchers.code}`],
    organisation: [sql`${vouchers.organisation}`, sql`${vouchers.id}`],
  },
  nulls: { expires_at: 'largest', organisation: 'largest' },
  read: async (db, { where, order, from, limit, cursor }) => {
    const rows = await db
      .select({
        id: vouchers.id,
        kind: vouchers.kind,
        slug,
        code: vouchers.code,
        state: currentState,
        uses: vouchers.uses,
        used: vouchers.used,
        organisation: vouchers.organisation,
        recipient: vouchers.recipient,
        note: vouchers.note,
        expires_at: vouchers.expires_at,
        created_at: vouchers.created_at,
        activated_at: vouchers.activated_at,
        used_by: usedBy,
        order_id: vouchers.order_id,
        batch: vouchers.batch_id,
        ...cursor,
      })
      .from(vouchers)
      .where(where)
      .orderBy(...order)
      .offset(from)
      .limit(limit)
    const orders = await orderNumbers.find(db, [...new Set(rows.flatMap(({ order_id }) => order_id ?? []))])
    return rows.map(({ order_id, ...row }) => {
      const order = orders.get(order_id ?? '')
      return {
        ...row,
        expires_at: row.expires_at?.toISOString() ?? null,
        created_at: row.created_at.toISOString(),
        activated_at: row.activated_at?.toISOString() ?? null,
        order_number: order?.number ?? null,
        price: order?.price ?? null,
      }
    })
  },
})

/**
 * The expression of the index `vouchers_search`, to the letter. It has the last group of the code and not all of it: who may not see a
 * code could find it letter by letter.
 */
export const searched = sql`right(${vouchers.code}, 6) || ' ' || coalesce(${vouchers.recipient}, '') || ' ' || coalesce(${vouchers.organisation}, '') || ' ' || ${vouchers.note}`

function matching({
  id,
  q,
  kind,
  state,
  target,
  organisation,
  batch,
  username,
  undelivered,
}: Output<'voucherFilter'>): SQL | undefined {
  return and(
    id && isAmongUuids(vouchers.id, id),
    q === undefined ? undefined : or(contains(searched, q), inArray(vouchers.code, codeCandidates(q))),
    kind && eq(vouchers.kind, kind),
    state && (states[state] ?? eq(vouchers.state, state)),
    target === undefined ? undefined : matchesTarget(target, kind),
    organisation === undefined ? undefined : eq(vouchers.organisation, organisation),
    batch === undefined ? undefined : eq(vouchers.batch_id, batch),
    username === undefined ? undefined : inArray(vouchers.id, idsOf(username)),
    undelivered && inArray(vouchers.id, undeliveredVouchers),
  )
}

/** The states of `currentState` as conditions that indexes can serve. */
const isPastExpiry = sql`${vouchers.expires_at} <= now()`
const states: Partial<Record<VoucherRow['state'], SQL>> = {
  available: sql`(${vouchers.state} = 'available' and (${vouchers.expires_at} > now() or ${vouchers.expires_at} is null))`,
  expired: sql`(${vouchers.state} = 'expired' or (${vouchers.state} = 'available' and ${isPastExpiry}))`,
}

/** Compares ids instead of slugs, so that the index of each kind is used. */
function matchesTarget(target: string, kind: ContentKind | undefined): SQL | undefined {
  const targets = {
    course: sql`${vouchers.course_id} = (select c.id from ${courses} c where c.slug = ${target})`,
    lab: sql`${vouchers.lab_id} = (select l.id from ${labs} l where l.slug = ${target})`,
    exam: sql`${vouchers.exam_id} = (select e.id from ${exams} e where e.slug = ${target})`,
  }
  return kind ? targets[kind] : or(targets.course, targets.lab, targets.exam)
}

/** A union, so that each branch uses its own index; an `or` would scan the table. */
const idsOf = (username: string) => sql`(
  select v.id from vouchers v join users u on u.id = v.owner_id where u.username = ${username}
  union select v.id from vouchers v join users u on lower(v.recipient) = lower(u.email) where u.username = ${username}
  union select e.voucher_id from entitlements e join users u on u.id = e.user_id where u.username = ${username} and e.voucher_id is not null
)`

/** Content that vouchers can be created for, drafts included. */
export async function findTarget(
  db: Db,
  kind: ContentKind,
  slug: string,
): Promise<{ id: string; title: string } | undefined> {
  const table = kind === 'course' ? courses : kind === 'lab' ? labs : exams
  const [row] = await db.select({ id: table.id, title: table.title }).from(table).where(eq(table.slug, slug))
  return row
}

/** Locks the voucher until the transaction ends. */
export async function lockVoucher(tx: Db, id: string) {
  const [row] = await tx.select().from(vouchers).where(eq(vouchers.id, id)).for('update')
  return row
}

export async function markRevoked(tx: Db, id: string, reason: string | null) {
  await tx
    .update(vouchers)
    .set({ state: 'revoked', reason, version: sql`${vouchers.version} + 1` })
    .where(eq(vouchers.id, id))
}

/** What is in use through this voucher: labs that are deployed, exams that are booked or being sat. */
export async function listRunning(tx: Db, voucherId: string): Promise<string[]> {
  const holders = and(eq(entitlements.voucher_id, voucherId), isNull(entitlements.revoked_at))
  const ofCourse = sql`${deployments.lab_id} in (select l.lab_id from ${lessons} l where l.course_id = ${entitlements.course_id})`
  const activeLabs = await tx
    .select({ username: users.username, title: labs.title })
    .from(entitlements)
    .innerJoin(users, eq(users.id, entitlements.user_id))
    .innerJoin(
      deployments,
      and(
        eq(deployments.user_id, entitlements.user_id),
        sql`(${deployments.lab_id} = ${entitlements.lab_id} or ${ofCourse})`,
        sql`${deployments.state} <> 'ended'`,
      ),
    )
    .innerJoin(labs, eq(labs.id, deployments.lab_id))
    .where(holders)
  const activeExams = await tx
    .select({ username: users.username, title: exams.title })
    .from(entitlements)
    .innerJoin(users, eq(users.id, entitlements.user_id))
    .innerJoin(
      examAttempts,
      and(
        eq(examAttempts.user_id, entitlements.user_id),
        eq(examAttempts.exam_id, entitlements.exam_id),
        inArray(examAttempts.state, ['scheduled', 'preparing', 'active', 'provisional']),
      ),
    )
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .where(holders)
  return [...activeLabs, ...activeExams].map(({ username, title }) => `${title} of ${username}`)
}
