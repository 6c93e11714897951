import { CrudList } from '../../crud/CrudList.tsx'
import { byLink, choices, day, type Filters, select, text } from '../../crud/filters.tsx'
import { optionsOf } from '../../lib/format.ts'
import { AuditRows } from './AuditRows.tsx'
import { actionLabel, actionOptions, subjectNames } from './labels.ts'

const filters: Filters<'listAudit'> = {
  actor: text('Who'),
  action: select('What', actionOptions, actionLabel),
  subject_id: text('On'),
  from: day('From', 'start'),
  until: day('Until', 'end'),
  subject_type: choices('About', optionsOf(subjectNames)),
  job_id: byLink('Bulk job', () => 'one'),
}

export default function AuditList() {
  return (
    <CrudList<'listAudit'> filters={filters}>
      <AuditRows withSubject empty="Every change an administrator makes is recorded here as it happens." />
    </CrudList>
  )
}
