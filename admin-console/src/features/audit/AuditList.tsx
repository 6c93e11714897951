import type { AuditEntry } from '@flagyard/api-types'
import { DataTable } from 'react-admin'
import { formatMoment } from '../../lib/format.ts'
import { FilterChoices } from '../../lists/FilterChoices.tsx'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { ListTable } from '../../lists/ListTable.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { Difference } from './Difference.tsx'
import { actionWords } from './words.ts'

export default function AuditList() {
  return (
    <ListScreen<AuditEntry>
      title="Audit"
      of={['change', 'changes']}
      sort={{ field: 'at', order: 'DESC' }}
      filters={
        <>
          <AuditFilters />
          <FilterChoices
            label="About"
            choices={[
              { label: 'Accounts of people', value: { subject_type: 'user' } },
              { label: 'Cloud accounts', value: { subject_type: 'cloud_account' } },
              { label: 'Deployments', value: { subject_type: 'deployment' } },
              { label: 'Banners', value: { subject_type: 'banner' } },
            ]}
          />
        </>
      }
      table={<Table />}
      card={{
        plain: true,
        head: (entry) => `${actionWords(entry.action)} · ${entry.subject_id}`,
        more: (entry) =>
          `${entry.actor ?? 'the system'} · ${formatMoment(entry.at)}${entry.reason ? ` · ${entry.reason}` : ''}`,
      }}
      empty="Every change that an administrator makes is written down here, in the moment it is made."
    />
  )
}

function Table() {
  return (
    <ListTable rowClick={false} hiddenColumns={['address']}>
      <DataTable.Col
        source="at"
        cellClassName="long"
        label="When"
        render={(entry: AuditEntry) => formatMoment(entry.at)}
      />
      <DataTable.Col
        source="actor"
        label="Who"
        disableSort
        render={(entry: AuditEntry) => entry.actor ?? 'the system'}
      />
      <DataTable.Col
        source="action"
        cellClassName="long"
        label="What"
        disableSort
        render={(entry: AuditEntry) => actionWords(entry.action)}
      />
      <DataTable.Col
        source="subject_id"
        cellClassName="long"
        label="On"
        disableSort
        render={(entry: AuditEntry) => <span className="mono">{entry.subject_id}</span>}
      />
      <DataTable.Col
        source="reason"
        cellClassName="wraps"
        label="Reason"
        disableSort
        render={(entry: AuditEntry) => entry.reason ?? '—'}
      />
      <DataTable.Col source="address" label="From" disableSort render={(entry: AuditEntry) => entry.address ?? '—'} />
      <DataTable.Col
        source="after"
        cellClassName="long"
        label="Change"
        disableSort
        render={(entry: AuditEntry) => <Difference entry={entry} />}
      />
    </ListTable>
  )
}
