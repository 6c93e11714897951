import type { BulkJob } from '@flagyard/api-types'
import { DataTable } from 'react-admin'
import { formatAgo } from '../../lib/format.ts'
import { FilterChoices } from '../../lists/FilterChoices.tsx'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { ListTable } from '../../lists/ListTable.tsx'
import { RecordLink } from '../../lists/RecordLink.tsx'
import { JobChip } from './JobChip.tsx'
import { outcomeOf, titleOf } from './words.ts'

export default function BulkJobList() {
  return (
    <ListScreen<BulkJob>
      title="Bulk work"
      of={['job', 'jobs']}
      sort={{ field: 'created_at', order: 'DESC' }}
      filters={
        <FilterChoices
          label="State"
          choices={[
            { label: 'Waiting', value: { state: 'waiting' } },
            { label: 'Running', value: { state: 'running' } },
            { label: 'Done', value: { state: 'done' } },
            { label: 'Cancelled', value: { state: 'cancelled' } },
            { label: 'Stopped', value: { state: 'failed' } },
          ]}
        />
      }
      table={<Table />}
      card={{
        head: (job) => titleOf(job),
        mark: (job) => <JobChip state={job.state} />,
        more: (job) => `${outcomeOf(job)} · ${job.actor} · ${formatAgo(job.created_at)}`,
      }}
      empty="Choose rows in a list and do something to all of them: the work is told here, while it runs and afterwards."
    />
  )
}

function Table() {
  return (
    <ListTable rowClick="edit">
      <DataTable.Col
        source="action"
        label="What"
        disableSort
        render={(job: BulkJob) => <RecordLink>{titleOf(job)}</RecordLink>}
      />
      <DataTable.Col
        source="state"
        label="State"
        disableSort
        render={(job: BulkJob) => <JobChip state={job.state} />}
      />
      <DataTable.Col source="done" label="Outcome" disableSort render={(job: BulkJob) => outcomeOf(job)} />
      <DataTable.Col source="actor" label="Who" disableSort />
      <DataTable.Col source="reason" cellClassName="wraps" label="Reason" disableSort />
      <DataTable.Col source="created_at" label="When" render={(job: BulkJob) => formatAgo(job.created_at)} />
    </ListTable>
  )
}
