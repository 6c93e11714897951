import type { FeedbackFormRow } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { CrudList, NewButton } from '../../crud/list/CrudList.tsx'
import { choices, type Filters, search } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { countOf, formatAgo } from '../../lib/format.ts'

const Col = Column<FeedbackFormRow>

const filters: Filters<'listFeedbackForms'> = {
  q: search('Title'),
  archived: choices('Archived', [
    [false, 'In use'],
    [true, 'Archived'],
  ]),
}

export default function FeedbackFormList() {
  return (
    <CrudList<'listFeedbackForms'> filters={filters} actions={<NewButton />}>
      <Rows<FeedbackFormRow>
        primaryText={(form) => form.title}
        tertiaryText={stateOf}
        secondaryText={(form) => `${countOf(form.questions, 'question')} · ${countOf(form.responses, 'response')}`}
        empty="No feedback forms yet. A form contains the questions that a course asks its learners."
      >
        <Col source="title" label="Title" wraps link />
        <Col source="archived_at" label="State" render={stateOf} />
        <Col source="questions" label="Questions" align="right" />
        <Col source="courses" label="Courses" align="right" />
        <Col source="responses" label="Responses" align="right" />
        <Col source="updated_at" label="Changed" render={(form) => formatAgo(form.updated_at)} />
      </Rows>
    </CrudList>
  )
}

/** An unused form is shown as information, not as a problem. */
const stateOf = ({ archived_at, courses }: FeedbackFormRow) =>
  archived_at ? (
    <Chip tone="neutral">Archived</Chip>
  ) : courses > 0 ? (
    <Chip tone="good">In use</Chip>
  ) : (
    <Chip tone="info">Not used</Chip>
  )
