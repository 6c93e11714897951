import { and, asc, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  betaTesters,
  bundleCourses,
  bundles,
  counters,
  courses,
  entitlements,
  exams,
  labs,
  lessons,
  type OrderKind,
  type OrderState,
  orders,
  organisations,
  users,
} from '../../../db/schema/index.ts'
import { firstRow, hasId, isUuid, oneRow } from '../../../db/sql.ts'
import { manages } from '../organisations/index.ts'

export type OrderRow = typeof orders.$inferSelect
export type NewOrder = typeof orders.$inferInsert

export interface ForSale {
  id: string
  slug: string
  title: string
  amount: number
  currency: string
  /** False for an exam whose booking is not open yet: it is shown but not sold. */
  bookable: boolean
  parts: { kind: 'course' | 'lab' | 'exam'; id: string; slug: string; title: string; amount: number }[]
}

/** The item for sale under this slug. Beta courses are for sale only to their testers. */
export async function findForSale(db: Db, kind: OrderKind, slug: string, userId: string): Promise<ForSale | undefined> {
  if (kind === 'bundle') return (await listBundlesForSale(db, slug))[0]
  const row = await find[kind](db, slug, userId)
  if (!row || row.amount === null) return undefined
  const { id, title, amount } = row
  return { ...row, amount, parts: [{ kind, id, slug, title, amount }] }
}

const columnsOf = <Table extends typeof courses | typeof labs | typeof exams>(table: Table) => ({
  id: table.id,
  slug: table.slug,
  title: table.title,
  amount: table.price_amount,
  currency: table.price_currency,
})
const always = sql<boolean>`true`

const find = {
  async course(db: Db, slug: string, userId: string) {
    const isTester = sql`exists (select 1 from ${betaTesters} where ${betaTesters.course_id} = ${courses.id} and ${betaTesters.user_id} = ${userId})`
    const isSold = or(eq(courses.status, 'published'), and(eq(courses.status, 'beta'), isTester))
    const [row] = await db
      .select({ ...columnsOf(courses), bookable: always })
      .from(courses)
      .where(and(eq(courses.slug, slug), isSold))
    return row
  },
  async lab(db: Db, slug: string) {
    const [row] = await db
      .select({ ...columnsOf(labs), bookable: always })
      .from(labs)
      .where(and(eq(labs.slug, slug), eq(labs.status, 'published')))
    return row
  },
  async exam(db: Db, slug: string) {
    const [row] = await db
      .select({ ...columnsOf(exams), bookable: exams.bookable })
      .from(exams)
      .where(and(eq(exams.slug, slug), eq(exams.status, 'published')))
    return row
  },
}

/** Published bundles with their courses, or only the one with this slug. */
export async function listBundlesForSale(db: Db, slug?: string): Promise<ForSale[]> {
  const rows = await db
    .select({ bundle: bundles, id: courses.id, slug: courses.slug, title: courses.title, amount: courses.price_amount })
    .from(bundles)
    .innerJoin(bundleCourses, eq(bundleCourses.bundle_id, bundles.id))
    .innerJoin(courses, eq(courses.id, bundleCourses.course_id))
    .where(and(eq(bundles.status, 'published'), slug === undefined ? undefined : eq(bundles.slug, slug)))
    .orderBy(asc(bundles.title), asc(bundles.id), asc(bundleCourses.position))
  return [...Map.groupBy(rows, ({ bundle }) => bundle.id).values()].flatMap((members) => {
    const bundle = members[0]?.bundle
    if (!bundle) return []
    const { id, slug, title, price_amount, price_currency } = bundle
    const parts = members.map(({ bundle: _, ...course }) => ({ kind: 'course' as const, ...course }))
    return [{ id, slug, title, amount: price_amount, currency: price_currency, bookable: true, parts }]
  })
}

/** Courses with a lesson that uses one of these labs. Access to such a course includes the lab. */
export const listCoursesOfLabs = async (db: Db, labIds: string[]) =>
  labIds.length === 0
    ? []
    : db
        .selectDistinct({ lab_id: lessons.lab_id, course_id: lessons.course_id })
        .from(lessons)
        .where(and(inArray(lessons.lab_id, labIds), sql`${lessons.archived_at} is null`))

/**
 * Earlier order for the same purchase: one that is still unpaid, or a free one placed within the last minute. Prevents a second
 * order after a double click or going back from the checkout.
 */
