import type { OrderSeat } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { formatMinutes } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { type ReactNode, useSyncExternalStore } from 'react'
import { api } from '../../lib/api.ts'
import { formatUtcDate } from '../../lib/format.ts'
import { useAction } from '../../lib/useAction.ts'
import * as t from '../../messages/en/seats.ts'
import { CopyButton } from '../../shell/CopyButton.tsx'
import { hidden } from '../../shell/hidden.tsx'
import { showError, showSuccess } from '../../shell/toasts.ts'
import styles from './seats.module.css'
import { canAssign, mailTexts, refetchSeats, type ShownSeat, seatChips } from './useSeats.ts'

export interface SeatFacts {
  key: string
  orderId: string
  /** Seat number, with the order in a list of several orders. */
  place: ReactNode
  /** Name for screen readers, as in “Assign seat 3”. */
  name: string
  /** Titles of the contents, in a list of several orders. */
  contentTitles?: string
  /** True while a gift waits for its date: its recipient gets no reminder. */
  waits: boolean
  /** Voucher code to copy while the seat is free. */
  code?: string | undefined
}

interface Props<S extends ShownSeat> {
  seats: S[]
  factsOf: (seat: S) => SeatFacts
  onAssign: (seat: S) => void
}

export function SeatTable<S extends ShownSeat>({ seats, factsOf, onAssign }: Props<S>) {
  const rows = seats.map((seat) => ({ seat, facts: factsOf(seat) }))
  const hasContents = rows.some(({ facts }) => facts.contentTitles !== undefined)
  return (
    <ScrollRegion label={t.seats} className={styles.region}>
      <table className={styles.table}>
        <thead>
          <tr>
            {hasContents && <th scope="col">{t.contents}</th>}
            <th scope="col">{t.seat}</th>
            <th scope="col">{t.assignedTo}</th>
            <th scope="col">{t.state}</th>
            <th scope="col">{t.usedBy}</th>
            <th scope="col">
              <span className="visually-hidden">{t.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ seat, facts }) => (
            <tr key={facts.key}>
              {hasContents && <td>{facts.contentTitles}</td>}
              <th scope="row">{facts.place}</th>
              <td>
                <Recipient seat={seat} />
              </td>
              <td>
                <Chip tone={seatChips[seat.state].tone}>{seatChips[seat.state].label}</Chip>
              </td>
              <td>
                <Usage seat={seat} />
              </td>
              <td>
                <Actions seat={seat} facts={facts} onAssign={() => onAssign(seat)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

export function SeatCards<S extends ShownSeat>({ seats, factsOf, onAssign }: Props<S>) {
  const rows = seats.map((seat) => ({ seat, facts: factsOf(seat) }))
  return (
    <ul className="list">
      {rows.map(({ seat, facts }) => (
        <li key={facts.key}>
          <Card as="article" className="stack">
            <div className="row between">
              <h2 className="heading">{facts.contentTitles ?? t.seatPlace({ place: facts.place })}</h2>
              <Chip tone={seatChips[seat.state].tone}>{seatChips[seat.state].label}</Chip>
            </div>
            {facts.contentTitles && <p className="small muted">{t.seatPlace({ place: facts.place })}</p>}
            <Recipient seat={seat} />
            <Usage seat={seat} />
            <Actions seat={seat} facts={facts} onAssign={() => onAssign(seat)} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

function Recipient({ seat: { recipient, mail, state } }: { seat: ShownSeat }) {
  if (recipient === null) return <span className="muted">{state === 'free' ? t.notAssigned : '–'}</span>
  const text = state === 'used' ? null : mailTexts[mail]
  return (
    <div className={styles.who} data-sentry-block>
      <span>{recipient}</span>
      {text && <span className={mail === 'undelivered' ? styles.bad : 'small muted'}>{text}</span>}
    </div>
  )
}

/** Users of the seat's content, with as much detail as the order's visibility level allows. */
function Usage({ seat: { contents } }: { seat: ShownSeat }) {
  const used = contents.filter(({ used_at }) => used_at !== null)
  if (used.length === 0) return <span className="muted">–</span>
  return (
    <ul className={styles.uses}>
      {used.map((content) => (
        <li key={content.voucher_id} className={styles.who}>
          <span data-sentry-block>
            {contents.length > 1
              ? t.userAndContent({ user: content.used_by ?? t.deletedAccount, content: content.title })
              : (content.used_by ?? t.deletedAccount)}
          </span>
          <span className="small muted">
            {content.used_at && t.since({ date: formatUtcDate(content.used_at) })}
            {content.progress && progressFacts(content.progress).map((fact) => ` · ${fact}`)}
          </span>
          {content.progress?.certificate && (
            <Link className="small" to={paths.certificate(content.progress.certificate)}>
              {t.certificateOf({ user: content.used_by, hidden })}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

type Progress = NonNullable<OrderSeat['contents'][number]['progress']>

function progressFacts({ started_at, due_at, completed_at, effort }: Progress): string[] {
  return [
    completed_at
      ? t.completedOn({ date: formatUtcDate(completed_at) })
      : started_at
        ? t.startedOn({ date: formatUtcDate(started_at) })
        : t.notStartedYet,
    ...(due_at && !completed_at ? [t.openUntil({ date: formatUtcDate(due_at) })] : []),
    ...(effort
      ? [t.minutesWatched({ minutes: formatMinutes(effort.minutes) }), t.points({ points: effort.points })]
      : []),
  ]
}

function Actions({ seat, facts, onAssign }: { seat: ShownSeat; facts: SeatFacts; onAssign: () => void }) {
  const { run, isPending } = useAction({ onError: showError })
  if (!canAssign(seat)) return null
  const { name } = facts
  return (
    <div className={styles.actions}>
      <Button size="small" onClick={onAssign}>
        {seat.recipient === null ? t.assign({ name, hidden }) : t.reassign({ name, hidden })}
      </Button>
      {seat.recipient !== null && !facts.waits && (
        <Button size="small" busy={isPending} onClick={() => void run(() => remind(facts.orderId, seat.seat))}>
          {t.remind({ name, hidden })}
        </Button>
      )}
      {seat.recipient === null && facts.code && (
        <span data-sentry-block>
          <CopyButton text={facts.code} label={t.copyCode({ name })} />
        </span>
      )}
    </div>
  )
}

/** Sends the recipient's e-mail again. */
async function remind(id: string, seat: number) {
  const { message } = await api.remindSeat({ id, seat: String(seat) })
  showSuccess(message)
  await refetchSeats(id)
}

const phone = matchMedia('(max-width: 760px)')

/** True if the window is as narrow as a phone. Tables then become cards. */
export const useNarrow = () =>
  useSyncExternalStore(
    (changed) => {
      phone.addEventListener('change', changed)
      return () => phone.removeEventListener('change', changed)
    },
    () => phone.matches,
  )
