import type { VoucherRow } from '@flagyard/api-types'
import { filteredList } from '@flagyard/api-types/links'
import { Chip } from '@flagyard/ui/Chip'
import { Link } from 'react-router-dom'
import { Column } from '../../crud/Column.tsx'
import { ResourceLink } from '../../crud/ResourceLink.tsx'
import { Rows } from '../../crud/Rows.tsx'
import { capitalised, formatDay, formatDayOr, formatMoney } from '../../lib/format.ts'
import { voucherTones } from './statusColors.ts'

export const VoucherRows = ({ empty }: { empty: string }) => (
  <Rows<VoucherRow>
    hiddenColumns={['organisation', 'note', 'order_number', 'price', 'batch', 'activated_at', 'used_by']}
    primaryText={(voucher) => <span className="mono">{voucher.code}</span>}
    tertiaryText={(voucher) => <State voucher={voucher} />}
    secondaryText={(voucher) => `${opens(voucher)} · ${voucher.used} of ${voucher.uses} used`}
    empty={empty}
  >
    <Column<VoucherRow> source="code" label="Code" render={(voucher) => <span className="mono">{voucher.code}</span>} />
    <Column<VoucherRow> source="kind" label="Opens" cellClassName="long" render={opens} />
    <Column<VoucherRow> source="state" label="State" render={(voucher) => <State voucher={voucher} />} />
    <Column<VoucherRow>
      source="used"
      label="Used"
      align="right"
      render={(voucher) => `${voucher.used} of ${voucher.uses}`}
    />
    <Column<VoucherRow>
      source="recipient"
      label="For"
      cellClassName="long"
      render={(voucher) => voucher.recipient ?? voucher.organisation ?? '—'}
    />
    <Column<VoucherRow>
      source="used_by"
      label="Used by"
      render={({ used_by }) =>
        used_by ? (
          <ResourceLink resource="users" id={used_by}>
            {used_by}
          </ResourceLink>
        ) : (
          '—'
        )
      }
    />
    <Column<VoucherRow>
      source="activated_at"
      label="Activated"
      render={(voucher) => formatDayOr(voucher.activated_at, 'not yet')}
    />
    <Column<VoucherRow>
      source="order_number"
      label="Order"
      render={(voucher) => <span className="mono">{voucher.order_number ?? '—'}</span>}
    />
    <Column<VoucherRow>
      source="price"
      label="Price"
      align="right"
      render={({ price }) => (price ? formatMoney(price) : '—')}
    />
    <Column<VoucherRow>
      source="batch"
      label="Batch"
      render={({ batch }) =>
        batch ? <Link to={filteredList('listVouchers', { batch })}>{batch.slice(0, 8)}</Link> : '—'
      }
    />
    <Column<VoucherRow> source="organisation" label="Organisation" cellClassName="long" />
    <Column<VoucherRow> source="note" label="Note" cellClassName="wraps" />
    <Column<VoucherRow>
      source="expires_at"
      label="Expires"
      render={(voucher) => formatDayOr(voucher.expires_at, 'never')}
    />
    <Column<VoucherRow> source="created_at" label="Made" render={(voucher) => formatDay(voucher.created_at)} />
  </Rows>
)

const opens = ({ kind, slug }: VoucherRow) => `${capitalised(kind)} ${slug}`

const State = ({ voucher: { state } }: { voucher: VoucherRow }) => (
  <Chip tone={voucherTones[state]}>{capitalised(state)}</Chip>
)
