import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { giftTime } from '../orders/index.ts'
import { findManaged } from '../organisations/index.ts'
import { countSeats, pageOfSeats } from './organisation-queries.ts'
import { ofSeats } from './queries.ts'
import { contentOf, presentSeat, readSeatsOf } from './service.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'issuedCertificates'>

/** Seats per page. */
const PAGE = 50
/** Seats per batch of a file. */
const BATCH = 250

/**
 * Seats of all orders of an organisation. Each order's visibility level determines what is shown of its learners. Vouchers that
 * finance gave the organisation without an order have no level and are not included.
 */
export async function listOrganisationSeats(
  deps: NeededDeps,
  user: CurrentUser,
  id: string,
  filter: Output<'organisationSeatsQuery'>,
): Promise<Output<'organisationSeats'>> {
  const { db } = deps
  const { id: organisationId } = await findManaged(db, user, id)
  const counts = await countSeats(db, organisationId, filter)
  const page = await pageOfSeats(db, organisationId, filter, PAGE)
  return {
    seats: await presentSeats(deps, page),
    total: counts
      .filter(({ state }) => filter.state === undefined || state === filter.state)
      .reduce((sum, { found }) => sum + found, 0),
    states: { ...none, ...Object.fromEntries(counts.map(({ state, all }) => [state, all])) },
  }
}

/** All seats in batches. The list of seats is read once; their users are read per batch. */
export async function* batchesOfSeats(deps: NeededDeps, organisationId: string) {
  const seats = await pageOfSeats(deps.db, organisationId, {})
  for (let from = 0; from < seats.length; from += BATCH) yield await presentSeats(deps, seats.slice(from, from + BATCH))
}

async function presentSeats(deps: NeededDeps, page: Awaited<ReturnType<typeof pageOfSeats>>) {
  const states = new Map(page.map(({ order_id, seat, state }) => [`${order_id}:${seat}`, state]))
  const seats = page.length === 0 ? [] : await readSeatsOf(deps, ofSeats(page))
  const now = deps.clock.now()
  return seats.flatMap((seat) => {
    const [first] = seat.vouchers
    if (!first) return []
    const { order_id, order_number, visibility, gift_on } = first
    const goesOut = gift_on === null ? null : giftTime(gift_on)
    return [
      {
        order_id,
        order_number,
        visibility,
        ...presentSeat(seat),
        state: states.get(`${order_id}:${seat.seat}`) ?? seat.state,
        contents: seat.vouchers.map(contentOf),
        waits_until: goesOut !== null && goesOut > now ? goesOut.toISOString() : null,
      },
    ]
  })
}

const none = { free: 0, assigned: 0, used: 0, expired: 0, suspended: 0, revoked: 0 }
