import type { OrderSeats } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { Empty } from '@flagyard/ui/Feedback'
import { SelectField } from '@flagyard/ui/Form'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import * as t from '../../messages/en/seats.ts'
import { DownloadButton } from '../../shell/DownloadButton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { AssignSeat, AssignSeats } from './AssignSeats.tsx'
import { CorrectSeats } from './CorrectSeats.tsx'
import { GiftCard } from './GiftCard.tsx'
import { SeatCards, SeatTable, useNarrow } from './SeatTable.tsx'
import styles from './seats.module.css'
import { useSeats } from './useSeats.ts'

export default function SeatsPage() {
  const { id = '' } = useParams()
  const query = useSeats(id)
  const { data } = query
  return (
    <Page title={data ? t.seatsTitle({ title: data.title }) : t.seats} intro={data && introOf(data)}>
      <Loaded query={query} what={t.theSeats}>
        {(order) =>
          order.seats.length === 0 ? (
            <Empty
              title={t.noSeatsLeft}
              icon="user"
              action={<ButtonLink to={paths.order(order.order_id)}>{t.seeOrder}</ButtonLink>}
            >
              {t.noSeatsLeftHint}
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
  return t.summary({ number, count: seats.length, used, free })
}

const filters = {
  all: { label: t.filters.all, fits: () => true },
  free: { label: t.filters.free, fits: ({ state }) => state === 'free' },
  assigned: { label: t.filters.assigned, fits: ({ state }) => state === 'assigned' },
  used: { label: t.filters.used, fits: ({ state }) => state === 'used' },
  undelivered: { label: t.filters.undelivered, fits: ({ mail }) => mail === 'undelivered' },
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
          <p>{t.emailsBounced({ count: undelivered.length })}</p>
          <Button size="small" onClick={() => setDialog({ kind: 'correct' })}>
            {t.correctAddresses}
          </Button>
        </div>
      )}
      <div className={styles.tools}>
        <div className={styles.filter}>
          <SelectField
            label={t.show}
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
              {t.assignSeats}
            </Button>
          )}
          <DownloadButton load={() => api.downloadOrderSeats({ id })} name={`seats-${number}.csv`}>
            {t.downloadAsCsv}
          </DownloadButton>
          <ButtonLink to={paths.order(id)}>{t.seeOrder}</ButtonLink>
        </div>
      </div>
      <p className="small muted">{t.visibleToBuyer[order.visibility]}</p>
      {found.length === 0 ? (
        <p role="status">{t.noSeatsMatch}</p>
      ) : (
        <List
          seats={found.slice(0, count)}
          factsOf={({ seat, contents }) => ({
            key: String(seat),
            orderId: id,
            place: seat,
            name: t.seatName({ seat }),
            waits: order.gift?.waits === true,
            code: contents.length === 1 ? contents.find(({ state }) => state === 'available')?.code : undefined,
          })}
          onAssign={({ seat }) => setDialog({ kind: 'one', seat })}
        />
      )}
      {found.length > count && (
        <div>
          <Button onClick={() => setCount(count + PAGE)}>
            {t.showMore({ count: Math.min(PAGE, found.length - count), all: found.length })}
          </Button>
        </div>
      )}
      <Dialog open={dialog?.kind === 'many'} title={t.assignSeats} onClose={close} closeOnOutsideClick={false} alignTop>
        <AssignSeats order={order} free={free} onClose={close} />
      </Dialog>
      <Dialog
        open={dialog?.kind === 'correct'}
        title={t.correctAddresses}
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
