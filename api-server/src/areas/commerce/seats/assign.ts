import type { SeatReport } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { findSeatedOrder, giftTime } from '../orders/index.ts'
import { checkAddresses, newCode, queueVoucherMails, seatVouchers } from '../vouchers/index.ts'
import { isUsable, readSeats, versionOf } from './service.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'queue' | 'mailer'>
type Locked = Awaited<ReturnType<typeof seatVouchers.lock>>[number]
type Row = SeatReport['rows'][number]

/** A seat in the database, counted from 0, with its vouchers locked. */
interface LockedSeat {
  seat: number
  /** Vouchers that can still be passed on. */
  unused: Locked[]
  recipient: string | null
  version: number
}

const REMIND_HOURS = 24
const GONE = 'This seat is already used, or can no longer be used.'
const CHANGED = 'This seat was changed in the meantime. Reload and try again.'

/** Assigns one seat to an address, with a new code, so that the previous recipient's code no longer works. */
export async function assignSeat(
  deps: NeededDeps,
  user: CurrentUser,
  { id, seat }: { id: string; seat: string },
  { email, version }: Output<'seatAssignment'>,
) {
  const order = await findSeatedOrder(deps.db, user, id)
  await deps.db.transaction(async (tx) => {
    const found = (await lockSeats(tx, id)).get(Number(seat) - 1)
    if (!found) throw new ApiError('not_found', 'This order has no such seat.')
    if (found.version !== version) throw new ApiError('stale_version', CHANGED)
    if (found.unused.length === 0) throw new ApiError('conflict', GONE)
    await give(deps, tx, [{ seat: found, email }])
  })
  return { message: sentenceOf(order.gift_on, email, deps.clock.now()) }
}

function sentenceOf(giftOn: string | null, email: string, now: Date): string {
  const waits = giftOn !== null && giftTime(giftOn) > now
  return waits ? `The seat is for ${email}, who gets an e-mail on ${giftOn}.` : `The seat is on its way to ${email}.`
}

/** Assigns free seats to many addresses: all of them, or none if a row has an error. */
export async function assignSeats(
  deps: NeededDeps,
  user: CurrentUser,
  id: string,
  { recipients, dry_run: dryRun = false }: Output<'seatAssignments'>,
): Promise<SeatReport> {
  await findSeatedOrder(deps.db, user, id)
  const typed = await checkAddresses(deps.mailer, recipients)
  return deps.db.transaction(async (tx) => {
    const seats = [...(await lockSeats(tx, id)).values()]
    const taken = new Set(seats.flatMap(({ recipient }) => recipient?.toLowerCase() ?? []))
    const free = seats.filter(({ recipient, unused }) => recipient === null && unused.length > 0)
    let given = 0
    const rows = typed.map((row): Row => {
      if (row.error) return row
      if (taken.has(row.email.toLowerCase())) return { ...row, error: 'They already have a seat of this order' }
      given += 1
      if (given > free.length) return { ...row, error: 'No free seat is left for this address' }
      return row
    })
    return report(deps, tx, {
      rows,
      dryRun,
      free: free.length,
      changes: rows.flatMap(({ email }, index) => {
        const seat = free[index]
        return seat ? [{ seat, email }] : []
      }),
    })
  })
}

/** Reassigns seats to other addresses, for example after mails bounced: all of them, or none. */
export async function correctSeats(
  deps: NeededDeps,
  user: CurrentUser,
  id: string,
  { corrections }: Output<'seatCorrections'>,
): Promise<SeatReport> {
  await findSeatedOrder(deps.db, user, id)
  const typed = await checkAddresses(
    deps.mailer,
    corrections.map(({ email }) => email),
  )
  return deps.db.transaction(async (tx) => {
    const seats = await lockSeats(tx, id)
    const seen = new Set<number>()
    const changes: { seat: LockedSeat; email: string }[] = []
    const rows = typed.map((row, index): Row => {
      const asked = corrections[index]
      const seat = asked && seats.get(asked.seat - 1)
      if (row.error) return row
      if (!seat || !asked) return { ...row, error: 'This order has no such seat' }
      if (seen.has(seat.seat)) return { ...row, error: 'This seat is named twice' }
      seen.add(seat.seat)
      if (seat.version !== asked.version) return { ...row, error: CHANGED }
      if (seat.unused.length === 0) return { ...row, error: GONE }
      changes.push({ seat, email: row.email })
      return row
    })
    const free = [...seats.values()].filter(({ recipient, unused }) => recipient === null && unused.length > 0)
    return report(deps, tx, { rows, changes, dryRun: false, free: free.length })
  })
}

