import type { BulkJob } from '@flagyard/api-types'
import { bulkActionOf } from '@flagyard/api-types/bulk/actions'
import { consolePaths, listScreenOf } from '@flagyard/api-types/console-links'
import { ProgressBar } from '@flagyard/ui/ProgressBar'
import { FunctionField, SimpleShowLayout, TextField, useRecordSelection } from 'react-admin'
import { Link, useNavigate } from 'react-router-dom'
import { actionsOn, CallButton, RecordButtons } from '../../crud/actions/action-table.tsx'
import { RecordPage } from '../../crud/record/RecordPage.tsx'
import { formatCount, formatMoment } from '../../lib/format.ts'
import { useReadsPeople } from '../../lib/useCapabilities.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import { auditLink } from '../audit/AuditButton.tsx'
import styles from './BulkJobShow.module.css'
import { JobRows } from './JobRows.tsx'
import { isRunning, JobStateChip, outcomeOf, resourceOf, titleOf } from './labels.tsx'

export default function BulkJobShow() {
  const readsPeople = useReadsPeople()
  return (
    <RecordPage<BulkJob>
      recordLabel="bulk job"
      refetchWhile={isRunning}
      title={titleOf}
      about={JobStateChip}
      actions={(job) => <RecordButtons record={job} actions={jobActions} />}
    >
      {(job) => (
        <div className={styles.page}>
          <section className={styles.card} aria-label="Outcome">
            <p className={styles.outcome} role="status">
              {outcomeOf(job)}
            </p>
            <ProgressBar value={(100 * (job.done + job.failed)) / Math.max(1, job.total)} label="Progress" />
            {job.stopped_because && <p>{job.stopped_because} Completed rows are not undone.</p>}
            <Facts job={job} />
            <Links job={job} />
          </section>
          {readsPeople && job.failed > 0 && <FailedRows job={job} />}
          {readsPeople && job.done > 0 && !isRunning(job) && (
            <JobRows job={job} state="done" title={`${formatCount(job.done)} ${bulkActionOf(job.action).done}`} />
          )}
        </div>
      )}
    </RecordPage>
  )
}

const action = actionsOn<BulkJob>()

const jobActions = [
  action({
    name: 'cancel',
    operation: 'cancelBulkJob',
    label: 'Cancel remaining',
    input: ({ id }) => ({ job_id: id }),
    success: 'Remaining rows cancelled',
  }),
  action({
    name: 'undo',
    operation: 'undoBulkJob',
    label: 'Undo',
    input: ({ id }) => ({ job_id: id }),
    success: 'Undo started',
    redirectTo: ({ id }) => id,
  }),
]

const Facts = ({ job }: { job: BulkJob }) => (
  <SimpleShowLayout>
    <FunctionField label="Rows" render={() => formatCount(job.total)} />
    <TextField source="actor" label="Started by" />
    <FunctionField label="Started" render={() => formatMoment(job.created_at)} />
    {job.finished_at && <FunctionField label="Ended" render={() => formatMoment(job.finished_at ?? '')} />}
    {job.reason && <TextField source="reason" label="Reason" />}
    {job.undo_until && !job.undone_by && (
      <FunctionField label="Can be undone until" render={() => formatMoment(job.undo_until ?? '')} />
    )}
  </SimpleShowLayout>
)

function Origin({ job: { incident, action } }: { job: BulkJob }) {
  if (incident) return <Link to={consolePaths.examIncident(incident)}>View incident</Link>
  const to = listScreenOf(bulkActionOf(action).list)
  return to ? <Link to={to}>View list</Link> : null
}

function Links({ job }: { job: BulkJob }) {
  const readsPeople = useReadsPeople()
  return (
    <p className={styles.links}>
      <Origin job={job} />
      {readsPeople && <Link to={auditLink({ job_id: job.id })}>Audit log entries</Link>}
      {job.undone_by && <Link to={consolePaths.bulkJob(job.undone_by)}>Undone by</Link>}
      {job.undoes && <Link to={consolePaths.bulkJob(job.undoes)}>Undoes</Link>}
    </p>
  )
}

/** Maximum number of rows for which the list is also filtered; beyond it, rows are only selected. */
const MOST_SHOWN = 100
/** Maximum number of rows in a bulk action by ID. */
const MOST_SELECTED = 10_000
const PER_PAGE = 1_000
const sort = { field: 'position', order: 'ASC' } as const

/** Failed rows with their reasons, and a button that selects them in the list to retry. */
const FailedRows = ({ job }: { job: BulkJob }) => (
  <JobRows job={job} state="failed" title={`${formatCount(job.failed)} failed`}>
    {!job.incident && <SelectAgain job={job} />}
  </JobRows>
)

function SelectAgain({ job }: { job: BulkJob }) {
  const navigate = useNavigate()
  const resource = resourceOf(job)
  const [, { select }] = useRecordSelection({ resource })
  const open = (ids: string[]) => {
    select(ids)
    const screen = listScreenOf(bulkActionOf(job.action).list)
    if (screen)
      navigate(
        ids.length <= MOST_SHOWN ? `${screen}?filter=${encodeURIComponent(JSON.stringify({ id: ids }))}` : screen,
      )
  }
  return (
    <div>
      <CallButton
        operation="listBulkItems"
        call={(provider) => listFailed(provider, job)}
        onSuccess={open}
        successMessage="Failed rows selected in the list"
      >
        Select failed rows
      </CallButton>
    </div>
  )
}

async function listFailed(provider: ConsoleDataProvider, job: BulkJob): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ids.length < Math.min(job.failed, MOST_SELECTED); page += 1) {
    const filter = { job: job.id, state: 'failed' }
    const { data } = await provider.getList('bulk_items', { filter, pagination: { page, perPage: PER_PAGE }, sort })
    ids.push(...data.map(({ id }) => id))
    if (data.length < PER_PAGE) break
  }
  return ids
}
