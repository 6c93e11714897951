import type { BulkJob } from '@flagyard/api-types'
import { bulkActionOf, capabilitiesOf } from '@flagyard/api-types/bulk/actions'
import { consolePaths, filteredList } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { ProgressBar } from '@flagyard/ui/ProgressBar'
import { Spinner } from '@flagyard/ui/Spinner'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { Missing } from '../../layout/Missing.tsx'
import { ScreenHeader } from '../../layout/ScreenHeader.tsx'
import { formatCount, formatMoment } from '../../lib/format.ts'
import { useAction } from '../../lib/useAction.ts'
import { useCall } from '../../lib/useCall.ts'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import styles from './BulkJobPage.module.css'
import { FailedRows } from './FailedRows.tsx'
import { JobChip } from './JobChip.tsx'
import { outcomeOf, runs, titleOf } from './words.ts'

const back = { to: consolePaths.listBulkJobs, label: 'Bulk work' }

/** How far a job is, what became of its rows, and what can still be done about it. */
export default function BulkJobPage() {
  const { id = '' } = useParams()
  const {
    data: job,
    error,
    refetch,
  } = useCall(
    'getBulkJob',
    { job_id: id },
    { staleTime: 0, refetchInterval: ({ state }) => (state.data && !runs(state.data as BulkJob) ? false : 1_000) },
  )
  if (!job)
    return (
      <>
        <ScreenHeader title="Bulk work" back={back} />
        {error ? (
          <Missing what="work" error={error} back={back} onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading the work" />
        )}
      </>
    )
  return (
    <>
      <ScreenHeader
        title={titleOf(job)}
        back={back}
        about={<JobChip state={job.state} />}
        actions={<Actions job={job} onDone={() => void refetch()} />}
      />
      <div className={styles.page}>
        <Card className={styles.card}>
          <p className={styles.outcome} role="status">
            {outcomeOf(job)}
          </p>
          <ProgressBar
            value={(100 * (job.done + job.failed)) / Math.max(1, job.total)}
            label="How much of it is over"
          />
          {job.stopped_because && <p>{job.stopped_because} What was done until then stays done.</p>}
          <Facts job={job} />
        </Card>
        {job.failed > 0 && <FailedRows job={job} />}
      </div>
    </>
  )
}

function Actions({ job, onDone }: { job: BulkJob; onDone: () => void }) {
  const may = useCapabilities()
  const navigate = useNavigate()
  const [cancel, cancelling] = useAction('Cancelled', (provider) => provider.call('cancelBulkJob', { job_id: job.id }))
  const [undo, undoing] = useAction('Being undone', async (provider) => {
    const undone = await provider.call('undoBulkJob', { job_id: job.id })
    navigate(consolePaths.bulkJob(undone.id))
  })
  if (!capabilitiesOf(job.action)?.some((one) => may.has(one))) return null
  if (runs(job))
    return (
      <Button busy={cancelling} onClick={() => void cancel().then(onDone)}>
        Cancel the rest
      </Button>
    )
  if (job.undone_by || !job.undo_until || Date.parse(job.undo_until) < Date.now()) return null
  return (
    <Button busy={undoing} onClick={() => void undo()}>
      Undo
    </Button>
  )
}

function Facts({ job }: { job: BulkJob }) {
  const audit = filteredList('listAudit', { job_id: job.id })
  return (
    <>
      <dl className={styles.facts}>
        <Fact label="Rows" value={formatCount(job.total)} />
        <Fact label="Started by" value={job.actor} />
        <Fact label="Started" value={formatMoment(job.created_at)} />
        {job.finished_at && <Fact label="Ended" value={formatMoment(job.finished_at)} />}
        {job.reason && <Fact label="Reason" value={job.reason} />}
        {job.undo_until && !job.undone_by && <Fact label="Can be undone until" value={formatMoment(job.undo_until)} />}
      </dl>
      <p className={styles.links}>
        <Link to={consolePaths[bulkActionOf(job.action).list]}>To the list</Link>
        <Link to={audit}>Its entries in the audit log</Link>
        {job.undone_by && <Link to={consolePaths.bulkJob(job.undone_by)}>This was undone</Link>}
        {job.undoes && <Link to={consolePaths.bulkJob(job.undoes)}>What this undoes</Link>}
      </p>
    </>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
