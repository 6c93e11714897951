import type { DeadJob } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Empty } from '@flagyard/ui/Feedback'
import { ActionButton } from '../../crud/actions/ActionButton.tsx'
import { CallButton } from '../../crud/actions/action-table.tsx'
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

const Row = ({ job: { id, job, died_at, retries, error } }: { job: DeadJob }) => (
  <li className={styles.job}>
    <div className={styles.what}>
      <strong className="mono">{job}</strong>
      <span>{error}</span>
      <span className={styles.beside}>
        {formatMoment(died_at)}, after {countOf(retries, 'retry', 'retries')}
      </span>
    </div>
    <div className={styles.links}>
      <ActionButton
        operation="dismissDeadJob"
        label="Discard…"
        size="small"
        title={`Discard ${job}`}
        color="error"
        call={(provider) => provider.call('dismissDeadJob', { id })}
        successMessage="Job discarded"
        submitLabel="Discard job"
      >
        <p>Its work will not be done, and you cannot retry it afterwards.</p>
      </ActionButton>
      <CallButton
        operation="reviveDeadJob"
        size="small"
        variant="contained"
        color="primary"
        call={(provider) => provider.call('reviveDeadJob', { id })}
        successMessage="Job queued again"
      >
        Retry
      </CallButton>
    </div>
  </li>
)
