import type { VoucherRow } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Link } from 'react-router-dom'
import { RecordMenu } from '../../crud/actions.tsx'
import { ResourceLink } from '../../crud/links.tsx'
import { Column, Rows } from '../../crud/Rows.tsx'
import { RecordLink } from '../../crud/row-focus.tsx'
import { formatDay, formatDayOr, formatMoney } from '../../lib/format.ts'
import { voucherActions } from './actions.tsx'
import { OrderLink, OrganisationLink, stateWords, VoucherState } from './VoucherState.tsx'

const Col = Column<VoucherRow>

export const VoucherRows = ({ empty }: { empty: string }) => (
  <Rows<VoucherRow>
    hiddenColumns={['organisation', 'note', 'price', 'batch', 'expires_at', 'created_at']}
    primaryText={(voucher) => <span className="mono">{voucher.code}</span>}
    tertiaryText={(voucher) => <VoucherState state={voucher.state} />}
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
    <Col
      source="code"
      label="Code"
      cellClassName="long"
      render={(voucher) => (
        <RecordLink>
          <span className="mono">{voucher.code}</span>
        </RecordLink>
      )}
    />
    <Col
      source="kind"
      label="Opens"
      cellClassName="wraps"
      inFile={{ words: kindWords, also: { field: 'slug', head: 'Slug' } }}
      render={opens}
    />
    <Col
      source="state"
      label="State"
      inFile={{ words: stateWords }}
      render={(voucher) => <VoucherState state={voucher.state} />}
    />
    <Col source="used" onlyWide label="Used" align="right" render={(voucher) => `${voucher.used} of ${voucher.uses}`} />
    <Col
      source="recipient"
      label="For"
      cellClassName="long"
      render={(voucher) => voucher.recipient ?? voucher.organisation ?? '—'}
    />
    <Col
      source="used_by"
      label="Used by"
      cellClassName="long"
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
      cellClassName="long"
      render={(voucher) => (voucher.organisation ? <OrganisationLink of={voucher} /> : '—')}
    />
    <Col source="note" label="Note" cellClassName="wraps" />
    <Col source="expires_at" label="Expires" render={(voucher) => formatDayOr(voucher.expires_at, 'never')} />
    <Col source="created_at" label="Made" render={(voucher) => formatDay(voucher.created_at)} />
    <Col source="id" label="Change" isAction render={(voucher) => <VoucherMenu voucher={voucher} />} />
  </Rows>
)

const kindWords = { course: 'Course', lab: 'Lab', exam: 'Exam' }

const opens = ({ kind, slug }: VoucherRow) => `${kindWords[kind]} ${slug}`

const VoucherMenu = ({ voucher, none = '—' }: { voucher: VoucherRow; none?: string | null }) => (
  <RecordMenu record={voucher} actions={voucherActions} about={`Change voucher ${voucher.code}`} none={none} />
)
