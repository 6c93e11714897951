import type { FeedbackFormRow } from '@flagyard/api-types'
import { Column } from '../../crud/Column.tsx'
import { CrudList } from '../../crud/CrudList.tsx'
import { choices, type Filters, search } from '../../crud/filters.tsx'
import { RecordLink } from '../../crud/RecordLink.tsx'
import { Rows } from '../../crud/Rows.tsx'
import { countOf, formatAgo } from '../../lib/format.ts'

const filters: Filters<'listFeedbackForms'> = {
  q: search('Title'),
  archived: choices('Archived', [
    [false, 'In use'],
    [true, 'Archived'],
  ]),
}

export default function FeedbackFormList() {
  return (
    <CrudList<'listFeedbackForms'> filters={filters}>
      <Rows<FeedbackFormRow>
        primaryText={(form) => form.title}
        secondaryText={(form) => `${countOf(form.questions, 'question')} · ${countOf(form.responses, 'response')}`}
        empty="Forms appear here once they are made; each course can ask with one."
      >
        <Column<FeedbackFormRow>
          source="title"
          label="Title"
          cellClassName="wraps"
          render={(form) => <RecordLink>{form.title}</RecordLink>}
        />
        <Column<FeedbackFormRow> source="questions" label="Questions" align="right" />
        <Column<FeedbackFormRow> source="courses" label="Courses" align="right" />
        <Column<FeedbackFormRow> source="responses" label="Responses" align="right" />
        <Column<FeedbackFormRow> source="updated_at" label="Changed" render={(form) => formatAgo(form.updated_at)} />
      </Rows>
    </CrudList>
  )
}
