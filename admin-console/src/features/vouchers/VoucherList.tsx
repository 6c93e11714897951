import type { VoucherRow } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Link } from 'react-router-dom'
import { RecordMenu } from '../../crud/actions/action-table.tsx'
import { ResourceLink } from '../../crud/links.tsx'
import { CrudList, NewButton } from '../../crud/list/CrudList.tsx'
import { byLink, byRecord, choices, type Filters, search, text } from '../../crud/list/filters.tsx'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { stateChip } from '../../crud/record/RecordCards.tsx'
import { formatDay, formatDayOr, formatMoney, wordsOf } from '../../lib/format.ts'
import { voucherActions } from './actions.tsx'

const voucherTones = {
  available: 'good',
  activated: 'info',
  expired: 'neutral',
  suspended: 'warn',
  revoked: 'bad',
} as const

const stateWords = wordsOf(voucherTones)

const filters: Filters<'listVouchers'> = {
  q: search('Code, recipient or organisation'),
  kind: choices('Product', { course: 'Course', lab: 'Lab', exam: 'Exam' }),
  state: choices('State', stateWords),
  target: text('Slug of what it opens'),
  organisation: text('Organisation'),
  organisation_id: byRecord('Organisation', 'organisations'),
  order: text('Order number'),
  recipient: text('Recipient (e-mail)'),
  used_by: text('Used by (username)'),
  username: text('Related user (username)'),
  undelivered: choices('E-mail', [[true, 'Failed']]),
  batch: byLink('Batch', (id) => String(id).slice(0, 8)),
}

export default function VoucherList() {
  return (
    <CrudList<'listVouchers'> filters={filters} actions={<NewButton label="New batch" />}>
      <VoucherRows empty="No vouchers yet. Vouchers appear here when they are bought or created." />
    </CrudList>
  )
}

const Col = Column<VoucherRow>

export const VoucherRows = ({ empty }: { empty: string }) => (
  <Rows<VoucherRow>
    hiddenColumns={['organisation', 'note', 'price', 'batch', 'expires_at', 'created_at']}
    primaryText={(voucher) => <span className="mono">{voucher.code}</span>}
    tertiaryText={VoucherState}
    secondaryText={(voucher) => (
      <>
        {opens(voucher)} · {voucher.used} of {voucher.uses} used
        <div className="row-actions">
          <VoucherMenu voucher={voucher} none={null} />
        </div>
      </>
    )}
    empty={empty}
  >
    <Col source="code" label="Code" long link mono />
    <Col
      source="kind"
      label="Product"
      wraps
      inFile={{ words: kindWords, also: { field: 'slug', head: 'Slug' } }}
      render={opens}
    />
    <Col source="state" label="State" inFile={{ words: stateWords }} render={VoucherState} />
    <Col source="used" onlyWide label="Used" align="right" render={(voucher) => `${voucher.used} of ${voucher.uses}`} />
    <Col
      source="recipient"
      label="Recipient"
      long
      render={(voucher) => voucher.recipient ?? voucher.organisation ?? '—'}
    />
    <Col
      source="used_by"
      label="Used by"
      long
      render={({ used_by }) => (used_by ? <ResourceLink resource="users" id={used_by} /> : '—')}
    />
    <Col
      source="activated_at"
      onlyWide
      label="Activated"
      render={(voucher) => formatDayOr(voucher.activated_at, 'not yet')}
    />
    <Col source="order_number" onlyWide label="Order" render={(voucher) => <OrderLink voucher={voucher} />} />
    <Col source="price" label="Price" align="right" render={({ price }) => (price ? formatMoney(price) : '—')} />
    <Col
      source="batch"
      label="Batch"
      render={({ batch }) => (batch ? <Link to={consolePaths.voucherBatch(batch)}>{batch.slice(0, 8)}</Link> : '—')}
    />
    <Col
      source="organisation"
      label="Organisation"
      long
      render={(voucher) => (voucher.organisation ? <OrganisationLink of={voucher} /> : '—')}
    />
    <Col source="note" label="Note" wraps />
    <Col source="expires_at" label="Expires" render={(voucher) => formatDayOr(voucher.expires_at, 'never')} />
    <Col source="created_at" label="Created" render={(voucher) => formatDay(voucher.created_at)} />
    <Col source="id" label="Change" isAction render={(voucher) => <VoucherMenu voucher={voucher} />} />
  </Rows>
)

const kindWords = { course: 'Course', lab: 'Lab', exam: 'Exam' }

const opens = ({ kind, slug }: VoucherRow) => `${kindWords[kind]} ${slug}`

const VoucherMenu = ({ voucher, none = '—' }: { voucher: VoucherRow; none?: string | null }) => (
  <RecordMenu record={voucher} actions={voucherActions} ariaLabel={`Change voucher ${voucher.code}`} none={none} />
)

export const VoucherState = stateChip(voucherTones)

export const OrderLink = ({
  voucher: { order_id, order_number },
}: {
  voucher: Pick<VoucherRow, 'order_id' | 'order_number'>
}) =>
  order_id && order_number ? (
    <ResourceLink resource="orders" id={order_id}>
      <span className="mono">{order_number}</span>
    </ResourceLink>
  ) : (
    '—'
  )

/** Organisation of the voucher: a link if it has a record, otherwise its name. */
export const OrganisationLink = ({
  of: { organisation, organisation_id },
}: {
  of: Pick<VoucherRow, 'organisation' | 'organisation_id'>
}) =>
  organisation_id ? (
    <ResourceLink resource="organisations" id={organisation_id}>
      {organisation}
    </ResourceLink>
  ) : (
    organisation
  )

export function UserVouchers() {
  return (
    <RelatedList reference="vouchers">
      <VoucherRows empty="No vouchers bought, received or used by this person." />
    </RelatedList>
  )
}

/** Vouchers issued for the order: one per seat, and for bundles one per seat and course. */
export function OrderSeats() {
  return (
    <RelatedList reference="vouchers" target="order">
      <VoucherRows empty="Vouchers appear here once the order is paid." />
    </RelatedList>
  )
}
