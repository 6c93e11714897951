import { CrudList } from '../../crud/list/CrudList.tsx'
import { byLink, choices, day, type Filters, select, text } from '../../crud/list/filters.tsx'
import { optionsOf } from '../../lib/format.ts'
import { useReadsPeople } from '../../lib/useCapabilities.ts'
import { AuditRows } from './AuditRows.tsx'
import { actionLabel, actionOptions, contentActionOptions, contentSubjects, subjectNames } from './labels.ts'

const filtersFor = (readsPeople: boolean): Filters<'listAudit'> => ({
  actor: text('Administrator'),
  action: select('Action', readsPeople ? actionOptions : contentActionOptions, actionLabel),
  subject_id: text('Subject'),
  from: day('From', 'start'),
  until: day('Until', 'end'),
  subject_type: choices(
    'Subject type',
    optionsOf(subjectNames).filter(([type]) => readsPeople || contentSubjects.includes(type)),
  ),
  job_id: byLink('Bulk job', () => 'one'),
})

export default function AuditList() {
  const readsPeople = useReadsPeople()
  return (
    <CrudList<'listAudit'>
      filters={filtersFor(readsPeople)}
      about={
        readsPeople
          ? undefined
          : 'Content changes only. To see other entries, you need the support, finance or owner capability.'
      }
    >
      <AuditRows
        withSubject
        empty={`No entries yet. Every change by an administrator ${readsPeople ? '' : 'to content '}is recorded here.`}
      />
    </CrudList>
  )
}
