import type { OrderSeats } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { Empty } from '@flagyard/ui/Feedback'
import { SelectField } from '@flagyard/ui/Form'
import { countOf } from '@flagyard/ui/format'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { DownloadButton } from '../../shell/DownloadButton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { AssignSeat, AssignSeats } from './AssignSeats.tsx'
import { CorrectSeats } from './CorrectSeats.tsx'
import { GiftCard } from './GiftCard.tsx'
import { SeatCards, SeatTable, useNarrow } from './SeatTable.tsx'
import styles from './seats.module.css'
import { useSeats, visibilityTexts } from './useSeats.ts'

export default function SeatsPage() {
  const { id = '' } = useParams()
  const query = useSeats(id)
  const { data } = query
  return (
    <Page title={data ? `Seats: ${data.title}` : 'Seats'} intro={data && introOf(data)}>
      <Loaded query={query} what="the seats">
        {(order) =>
          order.seats.length === 0 ? (
            <Empty
              title="No seats left"
              icon="user"
              action={<ButtonLink to={paths.order(order.order_id)}>See the order</ButtonLink>}
            >
              This order has no seats that can still be assigned.
            </Empty>
          ) : (
            <Seats order={order} />
          )
        }
      </Loaded>
    </Page>
  )
}

function introOf({ seats, number }: OrderSeats): string {
  const used = seats.filter(({ state }) => state === 'used').length
  const free = seats.filter(({ state }) => state === 'free').length
  return `Order ${number}: ${countOf(seats.length, 'seat')}, ${used} used, ${free} free.`
}

const filters = {
  all: { label: 'All seats', fits: () => true },
  free: { label: 'Free', fits: ({ state }) => state === 'free' },
  assigned: { label: 'Assigned, not used yet', fits: ({ state }) => state === 'assigned' },
  used: { label: 'Used', fits: ({ state }) => state === 'used' },
  undelivered: { label: 'E-mail bounced', fits: ({ mail }) => mail === 'undelivered' },
} satisfies Record<string, { label: string; fits: (seat: OrderSeats['seats'][number]) => boolean }>

/** Number of seats shown initially, and added by each “Show more”. */
const PAGE = 50
type OpenDialog = { kind: 'many' } | { kind: 'correct' } | { kind: 'one'; seat: number } | null

function Seats({ order }: { order: OrderSeats }) {
  const [filter, setFilter] = useState<keyof typeof filters>('all')
  const [count, setCount] = useState(PAGE)
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const isNarrow = useNarrow()
  const { seats, order_id: id, number } = order
  const found = seats.filter(filters[filter].fits)
  const free = seats.filter(filters.free.fits).length
  const undelivered = seats.filter((seat) => filters.undelivered.fits(seat) && seat.state === 'assigned')
  const List = isNarrow ? SeatCards : SeatTable
  const close = () => setDialog(null)
  return (
    <>
      {order.gift && <GiftCard order={order} gift={order.gift} />}
      {undelivered.length > 0 && (
        <div className={styles.notice}>
          <p>
            {undelivered.length === 1 ? 'One e-mail bounced.' : `${undelivered.length} e-mails bounced.`} Correct the
            addresses, and we will send them again.
          </p>
          <Button size="small" onClick={() => setDialog({ kind: 'correct' })}>
            Correct addresses
          </Button>
        </div>
      )}
      <div className={styles.tools}>
        <div className={styles.filter}>
          <SelectField
            label="Show"
            name="show"
            required
            value={filter}
            onChange={(event) => {
              setFilter(event.target.value as keyof typeof filters)
              setCount(PAGE)
            }}
            options={Object.entries(filters).map(([value, { label, fits }]) => ({
              value,
              label: `${label} (${seats.filter(fits).length})`,
            }))}
          />
        </div>
        <div className="row">
          {free > 0 && (
            <Button variant="primary" onClick={() => setDialog({ kind: 'many' })}>
              Assign seats
            </Button>
          )}
          <DownloadButton load={() => api.downloadOrderSeats({ id })} name={`seats-${number}.csv`}>
            Download as CSV
          </DownloadButton>
          <ButtonLink to={paths.order(id)}>See the order</ButtonLink>
        </div>
      </div>
      <p className="small muted">
        {visibilityTexts[order.visibility]}
        {order.visibility === 'progress' && ' Minutes and points are shown only if they agree.'}
      </p>
      {found.length === 0 ? (
        <p role="status">No seats match.</p>
      ) : (
        <List
          seats={found.slice(0, count)}
          factsOf={({ seat, contents }) => ({
            key: String(seat),
            orderId: id,
            place: seat,
            name: `seat ${seat}`,
            waits: order.gift?.waits === true,
            code: contents.length === 1 ? contents.find(({ state }) => state === 'available')?.code : undefined,
          })}
          onAssign={({ seat }) => setDialog({ kind: 'one', seat })}
        />
      )}
      {found.length > count && (
        <div>
          <Button onClick={() => setCount(count + PAGE)}>
            Show {Math.min(PAGE, found.length - count)} more of {found.length}
          </Button>
        </div>
      )}
      <Dialog open={dialog?.kind === 'many'} title="Assign seats" onClose={close} closeOnOutsideClick={false} alignTop>
        <AssignSeats order={order} free={free} onClose={close} />
      </Dialog>
      <Dialog
        open={dialog?.kind === 'correct'}
        title="Correct addresses"
        onClose={close}
        closeOnOutsideClick={false}
        alignTop
      >
        <CorrectSeats order={order} seats={undelivered} onClose={close} />
      </Dialog>
      <AssignSeat
        orderId={id}
        waits={order.gift?.waits === true}
        seat={(dialog?.kind === 'one' && seats.find(({ seat }) => seat === dialog.seat)) || null}
        onClose={close}
      />
    </>
  )
}
