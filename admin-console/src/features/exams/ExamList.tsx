import type { ExamRow } from '@flagyard/api-types'
import { DataTable } from 'react-admin'
import { cloudNames, countOf, formatAgo, formatMinutes, formatMoney } from '../../lib/format.ts'
import { FilterChoices } from '../../lists/FilterChoices.tsx'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { ListTable } from '../../lists/ListTable.tsx'
import { RecordLink } from '../../lists/RecordLink.tsx'
import { Search } from '../../lists/Search.tsx'
import { StatusChip, statusChoices } from '../../lists/StatusChip.tsx'

export default function ExamList() {
  return (
    <ListScreen<ExamRow>
      title="Exams"
      of={['exam', 'exams']}
      sort={{ field: 'title', order: 'ASC' }}
      filters={
        <>
          <Search label="Title or slug" />
          <FilterChoices label="Status" choices={statusChoices(['published', 'draft', 'archived'])} />
          <FilterChoices
            label="Cloud"
            choices={Object.entries(cloudNames).map(([cloud, label]) => ({ label, value: { cloud } }))}
          />
        </>
      }
      table={<Table />}
      card={{
        head: (exam) => exam.title,
        mark: (exam) => <StatusChip status={exam.status} />,
        more: (exam) =>
          `${cloudNames[exam.cloud]} · ${countOf(exam.attempts_taken, 'attempt')} · ${exam.passed} passed`,
      }}
      empty="Exams appear here once they are written."
    />
  )
}

function Table() {
  return (
    <ListTable rowClick="edit">
      <DataTable.Col
        source="title"
        cellClassName="wraps"
        label="Title"
        render={(exam: ExamRow) => <RecordLink>{exam.title}</RecordLink>}
      />
      <DataTable.Col source="status" label="Status" render={(exam: ExamRow) => <StatusChip status={exam.status} />} />
      <DataTable.Col source="cloud" label="Cloud" disableSort render={(exam: ExamRow) => cloudNames[exam.cloud]} />
      <DataTable.Col
        align="right"
        source="duration_minutes"
        label="Time"
        disableSort
        render={(exam: ExamRow) => formatMinutes(exam.duration_minutes)}
      />
      <DataTable.NumberCol source="attempts_taken" label="Attempts" disableSort />
      <DataTable.NumberCol source="passed" label="Passed" disableSort />
      <DataTable.Col
        align="right"
        source="price"
        label="Price"
        disableSort
        render={(exam: ExamRow) => formatMoney(exam.price)}
      />
      <DataTable.Col source="updated_at" label="Changed" render={(exam: ExamRow) => formatAgo(exam.updated_at)} />
    </ListTable>
  )
}
