import type { Cloud, DeploymentRow, LabQueue } from '@flagyard/api-types'
import { filteredList } from '@flagyard/api-types/links'
import { FailedLine } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { Button } from '@mui/material'
import type { ReactNode } from 'react'
import { useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { CrudList } from '../../crud/CrudList.tsx'
import { useCall } from '../../crud/calls.tsx'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { choices, day, type Filters, search, select, text } from '../../crud/filters.tsx'
import { ListLink } from '../../crud/links.tsx'
import { capitalised, cloudNames, countOf, formatAge, formatMinutes, optionsOf } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { DeploymentRows } from './DeploymentRows.tsx'
import { kindNames, queueLink, reasonNames } from './labels.ts'
import styles from './Queues.module.css'

const states = ['queued', 'held', 'provisioning', 'running', 'ending', 'ended'] as const

const filters: Filters<'listDeployments'> = {
  q: search('Learner, lab or account'),
  state: choices(
    'State',
    states.map((state) => [state, capitalised(state)] as const),
    { several: true },
  ),
  kind: choices('Of', optionsOf(kindNames)),
  cloud: choices('Cloud', optionsOf(cloudNames)),
  reason: select(
    'Ended by',
    optionsOf(reasonNames).map(([value, label]) => ({ value, label })),
  ),
  region: text('Region'),
  username: text('Learner'),
  lab: text('Lab'),
  account_id: text('Account'),
  since: day('Asked for since', 'start'),
  started_from: day('Began to run from', 'start'),
  started_until: day('Began to run until', 'end'),
}

/** Current, waiting and past deployments of learners, candidates and authors. */
export default function DeploymentList() {
  return (
    <CrudList<'listDeployments', DeploymentRow>
      filters={filters}
      refetchWhile={isOpen}
      actions={
        <Button component={Link} to={queueLink()}>
          The queue
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
      <Spinner label="Looking at the queues" />
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
        {cloudNames[cloud]}:{' '}
        {queued === 0 ? 'nothing waits' : `${countOf(queued, 'lab or exam', 'labs or exams')} waiting`}
      </h2>
      <p className={styles.facts}>{sentencesOf(queue, oldest_at).join(' ')}</p>
      {isStuck && (
        <p className={styles.alarm} role="alert">
          No account becomes free by itself. Release one that is held, nuke one in quarantine, or add one.
          {queue.down > 0 && ' Or take the region that is down into use again.'}
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
    oldest && `The first has waited for ${formatAge(oldest)}.`,
    waits_for.bookings > 0 && `${waits_for.bookings} of them while accounts are kept for booked exams.`,
    waits_for.extra_data > 0 && `${waits_for.extra_data} of them until they give the lab its extra data.`,
    held_for_learners > 0 && `${countOf(held_for_learners, 'account')} held for learners who are away.`,
    queued > 0 && minutes !== null && `Whoever joins now waits about ${formatMinutes(minutes)}.`,
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
    ['held', pool.held, 'held by administrators', filteredList(list, { lock_reason: 'hold', ...place })],
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
