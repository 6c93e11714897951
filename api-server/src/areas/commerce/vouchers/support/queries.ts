import type { VoucherRow } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, type ReadRow, sliceOf } from '../../../../db/lists/list-source.ts'
import { contains, foldedContains } from '../../../../db/lists/search.ts'
import type { Db } from '../../../../db/open.ts'
import { type ContentKind, courses, entitlements, exams, labs, users, vouchers } from '../../../../db/schema/index.ts'
import { hasId } from '../../../../db/sql.ts'
import type { SearchSource } from '../../../../extension-points/sources.ts'
import type { OrderNumbers } from '../../../../ports/ports.ts'
import { entitlementState } from '../../../catalogue/entitlements/index.ts'
import { accountIdOf } from '../../../platform/auth/index.ts'
import { codePartsOf, LAST_GROUP, lastGroupOf, seesCodes } from '../code.ts'
import { undeliveredVouchers, voucherState } from '../sql.ts'

/** A column of the voucher's content, as a subquery on its own row, so that lists count and filter without a join. */
const ofContent = (column: SQL) => sql<string>`(case ${vouchers.kind}
  when 'course' then (select c.${column} from ${courses} c where c.id = ${vouchers.course_id})
  when 'lab' then (select l.${column} from ${labs} l where l.id = ${vouchers.lab_id})
  else (select e.${column} from ${exams} e where e.id = ${vouchers.exam_id}) end)`
const [slug, title] = [ofContent(sql`slug`), ofContent(sql`title`)]

/** Username of the last activation, as a subquery on its own row. */
const usedBy = sql<string | null>`(select u.username from ${entitlements} e join ${users} u on u.id = e.user_id
  where e.voucher_id = "vouchers"."id" order by e.created_at desc limit 1)`

/** The list's filter. `whole_codes` is not part of the API: the server sets it for callers who may see whole codes (code.ts). */
type VoucherFilter = Output<'voucherFilter'> & { whole_codes?: boolean }

/** Vouchers of one kind, or of all kinds. */
export const voucherSource = (orderNumbers: OrderNumbers, kind?: ContentKind): ListSourceOf<'listVouchers'> => ({
  table: vouchers,
  id: sql`${vouchers.id}::text`,
  where: (filter) => matching(orderNumbers, { ...filter, ...(kind ? { kind } : {}) }),
  having: (part, { q = '', whole_codes }: VoucherFilter) => hasSearchPart(part, q, whole_codes === true),
  keys: {
    created_at: [sql`${vouchers.created_at}`, sql`${vouchers.id}`],
    expires_at: [sql`${vouchers.expires_at}`, sql`${vouchers.id}`],
    code: [sql`${vouchers.code}`],
    organisation: [sql`${vouchers.organisation}`, sql`${vouchers.id}`],
    activated_at: [sql`${vouchers.activated_at}`, sql`${vouchers.id}`],
    recipient: [sql`${vouchers.recipient}`, sql`${vouchers.id}`],
  },
  nulls: { expires_at: 'largest', organisation: 'largest', activated_at: 'largest', recipient: 'largest' },
  read: async (db, slice) => {
    const rows = await sliceOf(db.select({ ...rowColumns, ...slice.cursor }).from(vouchers), slice)
    return withOrders(db, orderNumbers, rows)
  },
})

const rowColumns = {
  id: vouchers.id,
  kind: vouchers.kind,
  slug,
  code: vouchers.code,
  state: voucherState,
  uses: vouchers.uses,
  used: vouchers.used,
  organisation: vouchers.organisation,
  organisation_id: vouchers.organisation_id,
  recipient: vouchers.recipient,
  note: vouchers.note,
  expires_at: vouchers.expires_at,
  created_at: vouchers.created_at,
  activated_at: vouchers.activated_at,
  used_by: usedBy,
  order_id: vouchers.order_id,
  batch: vouchers.batch_id,
  version: vouchers.version,
}

type SelectedRow = Omit<
  ReadRow<'listVouchers'>,
  'expires_at' | 'created_at' | 'activated_at' | 'order_number' | 'buyer' | 'price'
> & { expires_at: Date | null; created_at: Date; activated_at: Date | null }

/** Adds the orders of all rows with one query. */
async function withOrders<Row extends SelectedRow>(db: Db, orderNumbers: OrderNumbers, rows: Row[]) {
  const orders = await orderNumbers.find(db, [...new Set(rows.flatMap(({ order_id }) => order_id ?? []))])
  return rows.map((row) => {
    const order = orders.get(row.order_id ?? '')
    return {
      ...row,
      expires_at: row.expires_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      activated_at: row.activated_at?.toISOString() ?? null,
      order_number: order?.number ?? null,
      buyer: order?.buyer ?? null,
      price: order?.price ?? null,
    }
  })
}

/** One voucher as a list row, with the additional fields of its page. */
export async function findForPage(db: Db, orderNumbers: OrderNumbers, id: string) {
  const rows = await db
    .select({ ...rowColumns, reason: vouchers.reason, title })
    .from(vouchers)
    .where(hasId(vouchers.id, id))
  const [row] = await withOrders(db, orderNumbers, rows)
  return row
}

