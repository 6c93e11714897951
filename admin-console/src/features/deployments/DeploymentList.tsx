import type { Cloud, DeploymentRow, LabQueue } from '@flagyard/api-types'
import { filteredList } from '@flagyard/api-types/console-links'
import { FailedLine } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { Button } from '@mui/material'
import type { ReactNode } from 'react'
import { useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { RecordButtons } from '../../crud/actions/action-table.tsx'
import { useCall } from '../../crud/calls.tsx'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { ListLink, PersonLink, ResourceLink } from '../../crud/links.tsx'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { choices, day, type Filters, search, select, text } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { RecordLink } from '../../crud/list/row-focus.tsx'
import { cloudNames, countOf, formatAge, formatMinutes, formatMoment, optionsOf } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { deploymentActions } from './actions.tsx'
import { DeploymentState, kindNames, placeOf, queueLink, reasonNames, stateLabel } from './labels.tsx'
import styles from './Queues.module.css'

const states = ['queued', 'held', 'provisioning', 'running', 'ending', 'ended'] as const

const filters: Filters<'listDeployments'> = {
  q: search('Learner, lab or account'),
  state: choices(
    'State',
    states.map((state) => [state, stateLabel(state)] as const),
    { several: true },
  ),
  kind: choices('Kind', kindNames),
  cloud: choices('Cloud', cloudNames),
  reason: select(
    'Ended by',
    optionsOf(reasonNames).map(([value, label]) => ({ value, label })),
  ),
  region: text('Region'),
  username: text('Learner'),
  lab: text('Lab'),
  account_id: text('Account'),
  since: day('Requested from', 'start'),
  started_from: day('Started from', 'start'),
  started_until: day('Started until', 'end'),
}

/** Current, waiting and past deployments of learners, candidates and authors. */
export default function DeploymentList() {
  return (
    <CrudList<'listDeployments', DeploymentRow>
      filters={filters}
      refetchWhile={isOpen}
      actions={
        <Button component={Link} to={queueLink()}>
          Queue
        </Button>
      }
    >
      <WhileWaiting />
      <DeploymentRows />
    </CrudList>
  )
}

/** Shows the queues above a list of waiting deployments. */
function WhileWaiting() {
  const { filterValues } = useListContext()
  const asked = [filterValues?.state ?? []].flat()
  const isQueue = asked.length > 0 && asked.every((state) => state === 'queued' || state === 'held')
  return isQueue && <Queues cloud={filterValues.cloud} />
}

const isOpen = ({ state }: DeploymentRow) => state !== 'ended'

/** Queue length per cloud and the state of its accounts. */
function Queues({ cloud }: { cloud?: Cloud | undefined }) {
  const { data, error, refetch } = useCall('listLabQueues', {}, { refetchInterval: REFETCH_MS })
  if (!data)
    return error ? (
      <FailedLine why={sentenceOf(error)} onRetry={() => void refetch()} />
    ) : (
      <Spinner label="Loading the queues…" />
    )
  const shown = data
    .filter((queue) => (cloud ? queue.cloud === cloud : queue.queued > 0 || totalOf(queue) > 0))
    // Clouds with a queue come first.
    .toSorted((a, b) => Number(b.queued > 0) - Number(a.queued > 0))
  return (
    <ul className={styles.queues} aria-label="Queues">
      {shown.map((queue) => (
        <Queue key={queue.cloud} queue={queue} />
      ))}
    </ul>
  )
}

const REFETCH_MS = 3_000

type Pool = Pick<LabQueue, 'available' | 'down' | 'busy' | 'held' | 'quarantined' | 'pending'>
const totalOf = ({ available, down, busy, held, quarantined, pending }: Pool) =>
  available + down + busy + held + quarantined + pending

function Queue({ queue }: { queue: LabQueue }) {
  const { cloud, queued, oldest_at, regions } = queue
  const isStuck = queued > 0 && queue.waits_for.account > 0 && queue.estimate_seconds === null
  return (
    <li className={isStuck ? `${styles.queue} ${styles.stuck}` : styles.queue}>
      <h2 className={styles.title}>
        {cloudNames[cloud]}: {queued === 0 ? 'no queue' : `${countOf(queued, 'lab or exam', 'labs or exams')} waiting`}
      </h2>
      <p className={styles.facts}>{sentencesOf(queue, oldest_at).join(' ')}</p>
      {isStuck && (
        <p className={styles.alarm} role="alert">
          No account will become free automatically. Release an account on hold, nuke one in quarantine, or add one.
          {queue.down > 0 && ' Or mark the region as up again.'}
        </p>
      )}
      <p className={styles.facts}>
        <Counts cloud={cloud} pool={queue} />
      </p>
      {regions.length > 1 && (
        <details>
          <summary>By region</summary>
          <ul className={styles.regions}>
            {regions.map(({ region, ...pool }) => (
              <li key={region}>
                <span className="mono">{region}</span>: <Counts cloud={cloud} pool={pool} region={region} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function sentencesOf({ queued, waits_for, held_for_learners, estimate_seconds }: LabQueue, oldest: string | null) {
  const minutes = estimate_seconds === null ? null : Math.max(1, Math.ceil(estimate_seconds / 60))
  return [
    oldest && `Longest wait: ${formatAge(oldest)}.`,
    waits_for.bookings > 0 && `${waits_for.bookings} of them because accounts are reserved for booked exams.`,
    waits_for.extra_data > 0 && `${waits_for.extra_data} of them for the learner’s extra data.`,
    held_for_learners > 0 && `${countOf(held_for_learners, 'account')} reserved for learners who are away.`,
    queued > 0 && minutes !== null && `Estimated wait for new requests: ${formatMinutes(minutes)}.`,
  ].filter((sentence) => typeof sentence === 'string')
}

/** Account counts by state, linked to the accounts. */
function Counts({ cloud, pool, region }: { cloud: Cloud; pool: Pool; region?: string }) {
  const { list } = cloudProviders[cloud]
  const place = region === undefined ? {} : { region }
  const counts: [key: string, count: number, words: string, to?: string][] = [
    ['available', pool.available, 'free', filteredList(list, { status: 'Available', ...place })],
    ['down', pool.down, 'in a region that is down'],
    ['busy', pool.busy, 'in use or being cleaned'],
    ['held', pool.held, 'on hold', filteredList(list, { lock_reason: 'hold', ...place })],
    ['quarantined', pool.quarantined, 'in quarantine', filteredList(list, { lock_reason: 'quarantine', ...place })],
    ['pending', pool.pending, 'not ready', filteredList(list, { status: 'Pending', ...place })],
  ]
  const parts: ReactNode[] = counts
    .filter(([key, count]) => key === 'available' || count > 0)
    .map(([key, count, words, to], index) => (
      <span key={key}>
        {index > 0 && ' · '}
        {to && count > 0 ? <ListLink to={to}>{`${count} ${words}`}</ListLink> : `${count} ${words}`}
      </span>
    ))
  return <>Accounts: {parts}</>
}

const Col = Column<DeploymentRow>

/** Rows of deployments, for the full list or for one user's. */
export const DeploymentRows = ({ ofOne = false }: { ofOne?: boolean }) => (
  <Rows<DeploymentRow>
    hiddenColumns={hidden}
    primaryText={(deployment) =>
      ofOne || deployment.kind === 'canary' ? titleOf(deployment) : `${deployment.username} · ${titleOf(deployment)}`
    }
    tertiaryText={(deployment) => <DeploymentState {...deployment} />}
    secondaryText={(deployment) =>
      [
        cloudNames[deployment.cloud],
        deployment.queue && `place ${placeOf(deployment)}`,
        deployment.reason && reasonNames[deployment.reason],
        formatMoment(deployment.created_at),
      ]
        .filter(Boolean)
        .join(' · ')
    }
    empty="No deployments yet."
  >
    <Col
      source="title"
      label="Lab or exam"
      wraps
      render={(deployment) => <RecordLink>{titleOf(deployment)}</RecordLink>}
    />
    {!ofOne && (
      <Col source="username" label="Learner" long render={({ username }) => <PersonLink username={username} />} />
    )}
    <Col
      source="state"
      label="State"
      render={(deployment) => (
        <>
          <DeploymentState {...deployment} /> <span className="small muted">{besideState(deployment)}</span>
        </>
      )}
    />
    <Col source="queue" field="queue" label="Queue position" long render={placeOf} />
    <Col source="reason" label="Ended by" wraps render={({ reason }) => (reason ? reasonNames[reason] : '—')} />
    <Col source="cloud" label="Cloud" render={({ cloud }) => cloudNames[cloud]} />
    <Col source="region" label="Region" render={({ region }) => region ?? '—'} />
    <Col source="account_id" onlyWide={!ofOne} label="Account" long render={AccountLink} />
    <Col source="created_at" label="Requested" long render={({ created_at }) => `${formatAge(created_at)} ago`} />
    <Col source="running_at" label="Started" render={({ running_at }) => momentOr(running_at)} />
    <Col source="ends_at" label="Ends" render={({ ends_at }) => momentOr(ends_at)} />
    <Col source="ended_at" label="Ended" render={({ ended_at }) => momentOr(ended_at)} />
    <Col
      source="allowed"
      label="Actions"
      isAction
      render={(deployment) => (
        <RecordButtons record={deployment} actions={deploymentActions(deployment)} size="small" />
      )}
    />
  </Rows>
)

const hidden = ['queue', 'cloud', 'reason', 'region', 'running_at', 'ends_at', 'ended_at']

/** Place in the queue, or the end reason if the status chip does not show it. */
function besideState(deployment: DeploymentRow) {
  const { queue, reason } = deployment
  if (queue) return placeOf(deployment)
  return reason && reason !== 'failed' ? reasonNames[reason] : null
}

const titleOf = ({ title, kind }: DeploymentRow) => (kind === 'lab' ? title : `${title} · ${kindNames[kind]}`)
const momentOr = (at: string | null) => (at ? formatMoment(at) : '—')

/** The account, or the cloud if no account is assigned yet. */
export function AccountLink({ account_id, cloud }: Pick<DeploymentRow, 'account_id' | 'cloud'>) {
  if (!account_id) return cloudNames[cloud]
  return (
    <ResourceLink resource={cloudProviders[cloud].resource} id={account_id}>
      <span className="mono">{account_id}</span>
    </ResourceLink>
  )
}
