import type { UserEntitlement } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { Column } from '../../crud/Column.tsx'
import { RelatedList } from '../../crud/RelatedList.tsx'
import { Rows } from '../../crud/Rows.tsx'
import { capitalised, formatDay, formatDayOr } from '../../lib/format.ts'
import { WhyOpen } from './WhyOpen.tsx'

const tones = { open: 'good', not_yet: 'info', ended: 'neutral', suspended: 'warn', revoked: 'bad' } as const

export default function UserEntitlements() {
  return (
    <div className="stack">
      <WhyOpen />
      <RelatedList reference="entitlements" resourceLabel={['entitlement', 'entitlements']}>
        <Rows<UserEntitlement>
          primaryText={opens}
          tertiaryText={(row) => <State entitlement={row} />}
          secondaryText={(row) =>
            [`${capitalised(row.source)} · ${formatDay(row.starts_at)} to ${untilOf(row)}`, row.reason]
              .filter(Boolean)
              .join(' · ')
          }
          empty="Whatever opens a course, a lab or an exam is one row here: purchases, vouchers, bundles, beta tests."
        >
          <Column<UserEntitlement> source="title" label="Opens" cellClassName="wraps" render={opens} />
          <Column<UserEntitlement> source="state" label="State" render={(row) => <State entitlement={row} />} />
          <Column<UserEntitlement> source="source" label="By" render={(row) => capitalised(row.source)} />
          <Column<UserEntitlement> source="starts_at" label="From" render={(row) => formatDay(row.starts_at)} />
          <Column<UserEntitlement> source="ends_at" label="Until" render={untilOf} />
          <Column<UserEntitlement>
            source="reason"
            label="Reason"
            cellClassName="wraps"
            render={(row) => row.reason ?? '—'}
          />
        </Rows>
      </RelatedList>
    </div>
  )
}

const opens = ({ kind, title }: UserEntitlement) => `${capitalised(kind)} · ${title}`
const untilOf = ({ ends_at }: UserEntitlement) => formatDayOr(ends_at, 'no end')

const State = ({ entitlement: { state } }: { entitlement: UserEntitlement }) => (
  <Chip tone={tones[state]}>{capitalised(state)}</Chip>
)