/** Must match the expression of the index `vouchers_search`. */
const wholeCode = sql`replace(${vouchers.code}, '-', '')`

/**
 * Callers who may not see whole codes search only in the last group, even if they type a whole code: otherwise a match would reveal
 * that the rest of the code is right.
 */
const matchesSearch = (q: string, wholeCodes: boolean): SQL | undefined =>
  wholeCodes
    ? or(foldedContains(vouchers.searched, q), ...codePartsOf(q).map((part) => contains(wholeCode, part)))
    : foldedContains(vouchers.searched, lastGroupOf(q) ?? q)

/** Condition for one part of `q` (see `having` in find-matches.ts). Codes are always matched as a whole, and the last group has no parts. */
function hasSearchPart(part: string, q: string, wholeCodes: boolean): SQL | undefined {
  if (wholeCodes)
    return or(foldedContains(vouchers.searched, part), ...codePartsOf(q).map((code) => contains(wholeCode, code)))
  return foldedContains(vouchers.searched, lastGroupOf(q) ?? part)
}

function matching(orderNumbers: OrderNumbers, filter: VoucherFilter): SQL | undefined {
  const { id, q, kind, state, target, organisation, organisation_id, batch, order, recipient, username, undelivered } =
    filter
  return and(
    id && isAmongUuids(vouchers.id, id),
    q === undefined ? undefined : matchesSearch(q, filter.whole_codes === true),
    kind && eq(vouchers.kind, kind),
    state && (states[state] ?? eq(vouchers.state, state)),
    target === undefined ? undefined : matchesTarget(target, kind),
    organisation === undefined ? undefined : eq(vouchers.organisation, organisation),
    organisation_id === undefined ? undefined : eq(vouchers.organisation_id, organisation_id),
    batch === undefined ? undefined : eq(vouchers.batch_id, batch),
    order === undefined ? undefined : orderNumbers.isNumber(sql`${vouchers.order_id}`, order),
    recipient === undefined ? undefined : sql`lower(${vouchers.recipient}) = lower(${recipient})`,
    filter.used_by === undefined ? undefined : inArray(vouchers.id, usedThrough(filter.used_by)),
    username === undefined ? undefined : inArray(vouchers.id, idsOf(username)),
    undelivered && inArray(vouchers.id, undeliveredVouchers),
  )
}

/** The states of `voucherState` as conditions that indexes can serve. */
const states: Partial<Record<VoucherRow['state'], SQL>> = {
  available: sql`(${vouchers.state} = 'available' and (${vouchers.expires_at} > now() or ${vouchers.expires_at} is null))`,
  // Vouchers marked as expired are past their date too, so this is a single range of one index.
  expired: sql`(${vouchers.state} in ('available', 'expired') and ${vouchers.expires_at} <= now())`,
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

const usedThrough = (username: string) => sql`(select e.voucher_id from entitlements e
  where e.user_id = ${accountIdOf(username)} and e.voucher_id is not null)`

/** A union, so that each branch uses its own index; an `or` would scan the table. */
const idsOf = (username: string) => sql`(
  select v.id from vouchers v where v.owner_id = ${accountIdOf(username)}
  union select v.id from vouchers v join users u on lower(v.recipient) = lower(u.email) where u.id = ${accountIdOf(username)}
  union select e.voucher_id from entitlements e where e.user_id = ${accountIdOf(username)} and e.voucher_id is not null
)`

/** Maximum number of uses listed on a page. */
const SHOWN = 100

/** Uses of a voucher, newest first, with the current state of the access. */
export const listUses = (db: Db, voucherId: string) =>
  db
    .select({
      username: users.username,
      at: entitlements.created_at,
      access: entitlementState,
      ends_at: entitlements.ends_at,
    })
    .from(entitlements)
    .innerJoin(users, eq(users.id, entitlements.user_id))
    .where(eq(entitlements.voucher_id, voucherId))
    .orderBy(desc(entitlements.created_at), desc(entitlements.id))
    .limit(SHOWN)

const lastGroup = sql<string>`right(${vouchers.code}, ${sql.raw(String(LAST_GROUP))})`

/** Searches vouchers by the part of their code that the caller may see, and by recipient. */
export const voucherSearch: SearchSource = {
  kind: 'voucher',
  operation: 'listVouchers',
  table: vouchers,
  where: (q, caller) => matchesSearch(q, seesCodes(caller)),
  having: (part, q, caller) => hasSearchPart(part, q, seesCodes(caller)),
  // Not sorted by code: codes with the same beginning are adjacent in that index, so reading a page might walk to its end.
  keys: [sql`${vouchers.created_at}`, sql`${vouchers.id}`],
  descending: true,
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: sql<string>`${vouchers.id}::text`,
          title: sql<string>`'…-' || ${lastGroup}`,
          detail: sql<string>`${vouchers.kind} || ' · ' || ${vouchers.state}`,
          within: sql<null>`null`,
        })
        .from(vouchers),
      slice,
    ),
}