interface Asked {
  rows: Row[]
  changes: { seat: LockedSeat; email: string }[]
  dryRun: boolean
  /** Number of free seats before the change. */
  free: number
}

async function report(deps: NeededDeps, tx: Tx, { rows, changes, dryRun, free }: Asked): Promise<SeatReport> {
  if (rows.some(({ error }) => error !== null)) return { given: 0, free, rows }
  const toFree = changes.filter(({ seat }) => seat.recipient === null).length
  if (!dryRun) await give(deps, tx, changes)
  return { given: changes.length, free: free - toFree, rows }
}

/** Assigns the vouchers with new codes. A job writes their mails, immediately or on the day of the gift. */
async function give({ queue }: NeededDeps, tx: Tx, changes: Asked['changes']): Promise<void> {
  const assignments = changes.flatMap(({ seat, email }) =>
    seat.unused.map(({ id }) => ({ id, recipient: email, code: newCode(), mail_waits: true })),
  )
  const assigned = await seatVouchers.assign(tx, assignments)
  if (assigned.length !== assignments.length) throw new ApiError('conflict', GONE)
  await queue.send(tx, 'vouchers.mail', {})
}

async function lockSeats(tx: Tx, orderId: string): Promise<Map<number, LockedSeat>> {
  const bySeat = Map.groupBy(await seatVouchers.lock(tx, orderId), ({ seat }) => seat ?? -1)
  const seats = [...bySeat].toSorted(([a], [b]) => a - b)
  return new Map(
    seats.map(([seat, vouchers]) => {
      const unused = vouchers.filter((voucher) => isUsable(voucher) && voucher.used === 0)
      const recipient = (unused[0] ?? vouchers[0])?.recipient ?? null
      return [seat, { seat, unused, recipient, version: versionOf(vouchers) }]
    }),
  )
}

/** Mails a seat to its recipient again, with the same code. */
export async function remindSeat(
  { db, clock, queue, issuedCertificates }: NeededDeps & Pick<Deps, 'issuedCertificates'>,
  user: CurrentUser,
  { id, seat }: { id: string; seat: string },
) {
  const order = await findSeatedOrder(db, user, id)
  const now = clock.now()
  if (order.gift_on !== null && giftTime(order.gift_on) > now)
    throw new ApiError('conflict', `This gift is scheduled for ${order.gift_on}. It cannot be mailed before.`)
  const email = await db.transaction(async (tx) => {
    const locked = (await lockSeats(tx, id)).get(Number(seat) - 1)
    if (!locked) throw new ApiError('not_found', 'This order has no such seat.')
    if (locked.unused.length === 0) throw new ApiError('conflict', GONE)
    if (locked.recipient === null) throw new ApiError('conflict', 'This seat has no recipient yet. Assign it first.')
    const shown = (await readSeats({ db: tx, issuedCertificates }, id)).find((one) => one.seat === locked.seat)
    const mailedAt = shown?.mail?.created_at.getTime() ?? 0
    if (locked.unused.some(({ mail_waits }) => mail_waits) || now.getTime() - mailedAt < REMIND_HOURS * 3_600_000)
      throw new ApiError('conflict', 'They got an e-mail within the last day. Try again tomorrow.')
    await queueVoucherMails(
      tx,
      { queue },
      locked.unused.map((voucher) => voucher.id),
    )
    return locked.recipient
  })
  return { message: `A reminder is on its way to ${email}.` }
}
