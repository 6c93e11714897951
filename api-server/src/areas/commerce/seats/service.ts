import type { OrderSeat } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { setSharing } from '../../catalogue/entitlements/index.ts'
import { findSeatedOrder, giftTime } from '../orders/index.ts'
import { codeForOwner, maskCode } from '../vouchers/index.ts'
import * as queries from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'issuedCertificates'>
type Voucher = Awaited<ReturnType<typeof queries.listSeats>>[number]
type Mail = Awaited<ReturnType<typeof queries.listMails>>[number]
type SeatedOrder = Awaited<ReturnType<typeof findSeatedOrder>>

/** Seats of the caller's order. The order's visibility level determines what is shown of the learners. */
export async function listOrderSeats(
  deps: Pick<Deps, 'db' | 'clock' | 'issuedCertificates'>,
  user: CurrentUser,
  id: string,
): Promise<Output<'orderSeats'>> {
  const order = await findSeatedOrder(deps.db, user, id)
  return {
    order_id: order.id,
    number: order.number,
    title: order.title,
    state: order.state,
    visibility: order.visibility,
    gift: giftOf(order, deps.clock.now()),
    seats: (await readSeats(deps, id)).map((seat) => present(seat, user)),
  }
}

function giftOf({ gift_on, gift_message }: SeatedOrder, now: Date) {
  if (gift_on === null) return null
  const at = giftTime(gift_on)
  return { at: at.toISOString(), waits: at > now, message: gift_message ?? '' }
}

interface Seat {
  seat: number
  vouchers: Voucher[]
  state: OrderSeat['state']
  recipient: string | null
  /** Newest mail to the seat's recipient. */
  mail: Mail | undefined
  version: number
}

/** Seats of an order, with two queries for any number of seats. */
export const readSeats = (deps: NeededDeps, orderId: string): Promise<Seat[]> =>
  readSeatsOf(deps, queries.ofOrder(orderId))

export async function readSeatsOf(deps: NeededDeps, which: Parameters<typeof queries.listSeats>[1]): Promise<Seat[]> {
  const bySeat = Map.groupBy(await queries.listSeats(deps, which), ({ order_id, seat }) => `${order_id}:${seat}`)
  const mailsTo = Map.groupBy(await queries.listMails(deps.db, which), ({ recipient }) => recipient)
  return [...bySeat.values()].flatMap((vouchers) => {
    const [first] = vouchers
    if (!first) return []
    const { seat, order_id: orderId } = first
    // Unused vouchers can still be passed on, so they determine the recipient.
    const { recipient } = vouchers.find(isUsable) ?? first
    const abouts = new Set([`order:${orderId}`, ...vouchers.map(({ id }) => `voucher:${id}`)])
    const mails =
      (recipient && mailsTo.get(recipient.toLowerCase())?.filter(({ about }) => abouts.has(about ?? ''))) || []
    const mail = mails.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())[0]
    return [{ seat, vouchers, recipient, state: stateOf(vouchers), mail, version: versionOf(vouchers) }]
  })
}

/** Changes whenever one of the vouchers changes. */
export const versionOf = (vouchers: readonly { version: number }[]) =>
  vouchers.reduce((sum, { version }) => sum + version, 0)

export const isUsable = ({ state }: Pick<Voucher, 'state'>) => state === 'available'

function stateOf(vouchers: Voucher[]): OrderSeat['state'] {
  if (vouchers.some(({ used_at }) => used_at !== null)) {
    const closed = vouchers.every(({ state }) => state === 'revoked' || state === 'suspended')
    if (!closed) return 'used'
  }
  const usable = vouchers.find(isUsable)
  if (usable) return usable.recipient === null ? 'free' : 'assigned'
  const state = vouchers[0]?.state ?? 'revoked'
  return state === 'activated' || state === 'available' ? 'used' : state
}

const mailStates = {
  waiting: 'waiting',
  sending: 'waiting',
  sent: 'sent',
  kept: 'waiting',
  failed: 'undelivered',
  bounced: 'undelivered',
} as const

const present = (seat: Seat, user: CurrentUser): OrderSeat => ({
  ...presentSeat(seat),
  contents: seat.vouchers.map((voucher) => ({ ...contentOf(voucher), code: codeOf(voucher, user) })),
})

/** Codes that no longer work are masked. */
const codeOf = ({ code, state }: Voucher, user: CurrentUser) =>
  state === 'available' ? codeForOwner(code, user) : maskCode(code)

export function presentSeat({ seat, state, recipient, mail, version, vouchers }: Seat) {
  const waits = vouchers.some(({ mail_waits }) => mail_waits)
  return {
    seat: seat + 1,
    state,
    recipient,
    mail: waits ? ('waiting' as const) : mail ? mailStates[mail.state] : ('none' as const),
    version,
  }
}

/** Content of a voucher, with its learner's progress if the order's visibility level shows it. */
export const contentOf = (voucher: Voucher) => ({
  voucher_id: voucher.id,
  kind: voucher.kind,
  slug: voucher.slug,
  title: voucher.title,
  state: voucher.state,
  used_by: voucher.used_by,
  used_at: voucher.used_at?.toISOString() ?? null,
  progress: voucher.shows_progress ? progressOf(voucher) : null,
})

function progressOf(voucher: Voucher) {
  const { started_at, due_at, completed_at, certificate, minutes, points } = voucher
  return {
    started_at: started_at?.toISOString() ?? null,
    due_at: due_at?.toISOString() ?? null,
    completed_at: completed_at?.toISOString() ?? null,
    certificate,
    effort: minutes === null || points === null ? null : { minutes, points },
  }
}

export const listMySharing = ({ db }: Pick<Deps, 'db'>, { id }: CurrentUser): Promise<Output<'sharing'>[]> =>
  queries.listSharing(db, id)

/** Only the learner can give this consent. It applies to one seat and can be withdrawn at any time. */
export async function updateMySharing(
  { db }: Pick<Deps, 'db'>,
  { id }: CurrentUser,
  voucherId: string,
  { shares_effort }: Output<'sharingUpdate'>,
): Promise<Output<'sharing'>> {
  const [found] = await queries.listSharing(db, id, voucherId)
  if (!found) throw new ApiError('not_found', 'You have no such seat.')
  await setSharing(db, id, voucherId, shares_effort)
  return { ...found, shares_effort }
}
