import { Chip } from '@flagyard/ui/Chip'
import { capitalised, formatDay } from '../../lib/format.ts'
import { PagedRows } from '../../lists/PagedRows.tsx'
import { WhyOpen } from './WhyOpen.tsx'

const tones = { open: 'good', not_yet: 'info', ended: 'neutral', suspended: 'warn', revoked: 'bad' } as const

export default function UserEntitlements({ username }: { username: string }) {
  return (
    <div className="stack">
      <WhyOpen username={username} />
      <PagedRows
        call="listUserEntitlements"
        input={{ username }}
        of={['entitlement', 'entitlements']}
        empty="Whatever opens a course, a lab or an exam is one row here: purchases, vouchers, bundles, beta tests."
        columns={[
          { label: 'Opens', show: (row) => `${capitalised(row.kind)} · ${row.title}`, wraps: true },
          { label: 'State', show: ({ state }) => <Chip tone={tones[state]}>{capitalised(state)}</Chip> },
          { label: 'By', show: (row) => capitalised(row.source) },
          { label: 'From', show: (row) => formatDay(row.starts_at) },
          { label: 'Until', show: (row) => (row.ends_at ? formatDay(row.ends_at) : 'for ever') },
          { label: 'Reason', show: (row) => row.reason ?? '—', wraps: true },
        ]}
      />
    </div>
  )
}
