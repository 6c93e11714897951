import type { CloudAccountRow } from '@flagyard/api-types'
import { Column, Rows } from '../../crud/Rows.tsx'
import { RecordLink } from '../../crud/row-focus.tsx'
import { formatAge, formatAgo } from '../../lib/format.ts'
import { useReadsHolders } from '../../lib/useCapabilities.ts'
import { CloudStatusChip } from './CloudStatusChip.tsx'
import { Holder } from './Holder.tsx'
import { NukeButton } from './NukeButton.tsx'

export function CloudAccountRows() {
  const readsHolders = useReadsHolders()
  return (
    <Rows<CloudAccountRow>
      hiddenColumns={['name', 'region', 'nuke_failures', 'notes']}
      primaryText={(account) => <span className="mono">{account.id}</span>}
      tertiaryText={(account) => <CloudStatusChip account={account} />}
      secondaryText={(account) => (
        <>
          {formatAge(account.status_since)} · <Holder account={account} />
        </>
      )}
      empty="Accounts of the pool appear here once they are added."
    >
      <Column<CloudAccountRow>
        source="account_id"
        field="id"
        label="Account"
        cellClassName="long"
        render={(account) => (
          <RecordLink>
            <span className="mono">{account.id}</span>
          </RecordLink>
        )}
      />
      <Column<CloudAccountRow> source="name" label="Name" cellClassName="long" />
      <Column<CloudAccountRow>
        source="status"
        label="State"
        render={(account) => <CloudStatusChip account={account} />}
      />
      <Column<CloudAccountRow>
        source="status_since"
        label="For"
        render={(account) => formatAge(account.status_since)}
      />
      {readsHolders && (
        <Column<CloudAccountRow>
          source="holder"
          label="Held by"
          cellClassName="wraps"
          render={(account) => <Holder account={account} />}
        />
      )}
      <Column<CloudAccountRow> source="region" label="Region" />
      <Column<CloudAccountRow>
        source="last_nuked_at"
        label="Last nuke"
        render={(account) => formatAgo(account.last_nuked_at)}
      />
      <Column<CloudAccountRow> source="nuke_failures" label="Failed nukes" align="right" />
      <Column<CloudAccountRow> source="notes" label="Notes" cellClassName="wraps" />
      <Column<CloudAccountRow>
        source="version"
        label="Actions"
        isAction
        render={(account) => <NukeButton account={account} size="small" />}
      />
    </Rows>
  )
}