export async function findSameOrder(tx: Db, order: NewOrder): Promise<OrderRow | undefined> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.user_id, order.user_id),
        eq(orders.kind, order.kind),
        eq(orders.target_id, order.target_id),
        eq(orders.quantity, order.quantity),
        eq(orders.gift, order.gift ?? false),
        eq(orders.total_amount, order.total_amount),
        eq(orders.tax_amount, order.tax_amount ?? 0),
        sql`${orders.terms_version} is not distinct from ${order.terms_version ?? null}::text`,
        eq(orders.provider, order.provider),
        sql`${orders.recipients} = ${JSON.stringify(order.recipients ?? [])}::jsonb`,
        sql`${orders.gift_message} is not distinct from ${order.gift_message ?? null}::text`,
        sql`${orders.gift_on} is not distinct from ${order.gift_on ?? null}::date`,
        eq(orders.visibility, order.visibility ?? 'seats'),
        sql`${orders.organisation_id} is not distinct from ${order.organisation_id ?? null}::uuid`,
        sql`${orders.billing} is not distinct from ${order.billing ? JSON.stringify(order.billing) : null}::jsonb`,
        or(
          and(
            inArray(orders.state, ['draft', 'awaiting_payment']),
            // Leaves enough time to pay: a provider's checkout page is open for at least half an hour.
            sql`${orders.expires_at} > now() + interval '2 hours'`,
          ),
          and(
            eq(orders.provider, 'free'),
            eq(orders.state, 'fulfilled'),
            sql`${orders.created_at} > now() - interval '1 minute'`,
          ),
        ),
      ),
    )
    .orderBy(desc(orders.created_at))
    .limit(1)
  return row
}

/** Counter row with the time of the last restore, in minutes since 1970. */
const RESTORED = 'restored'

/**
 * Begins new series of order, invoice and credit note numbers, because those after the backup were used and are not in this database. Returns their
 * mark, and the last number of each earlier series of documents, as evidence for the books.
 */
export async function beginNewSeries(tx: Db, now: Date): Promise<{ mark: string; last: Record<string, number> }> {
  const earlier = await tx.select().from(counters).where(sql`starts_with(${counters.name}, 'documents:')`)
  const value = Math.floor(now.getTime() / 60_000)
  await tx
    .insert(counters)
    .values({ name: RESTORED, value })
    .onConflictDoUpdate({ target: counters.name, set: { value } })
  return {
    mark: markOf(value),
    last: Object.fromEntries(earlier.map(({ name, value }) => [name.slice(name.indexOf(':') + 1), value])),
  }
}

/** `-R11300915` for a restore on 30 November at 09:15 UTC. No earlier series has it, also not after an earlier restore of the same backup. */
const markOf = (minutes: number) => `-R${new Date(minutes * 60_000).toISOString().slice(5, 16).replaceAll(/\D/g, '')}`

/** Mark of the series of a year. Years that begin after the restore have none, and the seller's year may begin a day earlier. */
export async function findSeriesMark(tx: Db, year: string): Promise<string> {
  const [restored] = await tx.select().from(counters).where(eq(counters.name, RESTORED))
  if (!restored) return ''
  const lastYear = new Date((restored.value + 24 * 60) * 60_000).getUTCFullYear()
  return Number(year) <= lastYear ? markOf(restored.value) : ''
}

