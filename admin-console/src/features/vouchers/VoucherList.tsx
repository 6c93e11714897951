import type { VoucherRow } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { DataTable } from 'react-admin'
import { capitalised, formatDay } from '../../lib/format.ts'
import { FilterChoices } from '../../lists/FilterChoices.tsx'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { ListTable } from '../../lists/ListTable.tsx'
import { voucherTones } from './tones.ts'

export default function VoucherList() {
  return (
    <ListScreen<VoucherRow>
      title="Vouchers"
      of={['voucher', 'vouchers']}
      sort={{ field: 'created_at', order: 'DESC' }}
      filters={
        <>
          <FilterChoices
            label="Opens"
            choices={['course', 'lab', 'exam'].map((kind) => ({ label: capitalised(kind), value: { kind } }))}
          />
          <FilterChoices
            label="State"
            choices={Object.keys(voucherTones).map((state) => ({ label: capitalised(state), value: { state } }))}
          />
        </>
      }
      table={<Table />}
      card={{
        plain: true,
        head: (voucher) => <span className="mono">{voucher.code}</span>,
        mark: (voucher) => <State voucher={voucher} />,
        more: (voucher) => `${capitalised(voucher.kind)} ${voucher.slug} · ${voucher.used} of ${voucher.uses} used`,
      }}
      empty="Vouchers appear here when somebody buys, or when you make some."
    />
  )
}

const State = ({ voucher: { state } }: { voucher: VoucherRow }) => (
  <Chip tone={voucherTones[state]}>{capitalised(state)}</Chip>
)

function Table() {
  return (
    <ListTable rowClick={false}>
      <DataTable.Col
        source="code"
        label="Code"
        disableSort
        render={(voucher: VoucherRow) => <span className="mono">{voucher.code}</span>}
      />
      <DataTable.Col
        source="kind"
        cellClassName="long"
        label="Opens"
        disableSort
        render={(voucher: VoucherRow) => `${capitalised(voucher.kind)} ${voucher.slug}`}
      />
      <DataTable.Col
        source="state"
        label="State"
        disableSort
        render={(voucher: VoucherRow) => <State voucher={voucher} />}
      />
      <DataTable.Col
        align="right"
        source="used"
        label="Used"
        disableSort
        render={(voucher: VoucherRow) => `${voucher.used} of ${voucher.uses}`}
      />
      <DataTable.Col
        source="recipient"
        cellClassName="long"
        label="For"
        disableSort
        render={(voucher: VoucherRow) => voucher.recipient ?? voucher.organisation ?? '—'}
      />
      <DataTable.Col source="created_at" label="Made" render={(voucher: VoucherRow) => formatDay(voucher.created_at)} />
    </ListTable>
  )
}
