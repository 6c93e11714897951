import type { Organisation, OrganisationSeat } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Empty, errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { SelectField, TextField } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
import * as t from '../../messages/en/organisations.ts'
import { DownloadButton } from '../../shell/DownloadButton.tsx'
import { AssignSeat } from '../seats/AssignSeats.tsx'
import { SeatCards, type SeatFacts, SeatTable, useNarrow } from '../seats/SeatTable.tsx'
import { seatChips } from '../seats/useSeats.ts'
import styles from './organisations.module.css'

type State = OrganisationSeat['state']
const states = Object.keys(seatChips) as State[]
const PAGE = 50

/** Seats of all the organisation's orders, with holders and as much progress as each order's visibility level allows. */
export function OrganisationSeats({ organisation: { id, name } }: { organisation: Organisation }) {
  const [params, setParams] = useSearchParams()
  const [assigning, setAssigning] = useState<OrganisationSeat | null>(null)
  const isNarrow = useNarrow()
  const state = states.find((one) => one === params.get('state'))
  const q = params.get('q') ?? ''
  const from = Number(params.get('from')) || 0
  const filter = { ...(state && { state }), ...(q && { q }), ...(from > 0 && { from }) }
  const { data, error, refetch } = useQuery({
    ...callQuery('listOrganisationSeats', { id, ...filter }),
    placeholderData: keepPreviousData,
  })
  /** A changed filter resets the page. */
  const change = (changes: Record<string, string>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('from')
        for (const [key, value] of Object.entries(changes)) value ? next.set(key, value) : next.delete(key)
        return next
      },
      { replace: true },
    )
  if (error) return <Failed what={t.theSeats} why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading what={t.theSeats} />
  const all = Object.values(data.states).reduce((sum, count) => sum + count, 0)
  if (all === 0)
    return (
      <Empty title={t.noSeats} icon="user" action={<ButtonLink to={paths.courses}>{t.browseCourses}</ButtonLink>}>
        {t.noSeatsHint({ name, bdi: (children) => <bdi>{children}</bdi> })}
      </Empty>
    )
  const List = isNarrow ? SeatCards : SeatTable
  return (
    <>
      <div className={styles.tools}>
        <SelectField
          label={t.show}
          name="state"
          required
          value={state ?? ''}
          onChange={(event) => change({ state: event.target.value })}
          options={[
            { value: '', label: t.allSeats({ all }) },
            ...states
              .filter((one) => data.states[one] > 0 || one === state)
              .map((one) => ({ value: one, label: `${seatChips[one].label} (${data.states[one]})` })),
          ]}
        />
        <TextField
          label={t.addressOrName}
          name="q"
          type="search"
          maxLength={100}
          value={q}
          autoComplete="off"
          onChange={(event) => change({ q: event.target.value })}
        />
        <div className={styles.end}>
          <DownloadButton load={() => api.downloadOrganisationSeats({ id })} name="seats.csv">
            {t.downloadAsCsv}
          </DownloadButton>
        </div>
      </div>
      <p className="small muted">{t.visibilityNote}</p>
      {data.seats.length === 0 ? (
        <p role="status">{t.noSeatsMatch}</p>
      ) : (
        <List seats={data.seats} factsOf={factsOf} onAssign={setAssigning} />
      )}
      {data.total > PAGE && (
        <nav className="row" aria-label={t.pages}>
          {from > 0 && <Button onClick={() => change({ from: String(Math.max(0, from - PAGE)) })}>{t.back}</Button>}
          <span className="small muted">
            {t.pageRange({ first: from + 1, last: from + data.seats.length, total: data.total })}
          </span>
          {from + data.seats.length < data.total && (
            <Button onClick={() => change({ from: String(from + PAGE) })}>{t.next}</Button>
          )}
        </nav>
      )}
      <AssignSeat
        orderId={assigning?.order_id ?? ''}
        waits={assigning?.waits_until != null}
        seat={assigning}
        onClose={() => setAssigning(null)}
      />
    </>
  )
}

/** The place links to the order's page, which shows the code. */
const factsOf = ({ order_id, order_number, seat, contents, waits_until }: OrganisationSeat): SeatFacts => ({
  key: `${order_id} ${seat}`,
  orderId: order_id,
  place: t.seatOfOrder({
    seat,
    number: order_number,
    order: (children) => <Link to={paths.orderSeats(order_id)}>{children}</Link>,
  }),
  name: t.seatName({ seat, order: order_number }),
  contentTitles: contents.map(({ title }) => title).join(', '),
  waits: waits_until !== null,
})
