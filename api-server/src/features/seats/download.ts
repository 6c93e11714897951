import type { Output } from '@flagyard/api-types/contract/operation'
import { seatRow } from '@flagyard/api-types/schemas'
import type { Deps } from '../../deps.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { columnsOf } from '../exports/columns.ts'
import { csvStream } from '../exports/csv.ts'
import { listOrderSeats } from './service.ts'

/** The seats as the page shows them, without their codes: a file is passed around. */
export async function readSeatsFile(deps: Pick<Deps, 'db' | 'clock'>, user: CurrentUser, id: string) {
  const { number, seats } = await listOrderSeats(deps, user, id)
  const rows = seats.flatMap(({ seat, state, recipient, contents }) =>
    contents.map(
      ({ title, used_by, used_at, progress }): Output<'seatRow'> => ({
        ...{ seat, state, recipient, title, used_by, used_at },
        started_at: progress?.started_at ?? null,
        due_at: progress?.due_at ?? null,
        completed_at: progress?.completed_at ?? null,
        certificate: progress?.certificate ?? null,
        minutes: progress?.effort?.minutes ?? null,
        points: progress?.effort?.points ?? null,
      }),
    ),
  )
  return { name: `seats-${number}.csv`, file: csvStream(seatRow, columnsOf(seatRow), of(rows)) }
}

async function* of(rows: object[]): AsyncGenerator<object[]> {
  yield rows
}
