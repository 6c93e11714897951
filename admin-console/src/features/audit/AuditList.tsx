import { CrudList } from '../../crud/list/CrudList.tsx'
import { byLink, choices, day, type Filters, select, text } from '../../crud/list/filters.tsx'
import { optionsOf } from '../../lib/format.ts'
import { useReadsPeople } from '../../lib/useCapabilities.ts'
import { AuditRows } from './AuditRows.tsx'
import { actionLabel, actionOptions, contentActionOptions, contentSubjects, subjectNames } from './labels.ts'

const filtersFor = (readsPeople: boolean): Filters<'listAudit'> => ({
  actor: text('Who'),
  action: select('What', readsPeople ? actionOptions : contentActionOptions, actionLabel),
  subject_id: text('On'),
  from: day('From', 'start'),
  until: day('Until', 'end'),
  subject_type: choices(
    'About',
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
        readsPeople ? undefined : 'Changes to content. All other entries need the capability support, finance or owner.'
      }
    >
      <AuditRows
        withSubject
        empty={`Every change an administrator makes ${readsPeople ? '' : 'to content '}is recorded here as it happens.`}
      />
    </CrudList>
  )
}
