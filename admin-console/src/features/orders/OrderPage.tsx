import type { AdminOrder } from '@flagyard/api-types'
import { consolePaths, type contentTabs } from '@flagyard/api-types/console-links'
import { Chip } from '@flagyard/ui/Chip'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { RecordButtons } from '../../crud/actions/action-table.tsx'
import { PersonLink, ResourceLink } from '../../crud/links.tsx'
import { CardColumns, Facts, Lines, MailsCard, Quiet, RecordCard, TaxIdCheck } from '../../crud/record/RecordCards.tsx'
import { lazyTab, TabbedRecordPage } from '../../crud/record/RecordPage.tsx'
import { capitalised, countOf, formatMoment, formatMoney } from '../../lib/format.ts'
import { AuditButton } from '../audit/AuditButton.tsx'
import { orderActions } from './actions.tsx'
import { Bought } from './OrderList.tsx'
import { billingWords, OrderState, providerWords, sayTax } from './order-words.tsx'

/** Tabs of an order's page. To add one, add its panel here. */
const tabs: { path: (typeof contentTabs)['order'][number]; label: string; Panel: ComponentType }[] = [
  {
    path: 'seats',
    label: 'Seats',
    Panel: lazyTab(async () => (await import('../vouchers/VoucherList.tsx')).OrderSeats),
  },
  { path: 'payments', label: 'Payments', Panel: lazyScreen(() => import('./OrderPayments.tsx')) },
  { path: 'timeline', label: 'Timeline', Panel: lazyScreen(() => import('./OrderTimeline.tsx')) },
]

export default function OrderPage() {
  return (
    <TabbedRecordPage<AdminOrder>
      wholeBy="timeline"
      firstTab="Order"
      tabs={tabs}
      title={({ number }) => number}
      about={(order) => (
        <>
          <OrderState state={order.state} /> <PersonLink username={order.buyer} /> · {formatMoney(order.total)}
        </>
      )}
      actions={(order) => (
        <>
          <AuditButton type="order" id={order.id} />
          <RecordButtons record={order} actions={orderActions} />
        </>
      )}
    >
      {(order) => (
        <CardColumns
          left={
            <>
              <What order={order} />
              <MailsCard mails={order.mails} empty="No e-mails have been sent." />
            </>
          }
          right={
            <>
              <Money order={order} />
              <Billing order={order} />
            </>
          }
        />
      )}
    </TabbedRecordPage>
  )
}

const What = ({ order }: { order: AdminOrder }) => (
  <RecordCard title="Items">
    <Facts
      facts={[
        [capitalised(order.kind), <Bought key="bought" order={order} />],
        ['Buyer', <PersonLink key="buyer" username={order.buyer} />],
        ['Seats', seatsOf(order)],
        order.recipients > 0 && ['For', countOf(order.recipients, 'recipient')],
        ['Placed', formatMoment(order.created_at)],
        ['Paid', order.paid_at ? formatMoment(order.paid_at) : 'not yet'],
        !!order.fulfilled_at && ['Delivered', formatMoment(order.fulfilled_at)],
        !!order.closed_at && !order.fulfilled_at && ['Closed', formatMoment(order.closed_at)],
      ]}
    />
    <Lines
      empty="No line items."
      lines={order.lines.map(({ kind, slug, title, price, owned }) => ({
        key: `${kind} ${slug}`,
        text: (
          <>
            <ResourceLink resource={`${kind}s`} id={slug}>
              {title}
            </ResourceLink>
            {owned && ' · already owned by the buyer'}
          </>
        ),
        when: formatMoney(price),
      }))}
    />
  </RecordCard>
)

function seatsOf({ quantity, gift, seats }: AdminOrder) {
  const states = Object.entries(seats).filter(([, count]) => count > 0)
  const vouchers = states.map(([state, count]) => `${count} ${state}`).join(', ')
  return [`${quantity}${gift ? ', as a gift' : ''}`, vouchers && `vouchers: ${vouchers}`].filter(Boolean).join(' · ')
}

const Money = ({
  order,
  order: {
    total: { currency },
  },
}: {
  order: AdminOrder
}) => (
  <RecordCard title="Money">
    <Facts
      facts={[
        ['Price per seat', formatMoney(order.unit)],
        order.discount.amount > 0 && ['Discount', formatMoney(order.discount)],
        ['Total', formatMoney(order.total)],
        ['Included tax', order.tax.amount > 0 ? formatMoney(order.tax) : 'None'],
        ...order.tax_lines.map(
          ({ net, tax, ...line }) =>
            [
              `Tax ${sayTax(line)}`,
              `${formatMoney({ amount: tax, currency })} on ${formatMoney({ amount: net, currency })}`,
            ] as const,
        ),
        order.refunded.amount > 0 && ['Refunded', formatMoney(order.refunded)],
        ['Paid by', providerWords[order.provider]],
        order.also_paid_by.length > 0 && [
          'Second payment by',
          order.also_paid_by.map(({ id, number }) => (
            <ResourceLink key={id} resource="orders" id={id}>
              {number}
            </ResourceLink>
          )),
        ],
        !!order.booked_month && [
          'Accounting month',
          <Link key="month" to={consolePaths.month(order.booked_month)}>
            {order.booked_month}
          </Link>,
        ],
      ]}
    />
  </RecordCard>
)

const Billing = ({ order: { billing, organisation_id, tax_id_check, tax_evidence } }: { order: AdminOrder }) => (
  <RecordCard title="Billing">
    {tax_evidence && (
      <Facts
        facts={[
          ['Tax country', tax_evidence.country],
          ['Country in profile', tax_evidence.profile ?? 'Not given'],
          ['Country of payment', tax_evidence.payment.join(', ') || 'Not reported'],
          tax_evidence.agrees !== null && [
            'Evidence',
            <Chip key="evidence" tone={tax_evidence.agrees ? 'good' : 'bad'}>
              {tax_evidence.agrees ? 'Agrees' : 'Contradicts the tax country'}
            </Chip>,
          ],
        ]}
      />
    )}
    {organisation_id && (
      <Facts
        facts={[
          [
            'Organisation',
            <ResourceLink key="organisation" resource="organisations" id={organisation_id}>
              {billing?.company ?? 'View'}
            </ResourceLink>,
          ],
        ]}
      />
    )}
    {billing ? (
      <>
        <Facts
          facts={Object.entries(billing).map(([field, value]) => [billingWords[field] ?? capitalised(field), value])}
        />
        {billing.tax_id && (
          <Quiet>
            {tax_id_check ? (
              <>
                The tax id was checked <TaxIdCheck check={tax_id_check} />.
              </>
            ) : (
              'Only the format and the checksum of the tax ID were checked, not the tax office’s records.'
            )}
          </Quiet>
        )}
      </>
    ) : (
      <Lines empty="No billing details." lines={[]} />
    )}
  </RecordCard>
)
