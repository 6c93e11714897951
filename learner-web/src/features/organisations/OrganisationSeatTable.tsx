import type { OrganisationSeat } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Link } from '@flagyard/ui/Link'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { useAction } from '../../lib/useAction.ts'
import { showError } from '../../shell/toasts.ts'
import { canGive, seatChips } from '../seats/labels.ts'
import { Recipient, remindSeat, Use } from '../seats/SeatTable.tsx'
import seatStyles from '../seats/seats.module.css'

interface Props {
  seats: OrganisationSeat[]
  onGive: (seat: OrganisationSeat) => void
}

const keyOf = ({ order_id, seat }: OrganisationSeat) => `${order_id} ${seat}`
const titlesOf = ({ contents }: OrganisationSeat) => contents.map(({ title }) => title).join(', ')

export function OrganisationSeatTable({ seats, onGive }: Props) {
  return (
    <ScrollRegion label="Seats" className={seatStyles.region}>
      <table className={seatStyles.table}>
        <thead>
          <tr>
            <th scope="col">Opens</th>
            <th scope="col">Seat</th>
            <th scope="col">Given to</th>
            <th scope="col">State</th>
            <th scope="col">Used by</th>
            <th scope="col">
              <span className="visually-hidden">What you can do</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {seats.map((seat) => (
            <tr key={keyOf(seat)}>
              <td>{titlesOf(seat)}</td>
              <th scope="row">
                <Place seat={seat} />
              </th>
              <td>
                <Recipient seat={seat} />
              </td>
              <td>
                <Chip tone={seatChips[seat.state].tone}>{seatChips[seat.state].label}</Chip>
              </td>
              <td>
                <Use seat={seat} />
              </td>
              <td>
                <Actions seat={seat} onGive={onGive} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

export function OrganisationSeatCards({ seats, onGive }: Props) {
  return (
    <ul className={seatStyles.cards}>
      {seats.map((seat) => (
        <li key={keyOf(seat)}>
          <Card as="article" className={seatStyles.card}>
            <div className={seatStyles.head}>
              <h2 className={seatStyles.title}>{titlesOf(seat)}</h2>
              <Chip tone={seatChips[seat.state].tone}>{seatChips[seat.state].label}</Chip>
            </div>
            <p className="small muted">
              Seat <Place seat={seat} />
            </p>
            <Recipient seat={seat} />
            <Use seat={seat} />
            <Actions seat={seat} onGive={onGive} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

/** Number of the seat, with a link to its order, where its code is shown. */
function Place({ seat: { seat, order_id, order_number } }: { seat: OrganisationSeat }) {
  return (
    <>
      {seat} of <Link to={paths.orderSeats(order_id)}>{order_number}</Link>
    </>
  )
}

function Actions({ seat, onGive }: { seat: OrganisationSeat; onGive: Props['onGive'] }) {
  const { run, isPending } = useAction({ onError: showError })
  if (!canGive(seat)) return null
  const described = (
    <span className="visually-hidden">
      {' '}
      seat {seat.seat} of {seat.order_number}
    </span>
  )
  return (
    <div className={seatStyles.actions}>
      <Button size="small" onClick={() => onGive(seat)}>
        {seat.recipient === null ? 'Give' : 'Give to somebody else'}
        {described}
      </Button>
      {seat.recipient !== null && seat.waits_until === null && (
        <Button size="small" busy={isPending} onClick={() => void run(() => remindSeat(seat.order_id, seat.seat))}>
          Remind{described}
        </Button>
      )}
    </div>
  )
}
