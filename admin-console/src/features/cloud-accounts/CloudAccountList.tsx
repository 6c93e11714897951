import type { Cloud, CloudAccountRow } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { CrudList, NewButton } from '../../crud/CrudList.tsx'
import { useCall } from '../../crud/calls.tsx'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { byLink, choices, type Filters, search, text } from '../../crud/filters.tsx'
import { capitalised, countOf } from '../../lib/format.ts'
import { useReadsHolders } from '../../lib/useCapabilities.ts'
import { CloudAccountRows } from './CloudAccountRows.tsx'
import { ImportButton } from './ImportButton.tsx'
import { isMoving, lockReasons, statuses } from './status.ts'

export default function CloudAccountList({ cloud }: { cloud: Cloud }) {
  const { data } = useCall('getDashboard', {}, { refetchInterval: 10_000 })
  const readsHolders = useReadsHolders()
  const pool = data?.accounts.find((one) => one.cloud === cloud)
  const filters: Filters<'listAwsAccounts'> = {
    q: search('Id, name or notes'),
    status: choices(
      'State',
      statuses.map((status) => [status, status] as const),
      { counts: pool?.by_status, several: true },
    ),
    lock_reason: choices(
      'Locked because of',
      lockReasons.map((reason) => [reason, capitalised(reason)] as const),
      { counts: pool?.by_lock },
    ),
    failing: choices('Credentials', [[true, 'Do not work']]),
    idle_days: choices('Available and unused', [
      [7, 'For 7 days'],
      [30, 'For 30 days'],
    ]),
    region: text('Region'),
    holder: readsHolders ? text('Held by') : byLink('Held by'),
  }
  return (
    <CrudList<'listAwsAccounts', CloudAccountRow>
      filters={filters}
      sort={{ field: 'account_id', order: 'ASC' }}
      about={pool && aboutPool(pool, cloudProviders[cloud].resourceLabel)}
      refetchWhile={isMoving}
      actions={
        <>
          <Button component={Link} to={consolePaths.examCalendar(cloud)}>
            Exam bookings
          </Button>
          <ImportButton cloud={cloud} />
          <NewButton />
        </>
      }
    >
      <CloudAccountRows />
    </CrudList>
  )
}

interface Pool {
  total: number
  by_status: Record<string, number>
  by_lock: Record<string, number>
}

function aboutPool({ total, by_status, by_lock }: Pool, resourceLabel: [string, string]) {
  const quarantined = by_lock.quarantine ?? 0
  return [
    countOf(total, ...resourceLabel),
    `${by_status.Available ?? 0} available`,
    ...(quarantined > 0 ? [`${quarantined} ${quarantined === 1 ? 'needs' : 'need'} you`] : []),
  ].join(' · ')
}
