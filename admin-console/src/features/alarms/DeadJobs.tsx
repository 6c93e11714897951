import type { DeadJob } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Empty } from '@flagyard/ui/Feedback'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { LoadingOrError, useCall } from '../../crud/calls.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { countOf, formatMoment } from '../../lib/format.ts'
import styles from './Alarms.module.css'

const back = { to: consolePaths.listAlarms, label: 'Alarms' }

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
        <ul className={`${styles.card} ${styles.rows}`}>
          {data.map((job) => (
            <Row key={job.id} job={job} />
          ))}
        </ul>
      )}
    </>
  )
}

const Row = ({ job }: { job: DeadJob }) => (
  <li className={styles.job}>
    <div className={styles.what}>
      <strong className="mono">{job.job}</strong>
      <span>{job.error}</span>
      <span className={styles.beside}>
        {formatMoment(job.died_at)}, after {countOf(job.retries, 'retry', 'retries')}
      </span>
    </div>
    <div className={styles.links}>
      <RecordButtons record={{ ...job, allowed: [] }} actions={jobActions} size="small" />
    </div>
  </li>
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
