import type { OrderSeat } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { organisationSeatRow, seatRow } from '@flagyard/api-types/schemas'
import type { Deps } from '../../../deps.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { columnsOf, csvStream } from '../../platform/exports/index.ts'
import { findManaged } from '../organisations/index.ts'
import { batchesOfSeats } from './organisation.ts'
import { listOrderSeats } from './service.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'issuedCertificates'>

/** Seats as shown on the page, without codes, because files get passed around. */
export async function readSeatsFile(deps: NeededDeps, user: CurrentUser, id: string) {
  const { number, seats } = await listOrderSeats(deps, user, id)
  const rows = seats.flatMap(rowsOf)
  return { name: `seats-${number}.csv`, file: csvStream(seatRow, columnsOf(seatRow), of(rows)) }
}

type Shown = Pick<OrderSeat, 'seat' | 'state' | 'recipient'> & { contents: Omit<SeatContent, 'code'>[] }
type SeatContent = OrderSeat['contents'][number]

const rowsOf = ({ seat, state, recipient, contents }: Shown): Output<'seatRow'>[] =>
  contents.map(({ title, used_by, used_at, progress }) => ({
    seat,
    state,
    recipient,
    title,
    used_by,
    used_at,
    started_at: progress?.started_at ?? null,
    due_at: progress?.due_at ?? null,
    completed_at: progress?.completed_at ?? null,
    certificate: progress?.certificate ?? null,
    minutes: progress?.effort?.minutes ?? null,
    points: progress?.effort?.points ?? null,
  }))

export async function readOrganisationSeatsFile(deps: NeededDeps, user: Pick<CurrentUser, 'id'>, id: string) {
  const { id: organisationId, name } = await findManaged(deps.db, user, id)
  async function* batches(): AsyncGenerator<object[]> {
    for await (const seats of batchesOfSeats(deps, organisationId))
      yield seats.flatMap((seat) => rowsOf(seat).map((row) => ({ order: seat.order_number, ...row })))
  }
  const file = csvStream(organisationSeatRow, columnsOf(organisationSeatRow), batches())
  return { name: `seats-${fileWord(name)}.csv`, file }
}

/** Part of a name that is safe in a file name. */
const fileWord = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'organisation'

async function* of(rows: object[]): AsyncGenerator<object[]> {
  yield rows
}
