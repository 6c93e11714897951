import type { BulkJob } from '@flagyard/api-types'
import { bulkActionNames, bulkActionOf } from '@flagyard/api-types/bulk/actions'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { byLink, choices, type Filters, search } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { RecordLink } from '../../crud/list/row-focus.tsx'
import { formatAgo } from '../../lib/format.ts'
import { JobStateChip, jobStates, outcomeOf, titleOf } from './labels.tsx'

const Col = Column<BulkJob>

const filters: Filters<'listBulkJobs'> = {
  q: search('Administrator or reason'),
  state: choices('State', jobStates),
  incident: byLink('Incident', () => 'one incident'),
  action: choices(
    'Action',
    bulkActionNames.map((action) => [action, bulkActionOf(action).title] as const),
  ),
}

export default function BulkJobList() {
  return (
    <CrudList<'listBulkJobs'> filters={filters}>
      <Rows<BulkJob>
        primaryText={titleOf}
        tertiaryText={JobStateChip}
        secondaryText={(job) => `${outcomeOf(job)} · ${job.actor} · ${formatAgo(job.created_at)}`}
        empty="No bulk jobs yet. Jobs appear here when you run an action on several rows of a list."
      >
        <Col source="action" label="Action" render={(job) => <RecordLink>{titleOf(job)}</RecordLink>} />
        <Col source="state" label="State" render={JobStateChip} />
        <Col source="done" label="Outcome" render={outcomeOf} />
        <Col source="actor" label="Administrator" />
        <Col source="reason" label="Reason" wraps />
        <Col source="created_at" label="Started" render={(job) => formatAgo(job.created_at)} />
      </Rows>
    </CrudList>
  )
}
