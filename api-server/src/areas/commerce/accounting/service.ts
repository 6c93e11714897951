import { type MonthFigures, operations } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import { bookMonth } from '../orders/index.ts'
import { findSeller } from '../taxes/index.ts'
import { csvOf, tablesOf } from './figures.ts'
import { endOf, isMonth, type MonthName, monthOf, monthsBetween, nameOf, nextOf, startOf } from './month.ts'
import * as queries from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock'>

/** First month of the books, the month to close next, and the seller's time zone, which determines the start of months. */
async function readEnds(db: Db, now: Date) {
  const { first, last, paid } = await queries.findEnds(db)
  const zone = (await findSeller(db, now))?.time_zone ?? 'UTC'
  const begin = first ?? monthOf(paid && paid < now ? paid : now, zone)
  return { first: begin, next: last ? nextOf(last) : begin, current: monthOf(now, zone), zone }
}

type Ends = Awaited<ReturnType<typeof readEnds>>

const stateOf = (month: MonthName, { next, current }: Ends) =>
  month < next ? 'closed' : month >= current ? 'running' : month === next ? 'ready' : 'waiting'

export async function listMonths({ db, clock }: NeededDeps): Promise<Accepted<'month'>[]> {
  const ends = await readEnds(db, clock.now())
  const closed = new Map((await queries.listClosed(db)).map((row) => [row.month, row]))
  return monthsBetween(ends.first, ends.current).map((month) => headingOf(month, ends, closed.get(month)))
}

export async function readMonth({ db, clock }: NeededDeps, caller: CurrentUser, name: string) {
  const { month, ends } = await findMonth(db, clock.now(), name)
  const closed = await queries.findClosed(db, month)
  const figures = closed?.figures ?? (await countOpen(db, month, ends))
  return pageOf(figures, caller, headingOf(month, ends, closed))
}

const headingOf = (month: MonthName, ends: Ends, closed?: Pick<Heading, 'closed_at' | 'closed_by'>): Heading => ({
  month,
  starts_at: startOf(month, ends.zone),
  ends_at: endOf(month, ends.zone),
  state: stateOf(month, ends),
  closed_at: closed?.closed_at ?? null,
  closed_by: closed?.closed_by ?? null,
})

/** Validates the name of a month: it must be between the first payment and today. */
async function findMonth(db: Db, now: Date, month: string) {
  const ends = await readEnds(db, now)
  if (!isMonth(month) || month < ends.first || month > ends.current)
    throw new ApiError('not_found', 'There is no such accounting month.')
  return { month, ends }
}

export async function readMonthFile(deps: NeededDeps, name: string): Promise<string> {
  const { month, ends } = await findMonth(deps.db, deps.clock.now(), name)
  const closed = await queries.findClosed(deps.db, month)
  return csvOf((closed?.figures ?? (await countOpen(deps.db, month, ends))).rows)
}

/**
 * Closes the oldest month that is over. Includes every transaction before its end that is not in a closed month. Transactions recorded later count
 * in the next open month. The figures are stored and never recomputed.
 */
export async function closeMonth(
  { db, clock }: NeededDeps,
  { actor, address }: AuditActor,
  name: string,
  { version }: Output<'monthClosing'>,
) {
  await db.transaction(async (tx) => {
    await queries.lockMonths(tx)
    const { month, ends } = await findMonth(tx, clock.now(), name)
    const state = stateOf(month, ends)
    if (state === 'closed') throw new ApiError('conflict', `${nameOf(month)} is already closed.`)
    if (state === 'running') throw new ApiError('conflict', `${nameOf(month)} is not over yet.`)
    if (state === 'waiting') throw new ApiError('conflict', `Close ${nameOf(ends.next)} first.`)
    const until = endOf(month, ends.zone)
    await bookMonth(tx, month, until)
    const figures = await countFigures(tx, queries.bookedIn(month), until)
    const { totals, version: found } = tablesOf(figures.rows)
    if (found !== version)
      throw new ApiError('stale_version', 'New transactions were recorded in the meantime. Reload and check again.')
    await queries.insertMonth(tx, { month, closed_by: actor.id, figures })
    const subject = { type: 'month', id: month }
    await recordAudit(tx, { actor, address, action: 'months.close', subject, after: { totals } })
  })
  return readMonth({ db, clock }, actor, name)
}

const countOpen = (db: Db, month: MonthName, { next, zone }: { next: MonthName; zone: string }) => {
  const from = month === next ? null : startOf(month, zone)
  const until = endOf(month, zone)
  return countFigures(db, queries.toBeBooked({ from, until }), until)
}

/** A fixed number of queries, regardless of the amount of data. */
async function countFigures(db: Db, isBooked: queries.Booked, until: Date): Promise<MonthFigures> {
  return {
    rows: [...(await queries.sumSales(db, isBooked)), ...(await queries.sumRefunds(db, isBooked))],
    unredeemed: await queries.sumUnredeemed(db, until),
    transfers: await queries.sumOpenTransfers(db, until),
    refunds_asked: await queries.sumRefundsAsked(db, until),
  }
}

type Heading = Accepted<'month'>

const pageOf = ({ rows, ...open }: MonthFigures, caller: CurrentUser, heading: Heading): Accepted<'monthPage'> => ({
  ...heading,
  ...tablesOf(rows),
  ...open,
  allowed: allowedAmong({ close: heading.state === 'ready' && mayCall(operations.closeMonth, caller) }),
})
