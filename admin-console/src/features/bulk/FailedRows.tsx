import type { BulkJob } from '@flagyard/api-types'
import { bulkActionOf } from '@flagyard/api-types/bulk/actions'
import { listScreenOf } from '@flagyard/api-types/links'
import { useRecordSelection } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { CallButton } from '../../crud/actions.tsx'
import { formatCount } from '../../lib/format.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import { JobRows } from './JobRows.tsx'
import { resourceOf } from './labels.ts'

/** Maximum number of rows for which the list is also filtered; beyond it, rows are only selected. */
const MOST_SHOWN = 100
/** Maximum number of rows in a bulk action by ID. */
const MOST_SELECTED = 10_000
const PER_PAGE = 1_000
const sort = { field: 'position', order: 'ASC' } as const

/** Failed rows with their reasons, and a button that selects them in the list to retry. */
export const FailedRows = ({ job }: { job: BulkJob }) => (
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
        successMessage="They are selected in the list"
      >
        Select the failed ones again
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
