import type { LabRow } from '@flagyard/api-types'
import { DataTable } from 'react-admin'
import { cloudNames, countOf, formatAgo, formatMinutes, levelNames } from '../../lib/format.ts'
import { FilterChoices } from '../../lists/FilterChoices.tsx'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { ListTable } from '../../lists/ListTable.tsx'
import { RecordLink } from '../../lists/RecordLink.tsx'
import { Search } from '../../lists/Search.tsx'
import { StatusChip, statusChoices } from '../../lists/StatusChip.tsx'

export default function LabList() {
  return (
    <ListScreen<LabRow>
      title="Labs"
      of={['lab', 'labs']}
      sort={{ field: 'title', order: 'ASC' }}
      filters={
        <>
          <Search label="Title or slug" />
          <FilterChoices label="Status" choices={statusChoices(['published', 'draft', 'archived'])} />
          <FilterChoices
            label="Cloud"
            choices={Object.entries(cloudNames).map(([cloud, label]) => ({ label, value: { cloud } }))}
          />
          <FilterChoices
            label="Difficulty"
            choices={Object.entries(levelNames).map(([difficulty, label]) => ({ label, value: { difficulty } }))}
          />
        </>
      }
      table={<Table />}
      card={{
        head: (lab) => lab.title,
        mark: (lab) => <StatusChip status={lab.status} />,
        more: (lab) =>
          `${cloudNames[lab.cloud]} · ${levelNames[lab.difficulty]} · ${countOf(lab.deployments, 'deployment')}`,
      }}
      empty="Labs appear here once they are written."
    />
  )
}

function Table() {
  return (
    <ListTable rowClick="edit" hiddenColumns={['updated_at']}>
      <DataTable.Col
        source="title"
        cellClassName="wraps"
        label="Title"
        render={(lab: LabRow) => <RecordLink>{lab.title}</RecordLink>}
      />
      <DataTable.Col source="status" label="Status" render={(lab: LabRow) => <StatusChip status={lab.status} />} />
      <DataTable.Col source="cloud" label="Cloud" disableSort render={(lab: LabRow) => cloudNames[lab.cloud]} />
      <DataTable.Col
        source="difficulty"
        label="Difficulty"
        disableSort
        render={(lab: LabRow) => levelNames[lab.difficulty]}
      />
      <DataTable.Col
        align="right"
        source="duration_minutes"
        label="Time"
        disableSort
        render={(lab: LabRow) => formatMinutes(lab.duration_minutes)}
      />
      <DataTable.NumberCol source="flags" label="Flags" disableSort />
      <DataTable.NumberCol source="deployments" label="Deployments" disableSort />
      <DataTable.Col source="updated_at" label="Changed" render={(lab: LabRow) => formatAgo(lab.updated_at)} />
    </ListTable>
  )
}
