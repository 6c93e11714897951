import type { MonthPage as Month } from '@flagyard/api-types'
import { consolePaths, filteredList } from '@flagyard/api-types/console-links'
import { Chip } from '@flagyard/ui/Chip'
import { Failed } from '@flagyard/ui/Feedback'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { Spinner } from '@flagyard/ui/Spinner'
import { Button } from '@mui/material'
import { Link, useParams } from 'react-router-dom'
import { actionsOn, CallButton, RecordButtons } from '../../crud/actions/action-table.tsx'
import { useCall } from '../../crud/calls.tsx'
import { Facts, Quiet, RecordCard } from '../../crud/record/RecordCards.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { countOf, formatMoment, formatMoney } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { AuditButton } from '../audit/AuditButton.tsx'
import { providerWords, sayTax } from '../orders/order-words.tsx'
import styles from './MonthPage.module.css'
import { monthStates, nameOfMonth } from './Months.tsx'

const back = { to: consolePaths.months, label: 'Months' }

/** One month: sales and refunds by tax and by payment provider, and amounts still owed at its end. */
export default function MonthPage() {
  const { month = '' } = useParams()
  const { data, error, refetch } = useCall('getMonth', { month }, { staleTime: 0 })
  if (!data)
    return error ? (
      <>
        <ScreenHeader title="Month" back={back} />
        <Failed what="this month" why={sentenceOf(error)} onRetry={() => void refetch()} />
      </>
    ) : (
      <Spinner label="Loading the month…" />
    )
  return (
    <>
      <ScreenHeader
        title={nameOfMonth(data)}
        back={back}
        about={<About month={data} />}
        actions={<Actions month={data} />}
      />
      <div className={styles.page}>
        <SumsTable
          title="Totals"
          head="Currency"
          rows={data.totals.map((one) => ({ ...one, name: one.currency, about: ordersOf(one) }))}
          empty="No sales or refunds."
        />
        <SumsTable
          title="Taxes"
          head="Tax"
          rows={data.taxes.map((one) => ({ ...one, name: sayTax(one) }))}
          empty="No taxes."
        />
        <SumsTable
          title="Providers"
          head="Paid by"
          rows={data.providers.map((one) => ({ ...one, name: providerName(one.provider), about: ordersOf(one) }))}
          empty="No payments or payouts."
        />
        <Owed month={data} />
      </div>
    </>
  )
}

const providerName = (provider: string) => (providerWords as Record<string, string>)[provider] ?? provider

const ordersOf = ({ orders, refunds }: { orders: number; refunds: number }) =>
  `${countOf(orders, 'order')}, ${countOf(refunds, 'refund')}`

const About = ({ month: { state, closed_at, closed_by } }: { month: Month }) => (
  <span role="status">
    <Chip tone={monthStates[state].tone}>{monthStates[state].label}</Chip>
    {closed_at && ` ${formatMoment(closed_at)}${closed_by ? ` by ${closed_by}` : ''}`}
    {state === 'waiting' && ' Close earlier months first.'}
  </span>
)

function Actions({ month: data }: { month: Month }) {
  const { month, starts_at, ends_at } = data
  return (
    <>
      <Button component={Link} to={filteredList('listOrders', { paid_from: starts_at, paid_until: ends_at })}>
        View orders
      </Button>
      <AuditButton type="month" id={month} />
      <CallButton
        operation="getMonthFile"
        call={(provider) => provider.call('getMonthFile', { month })}
        saveAs={`month-${month}.csv`}
        successMessage="CSV downloaded"
      >
        Download CSV
      </CallButton>
      <RecordButtons record={data} actions={[closeAction]} />
    </>
  )
}

const closeAction = actionsOn<Month>()({
  name: 'close',
  operation: 'closeMonth',
  label: 'Close…',
  variant: 'contained',
  title: (month) => `Close ${nameOfMonth(month)}`,
  body: (month) => (
    <p>
      The figures become final. Later entries for {nameOfMonth(month)} count in the next month. You cannot reopen a
      closed month.
    </p>
  ),
  input: ({ month, version }) => ({ month, monthClosing: { version } }),
  submit: 'Close month',
  success: (month) => `${nameOfMonth(month)} closed`,
})

const Owed = ({ month: { unredeemed, transfers, refunds_asked } }: { month: Month }) => (
  <RecordCard title="Open at month end">
    <Facts
      facts={[
        ['Unused vouchers', sayOpen(unredeemed)],
        ['Expected transfers', sayOpen(transfers)],
        ['Unconfirmed refunds', sayOpen(refunds_asked)],
      ]}
    />
  </RecordCard>
)

const sayOpen = (items: Month['unredeemed']) =>
  items.map(({ count, amount, currency }) => `${count} · ${formatMoney({ amount, currency })}`).join(', ') || 'none'

const columns = { sold: 'Sold', refunded: 'Refunded', gross: 'Remaining', net: 'Net', tax: 'Tax' } as const

interface Sums extends Record<keyof typeof columns, number> {
  name: string
  currency: string
  /** Text below the name. */
  about?: string
}

const SumsTable = ({
  title,
  head,
  rows,
  empty,
}: {
  title: string
  head: string
  rows: readonly Sums[]
  empty: string
}) => (
  <RecordCard title={title}>
    {rows.length === 0 ? (
      <Quiet>{empty}</Quiet>
    ) : (
      <ScrollRegion label={`Table of ${title.toLowerCase()}`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {Object.entries(columns).map(([key, label]) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.currency} ${row.name}`}>
                <th scope="row">
                  {row.name}
                  {row.about && <span className={styles.about}>{row.about}</span>}
                </th>
                {(Object.keys(columns) as (keyof typeof columns)[]).map((key) => (
                  <td key={key}>{formatMoney({ amount: row[key], currency: row.currency })}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    )}
  </RecordCard>
)
