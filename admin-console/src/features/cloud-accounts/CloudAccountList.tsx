import type { Cloud, CloudAccountRow } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Button } from '@mui/material'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { OperationButton, RecordButtons } from '../../crud/actions/action-table.tsx'
import { useCall } from '../../crud/calls.tsx'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { ResourceLink } from '../../crud/links.tsx'
import { CrudList, NewButton } from '../../crud/list/CrudList.tsx'
import { byLink, choices, type Filters, search, text } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { capitalised, countOf, formatAge, formatAgo } from '../../lib/format.ts'
import { useReadsHolders } from '../../lib/useCapabilities.ts'
import { nukeAction } from './actions.tsx'
import { CloudStatusChip, isMoving, lockReasons, statuses } from './CloudStatusChip.tsx'

const Col = Column<CloudAccountRow>

export default function CloudAccountList({ cloud }: { cloud: Cloud }) {
  const { data } = useCall('getDashboard', {}, { refetchInterval: 10_000 })
  const readsHolders = useReadsHolders()
  const pool = data?.accounts.find((one) => one.cloud === cloud)
  const filters: Filters<'listAwsAccounts'> = {
    q: search('ID, name or notes'),
    status: choices(
      'State',
      statuses.map((status) => [status, status] as const),
      { counts: pool?.by_status, several: true },
    ),
    lock_reason: choices(
      'Lock reason',
      lockReasons.map((reason) => [reason, capitalised(reason)] as const),
      { counts: pool?.by_lock },
    ),
    failing: choices('Credentials', [[true, 'Failing']]),
    idle_days: choices('Available and unused', [
      [7, 'For 7 days'],
      [30, 'For 30 days'],
    ]),
    region: text('Region'),
    holder: readsHolders ? text('Holder') : byLink('Holder'),
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
    ...(quarantined > 0 ? [`${quarantined} in quarantine`] : []),
  ].join(' · ')
}

function CloudAccountRows() {
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
      empty="No accounts in the pool. Add the first one."
    >
      <Col source="account_id" field="id" label="Account" long link mono />
      <Col source="name" label="Name" long />
      <Col source="status" label="State" render={(account) => <CloudStatusChip account={account} />} />
      <Col source="status_since" label="For" render={(account) => formatAge(account.status_since)} />
      {readsHolders && <Col source="holder" label="Holder" wraps render={(account) => <Holder account={account} />} />}
      <Col source="region" label="Region" />
      <Col source="last_nuked_at" label="Last nuke" render={(account) => formatAgo(account.last_nuked_at)} />
      <Col source="nuke_failures" label="Failed nukes" align="right" />
      <Col source="notes" label="Notes" wraps />
      <Col
        source="version"
        label="Actions"
        isAction
        render={(account) => <RecordButtons record={account} actions={nukeActions} size="small" />}
      />
    </Rows>
  )
}

/** Current holder and lab, or the error that blocks the account. */
function Holder({ account: { holder, lab, last_error } }: { account: CloudAccountRow }) {
  if (!holder && !lab) return last_error || '—'
  return (
    <>
      {holder && <ResourceLink resource="users" id={holder} />}
      {holder && lab && ' · '}
      {lab && <ResourceLink resource="labs" id={lab} />}
    </>
  )
}

const ImportDialog = lazyScreen(() => import('./ImportDialog.tsx'))

function ImportButton({ cloud }: { cloud: Cloud }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <OperationButton
        operation="importCloudAccounts"
        onPointerEnter={ImportDialog.preload}
        onClick={() => setOpen(true)}
      >
        Import…
      </OperationButton>
      {open && (
        <Suspense>
          <ImportDialog cloud={cloud} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const nukeActions = [nukeAction]
