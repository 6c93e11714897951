import type { OrderSeat } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../db/lists/search.ts'
import type { Db } from '../../../db/open.ts'
import { entitlements, orders, users, vouchers } from '../../../db/schema/index.ts'
import { hasId } from '../../../db/sql.ts'
import { isSeated } from '../orders/index.ts'
import { voucherState } from '../vouchers/index.ts'

type Filter = Output<'organisationSeatsQuery'>

const isUsable = sql`${voucherState} = 'available'`
const isClosed = sql`${vouchers.state} in ('revoked', 'suspended')`

/** State of a seat derived from all its vouchers, by the same rule as `stateOf`. */
const state = sql<OrderSeat['state']>`case
  when bool_or(${entitlements.id} is not null) and not bool_and(${isClosed}) then 'used'
  when bool_or(${isUsable}) and bool_and(${vouchers.recipient} is null) filter (where ${isUsable}) then 'free'
  when bool_or(${isUsable}) then 'assigned'
  when min(${voucherState}) = 'activated' then 'used'
  else min(${voucherState}) end`

/** Seats of all orders of an organisation, and whether each matches the filter. */
function seatsOf(db: Db, organisationId: string, { order, q }: Filter) {
  const text = sql`coalesce(${vouchers.recipient}, '') || ' ' || coalesce(${users.full_name}, '')`
  const matches: SQL = and(order === undefined ? undefined : hasId(orders.id, order), contains(text, q)) ?? sql`true`
  return db
    .select({
      order_id: sql<string>`${vouchers.order_id}`.as('order_id'),
      seat: sql<number>`${vouchers.seat}`.as('seat'),
      ordered_at: sql<Date>`min(${orders.created_at})`.as('ordered_at'),
      state: state.as('state'),
      found: sql<boolean>`bool_or(${matches})`.as('found'),
    })
    .from(vouchers)
    .innerJoin(orders, eq(orders.id, vouchers.order_id))
    .leftJoin(entitlements, eq(entitlements.voucher_id, vouchers.id))
    .leftJoin(users, eq(users.id, entitlements.user_id))
    .where(and(eq(orders.organisation_id, organisationId), isSeated, sql`${vouchers.seat} is not null`))
    .groupBy(vouchers.order_id, vouchers.seat)
    .as('seats')
}

/** Number of seats by state: in total, and matching the filter. */
export async function countSeats(db: Db, organisationId: string, filter: Filter) {
  const seats = seatsOf(db, organisationId, filter)
  return db
    .select({
      state: seats.state,
      all: sql<number>`count(*)::int`,
      found: sql<number>`(count(*) filter (where ${seats.found}))::int`,
    })
    .from(seats)
    .groupBy(seats.state)
}

/** Newest orders first, then seats by number. Without a limit, reads all seats at once, so that a new order does not shift the rows of a file. */
export async function pageOfSeats(db: Db, organisationId: string, filter: Filter, limit?: number) {
  const seats = seatsOf(db, organisationId, filter)
  const page = db
    .select({ order_id: seats.order_id, seat: seats.seat, state: seats.state })
    .from(seats)
    .where(and(sql`${seats.found}`, filter.state && eq(seats.state, filter.state)))
    .orderBy(desc(seats.ordered_at), asc(seats.order_id), asc(seats.seat))
    .offset(filter.from ?? 0)
  return limit === undefined ? page : page.limit(limit)
}
