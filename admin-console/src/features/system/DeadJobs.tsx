import type { DeadJob } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Empty } from '@flagyard/ui/Feedback'
import { Link } from 'react-router-dom'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { LoadingOrError, useCall } from '../../crud/calls.tsx'
import { RecordCard } from '../../crud/record/RecordCards.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { countOf, formatMoment } from '../../lib/format.ts'
import styles from './Operations.module.css'

const back = { to: consolePaths.operations, label: 'Operations' }

/** Background jobs that used up their retries. Each can be retried or discarded. */
export default function DeadJobs() {
  const { data, error, refetch } = useCall('listDeadJobs', {}, { staleTime: 0 })
  return (
    <>
      <ScreenHeader title="Failed jobs" about={data ? countOf(data.length, 'job') : ' '} back={back} />
      {!data ? (
        <LoadingOrError what="the jobs" error={error} retry={refetch} />
      ) : data.length === 0 ? (
        <Empty title="No failed jobs">All jobs have completed or were retried.</Empty>
      ) : (
        <RecordCard title="Jobs">
          <Rows jobs={data} />
        </RecordCard>
      )}
    </>
  )
}

/** Number of failed jobs on the operations page. */
const SHOWN = 5

/** The latest failed jobs, with a link to the others. */
export function LatestDeadJobs({ total }: { total: number }) {
  const { data, error, refetch } = useCall('listDeadJobs', {}, { staleTime: 0, refetchInterval: 5_000 })
  if (!data) return <LoadingOrError what="the failed jobs" error={error} retry={refetch} />
  return (
    <>
      <Rows jobs={data.slice(0, SHOWN)} />
      {total > SHOWN && <Link to={consolePaths.deadJobs}>View all{total > 10_000 ? '' : ` ${total}`}</Link>}
    </>
  )
}

const Rows = ({ jobs }: { jobs: DeadJob[] }) => (
  <ul className={styles.rows}>
    {jobs.map((job) => (
      <li key={job.id}>
        <div className={styles.what}>
          <strong className="mono">{job.job}</strong>
          <span>{job.error}</span>
          <span className={styles.note}>
            {formatMoment(job.died_at)}, after {countOf(job.retries, 'retry', 'retries')}
          </span>
        </div>
        <div className={styles.links}>
          <RecordButtons record={{ ...job, allowed: [] }} actions={jobActions} size="small" />
        </div>
      </li>
    ))}
  </ul>
)

const action = actionsOn<DeadJob & { allowed: string[] }>()

const jobActions = [
  action({
    operation: 'dismissDeadJob',
    label: 'Discard…',
    title: ({ job }) => `Discard ${job}`,
    body: 'Its work will not be done, and you cannot retry it afterwards.',
    input: ({ id }) => ({ id }),
    submit: 'Discard job',
    color: 'error',
    success: 'Job discarded',
  }),
  action({
    operation: 'reviveDeadJob',
    label: 'Retry',
    variant: 'contained',
    color: 'primary',
    input: ({ id }) => ({ id }),
    success: 'Job queued again',
  }),
]