/** Next order number of the year. The counter is updated in the caller's transaction, so a rollback leaves no gap. */
export async function nextOrderNumber(tx: Db, year: string): Promise<string> {
  const series = `${year}${await findSeriesMark(tx, year)}`
  const [row] = await tx
    .insert(counters)
    .values({ name: `orders:${series}`, value: 1 })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + 1` } })
    .returning({ value: counters.value })
  return `FY-${series}-${String(row?.value).padStart(6, '0')}`
}

/** Hours for which a checkout can be paid. Then the order is cancelled. */
const CHECKOUT_HOURS = 24
/** Days within which a bank transfer is due. */
const TRANSFER_DAYS = 14
/** Days after the due date on which an unpaid order by transfer is cancelled. */
const OVERDUE_DAYS = 30

/** Inserts an order with its expiry and, for a transfer, its due date. */
export async function insertOrder(tx: Db, row: NewOrder): Promise<OrderRow> {
  const within =
    row.provider === 'invoice'
      ? {
          due_at: sql`now() + make_interval(days => ${TRANSFER_DAYS}::int)`,
          expires_at: sql`now() + make_interval(days => ${TRANSFER_DAYS + OVERDUE_DAYS}::int)`,
        }
      : { expires_at: sql`now() + make_interval(hours => ${CHECKOUT_HOURS}::int)` }
  const [inserted] = await tx
    .insert(orders)
    .values({ ...row, ...within })
    .returning()
  if (!inserted) throw new Error('An insert returned no row')
  return inserted
}

/** Saves the checkout session, if there is one. Keeps the state of an order that was paid in the meantime. */
export const markAwaitingPayment = (db: Db, id: string, session: string | null) =>
  db
    .update(orders)
    .set({
      provider_session: session,
      state: sql`case when ${orders.state} = 'draft' then 'awaiting_payment' else ${orders.state} end`,
    })
    .where(eq(orders.id, id))

/** The order if it belongs to the account or to an organisation that the account manages. Having placed an order of an organisation gives no access to it. */
export async function findOrderOf(db: Db, userId: string, id: string): Promise<OrderRow | undefined> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(hasId(orders.id, id), isOrderOf(userId)))
  return row
}

const isOrderOf = (userId: string) =>
  or(and(isNull(orders.organisation_id), eq(orders.user_id, userId)), manages(sql`${orders.organisation_id}`, userId))

export const findOrder = (db: Db, id: string): Promise<OrderRow | undefined> =>
  firstRow(db.select().from(orders).where(eq(orders.id, id)))

/** Orders that the account placed and may still see. */
export const listOrdersOf = (db: Db, userId: string) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.user_id, userId), isOrderOf(userId)))
    .orderBy(desc(orders.created_at))
    .limit(200)

/** Days for which a buyer is reminded of an unpaid order. Covers the time in which transfers are due. */
const REMINDED_DAYS = 14

/** Unpaid orders of the account: the newest of each product, unless it was paid or cancelled. */
export function listUnpaidOrdersOf(db: Db, userId: string) {
  const newest = db
    .selectDistinctOn([orders.kind, orders.target_id])
    .from(orders)
    .where(
      and(
        eq(orders.user_id, userId),
        isOrderOf(userId),
        gt(orders.created_at, sql`now() - make_interval(days => ${REMINDED_DAYS})`),
      ),
    )
    .orderBy(orders.kind, orders.target_id, desc(orders.created_at))
    .as('newest')
  return db
    .select()
    .from(newest)
    .where(inArray(newest.state, ['draft', 'awaiting_payment', 'failed']))
    .orderBy(desc(newest.created_at))
    .limit(20)
}

export const listOrdersOfOrganisation = (db: Db, organisationId: string) =>
  db
    .select({ order: orders, bought_by: users.full_name })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(eq(orders.organisation_id, organisationId))
    .orderBy(desc(orders.created_at), desc(orders.id))
    .limit(500)

export async function findOrganisationNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: organisations.id, name: organisations.name })
    .from(organisations)
    .where(inArray(organisations.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Orders that gave the learner access: they have a seat of their own, not only vouchers. */
export async function listOrdersWithOwnSeat(db: Db, userId: string, orderIds: string[]): Promise<Set<string | null>> {
  if (orderIds.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ order_id: entitlements.order_id })
    .from(entitlements)
    .where(and(eq(entitlements.user_id, userId), inArray(entitlements.order_id, orderIds)))
  return new Set(rows.map((row) => row.order_id))
}

/**
 * Locks the order until the transaction ends, so that its events and refunds are handled one after the other. Uses `no key update`:
 * a learner activating a seat refers to the order while holding the voucher's lock, and a refund needs that voucher next.
 */
export const lockOrder = (tx: Db, id: string): Promise<OrderRow> =>
  oneRow(tx.select().from(orders).where(eq(orders.id, id)).for('no key update'))

const timestampColumns: Partial<Record<OrderState, 'paid_at' | 'fulfilled_at' | 'closed_at'>> = {
  paid: 'paid_at',
  fulfilled: 'fulfilled_at',
  failed: 'closed_at',
  cancelled: 'closed_at',
  refunded: 'closed_at',
}

export const updateGift = (tx: Db, id: string, change: Partial<Pick<NewOrder, 'gift_message' | 'gift_on'>>) =>
  tx
    .update(orders)
    .set({ ...change, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id))

/** An order restored after a dispute keeps its original payment and fulfilment times. */
const momentOf = (column: 'paid_at' | 'fulfilled_at' | 'closed_at') =>
  column === 'closed_at' ? sql`now()` : sql`coalesce(${orders[column]}, now())`

/** Sets the state of a locked order and the state's timestamp. */
export async function setOrderState(tx: Db, id: string, state: OrderState): Promise<OrderRow> {
  const column = timestampColumns[state]
  const [row] = await tx
    .update(orders)
    .set({ state, version: sql`${orders.version} + 1`, ...(column ? { [column]: momentOf(column) } : {}) })
    .where(eq(orders.id, id))
    .returning()
  if (!row) throw new Error('A locked order is gone')
  return row
}

/** Order facts that voucher lists need, by order id. */
export async function findOrderNumbers(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .select({
      id: orders.id,
      number: orders.number,
      buyer: users.username,
      payer: sql<string>`coalesce(nullif(${orders.billing} ->> 'company', ''), ${users.full_name}, '')`,
      visibility: orders.visibility,
      gift_message: orders.gift_message,
      amount: orders.unit_amount,
      currency: orders.currency,
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.user_id))
    .where(inArray(orders.id, ids))
  return new Map(rows.map(({ id, amount, currency, ...order }) => [id, { ...order, price: { amount, currency } }]))
}

/** Condition: the column contains the id of the order with this number. Also accepts the id itself. */
export const isOrderNumber = (orderId: SQL, number: string): SQL =>
  isUuid(number)
    ? sql`${orderId} = ${number}`
    : sql`${orderId} = (select o.id from ${orders} o where o.number = ${number})`
