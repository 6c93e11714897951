import type { OrderSeat, OrderSeats } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { countOf, formatMinutes } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { api } from '../../lib/api.ts'
import { formatUtcDate } from '../../lib/dates.ts'
import { useAction } from '../../lib/useAction.ts'
import { CopyButton } from '../../shell/CopyButton.tsx'
import { showError, toasts } from '../../shell/toasts.ts'
import { canGive, mailTexts, type ShownSeat, seatChips } from './labels.ts'
import styles from './seats.module.css'
import { readSeatsAgain } from './useSeats.ts'

interface Props {
  order: OrderSeats
  seats: OrderSeat[]
  onGive: (seat: number) => void
}

export function SeatTable({ order, seats, onGive }: Props) {
  return (
    <ScrollRegion label="Seats" className={styles.region}>
      <table className={styles.table}>
        <thead>
          <tr>
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
            <tr key={seat.seat}>
              <th scope="row">{seat.seat}</th>
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
                <Actions order={order} seat={seat} onGive={onGive} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

export function SeatCards({ order, seats, onGive }: Props) {
  return (
    <ul className={styles.cards}>
      {seats.map((seat) => (
        <li key={seat.seat}>
          <Card as="article" className={styles.card}>
            <div className={styles.head}>
              <h2 className={styles.title}>Seat {seat.seat}</h2>
              <Chip tone={seatChips[seat.state].tone}>{seatChips[seat.state].label}</Chip>
            </div>
            <Recipient seat={seat} />
            <Use seat={seat} />
            <Actions order={order} seat={seat} onGive={onGive} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

export function Recipient({ seat: { recipient, mail, state } }: { seat: ShownSeat }) {
  if (recipient === null) return <span className="muted">{state === 'free' ? 'Nobody yet' : '–'}</span>
  const text = state === 'used' ? null : mailTexts[mail]
  return (
    <div className={styles.who} data-sentry-block>
      <span>{recipient}</span>
      {text && <span className={mail === 'undelivered' ? styles.bad : 'small muted'}>{text}</span>}
    </div>
  )
}

/** Users of the seat's content, with as much detail as the order's visibility level allows. */
export function Use({ seat: { contents } }: { seat: ShownSeat }) {
  const used = contents.filter(({ used_at }) => used_at !== null)
  if (used.length === 0) return <span className="muted">–</span>
  return (
    <ul className={styles.uses}>
      {used.map((content) => (
        <li key={content.voucher_id} className={styles.who}>
          <span data-sentry-block>
            {content.used_by ?? 'Somebody whose account is gone'}
            {contents.length > 1 && `: ${content.title}`}
          </span>
          <span className="small muted">
            {content.used_at && `Since ${formatUtcDate(content.used_at)}`}
            {content.progress && factsOf(content.progress).map((fact) => ` · ${fact}`)}
          </span>
          {content.progress?.certificate && (
            <Link className="small" to={paths.certificate(content.progress.certificate)}>
              Certificate<span className="visually-hidden"> of {content.used_by}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

type Progress = NonNullable<OrderSeat['contents'][number]['progress']>

function factsOf({ started_at, due_at, completed_at, effort }: Progress): string[] {
  return [
    completed_at
      ? `completed on ${formatUtcDate(completed_at)}`
      : started_at
        ? `started on ${formatUtcDate(started_at)}`
        : 'not started yet',
    ...(due_at && !completed_at ? [`open until ${formatUtcDate(due_at)}`] : []),
    ...(effort ? [`${formatMinutes(effort.minutes)} watched`, countOf(effort.points, 'point')] : []),
  ]
}

/** Sends the recipient's e-mail again. */
export async function remindSeat(id: string, seat: number) {
  const { message } = await api.remindSeat({ id, seat: String(seat) })
  toasts.show({ type: 'success', content: message })
  await readSeatsAgain(id)
}

function Actions({ order, seat, onGive }: { order: OrderSeats; seat: OrderSeat; onGive: (seat: number) => void }) {
  const { run, isPending } = useAction({ onError: showError })
  if (!canGive(seat)) return null
  const { order_id: id, gift } = order
  const [code] = seat.contents.filter(({ state }) => state === 'available')
  const described = <span className="visually-hidden"> seat {seat.seat}</span>
  const remind = () => run(() => remindSeat(id, seat.seat))
  return (
    <div className={styles.actions}>
      <Button size="small" onClick={() => onGive(seat.seat)}>
        {seat.recipient === null ? 'Give' : 'Give to somebody else'}
        {described}
      </Button>
      {seat.recipient !== null && !gift?.waits && (
        <Button size="small" busy={isPending} onClick={remind}>
          Remind{described}
        </Button>
      )}
      {seat.recipient === null && code && seat.contents.length === 1 && (
        <span data-sentry-block>
          <CopyButton text={code.code} label={`Copy the code of seat ${seat.seat}`} />
        </span>
      )}
    </div>
  )
}
