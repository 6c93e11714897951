import type { Cloud, CloudAccountRow } from '@flagyard/api-types'
import { useMemo } from 'react'
import { DataTable, type RaRecord } from 'react-admin'
import { capitalised, formatAge, formatAgo } from '../../lib/format.ts'
import { useCall } from '../../lib/useCall.ts'
import { FilterChoices } from '../../lists/FilterChoices.tsx'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { ListTable } from '../../lists/ListTable.tsx'
import { RecordLink } from '../../lists/RecordLink.tsx'
import { CloudStatusChip } from './CloudStatusChip.tsx'
import { NukeButton } from './NukeButton.tsx'
import { pools } from './pools.ts'
import { isMoving, lockReasons, statuses } from './status.ts'

/** While something moves, the list looks again by itself. */
const LOOK_AGAIN_MS = 2_000

export default function CloudAccountList({ cloud }: { cloud: Cloud }) {
  const pool = usePool(cloud)
  const { title, of } = pools[cloud]
  const queryOptions = useMemo(() => ({ refetchInterval: whileMoving }) as object, [])
  return (
    <ListScreen<CloudAccountRow>
      title={title}
      of={of}
      about={aboutPool(pool, of)}
      sort={{ field: 'id', order: 'ASC' }}
      queryOptions={queryOptions}
      filters={<Filters pool={pool} />}
      table={<Table />}
      card={{
        head: (account) => <span className="mono">{account.id}</span>,
        mark: (account) => <CloudStatusChip account={account} />,
        more: (account) => `${formatAge(account.status_since)} · ${holderOf(account)}`,
      }}
      empty="Accounts of the pool appear here once they are added."
    />
  )
}

const whileMoving = ({ state }: { state: { data?: { data: (CloudAccountRow & RaRecord)[] } } }) =>
  state.data?.data.some(isMoving) ? LOOK_AGAIN_MS : false

function usePool(cloud: Cloud) {
  const { data } = useCall('getDashboard', {}, { refetchInterval: 10_000 })
  return data?.accounts.find((pool) => pool.cloud === cloud)
}

type PoolFigures = ReturnType<typeof usePool>

function aboutPool(pool: PoolFigures, [one, many]: [string, string]) {
  if (!pool) return undefined
  const quarantined = pool.by_lock.quarantine ?? 0
  return [
    `${pool.total} ${pool.total === 1 ? one : many}`,
    `${pool.by_status.Available ?? 0} available`,
    ...(quarantined > 0 ? [`${quarantined} ${quarantined === 1 ? 'needs' : 'need'} you`] : []),
  ].join(' · ')
}

function Filters({ pool }: { pool: PoolFigures }) {
  const figure = (count: number | undefined) => (pool ? { count: count ?? 0 } : {})
  return (
    <>
      <FilterChoices
        label="State"
        choices={statuses.map((status) => ({ label: status, value: { status }, ...figure(pool?.by_status[status]) }))}
      />
      <FilterChoices
        label="Locked because of"
        choices={lockReasons.map((lock_reason) => ({
          label: capitalised(lock_reason),
          value: { lock_reason },
          ...figure(pool?.by_lock[lock_reason]),
        }))}
      />
    </>
  )
}

function Table() {
  return (
    <ListTable rowClick="edit" hiddenColumns={['region']}>
      <DataTable.Col
        source="id"
        cellClassName="long"
        label="Account"
        disableSort
        render={(account: CloudAccountRow) => (
          <RecordLink>
            <span className="mono">{account.id}</span>
          </RecordLink>
        )}
      />
      <DataTable.Col
        source="status"
        label="State"
        disableSort
        render={(account: CloudAccountRow) => <CloudStatusChip account={account} />}
      />
      <DataTable.Col
        source="status_since"
        label="For"
        disableSort
        render={(account: CloudAccountRow) => formatAge(account.status_since)}
      />
      <DataTable.Col source="holder" cellClassName="wraps" label="Held by" disableSort render={holderOf} />
      <DataTable.Col source="region" label="Region" disableSort />
      <DataTable.Col
        source="last_nuked_at"
        label="Last nuke"
        disableSort
        render={(account: CloudAccountRow) => formatAgo(account.last_nuked_at)}
      />
      <DataTable.Col
        source="version"
        label="Actions"
        disableSort
        render={(account: CloudAccountRow) => <NukeButton account={account} size="small" />}
      />
    </ListTable>
  )
}

const holderOf = (account: CloudAccountRow): string =>
  [account.holder, account.lab].filter(Boolean).join(' · ') || account.last_error || '—'
