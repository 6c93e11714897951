import { Chip } from '@flagyard/ui/Chip'
import { capitalised, formatDay } from '../../lib/format.ts'
import { PagedRows } from '../../lists/PagedRows.tsx'
import { voucherTones } from './tones.ts'

export default function UserVouchers({ username }: { username: string }) {
  return (
    <PagedRows
      call="listVouchers"
      input={{ filter: JSON.stringify({ username }) }}
      of={['voucher', 'vouchers']}
      empty="Vouchers that this person bought, was sent or used appear here."
      columns={[
        { label: 'Code', show: (voucher) => <span className="mono">{voucher.code}</span> },
        { label: 'Opens', show: (voucher) => `${capitalised(voucher.kind)} ${voucher.slug}`, wraps: true },
        { label: 'State', show: ({ state }) => <Chip tone={voucherTones[state]}>{capitalised(state)}</Chip> },
        { label: 'Used', show: (voucher) => `${voucher.used} of ${voucher.uses}` },
        { label: 'Recipient', show: (voucher) => voucher.recipient ?? '—' },
        { label: 'Expires', show: ({ expires_at }) => (expires_at ? formatDay(expires_at) : 'never') },
        { label: 'Made', show: (voucher) => formatDay(voucher.created_at) },
      ]}
    />
  )
}
