import type { FeedbackFormRow } from '@flagyard/api-types'
import { DataTable } from 'react-admin'
import { countOf, formatAgo } from '../../lib/format.ts'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { ListTable } from '../../lists/ListTable.tsx'
import { RecordLink } from '../../lists/RecordLink.tsx'
import { Search } from '../../lists/Search.tsx'

export default function FeedbackFormList() {
  return (
    <ListScreen<FeedbackFormRow>
      title="Feedback forms"
      of={['form', 'forms']}
      sort={{ field: 'title', order: 'ASC' }}
      filters={<Search label="Title" />}
      table={<Table />}
      card={{
        head: (form) => form.title,
        more: (form) => `${countOf(form.questions, 'question')} · ${countOf(form.responses, 'response')}`,
      }}
      empty="Forms appear here once they are made; each course can ask with one."
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
        render={(form: FeedbackFormRow) => <RecordLink>{form.title}</RecordLink>}
      />
      <DataTable.NumberCol source="questions" label="Questions" disableSort />
      <DataTable.NumberCol source="courses" label="Courses" disableSort />
      <DataTable.NumberCol source="responses" label="Responses" disableSort />
      <DataTable.Col
        source="updated_at"
        label="Changed"
        render={(form: FeedbackFormRow) => formatAgo(form.updated_at)}
      />
    </ListTable>
  )
}
