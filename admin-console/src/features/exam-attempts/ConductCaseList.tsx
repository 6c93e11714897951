import type { ConductCaseRow } from '@flagyard/api-types'
import { attemptLink } from '@flagyard/api-types/console-links'
import { Chip } from '@flagyard/ui/Chip'
import { Link } from 'react-router-dom'
import { useCall } from '../../crud/calls.tsx'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { choices, type Filters, select } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { formatDay } from '../../lib/format.ts'
import { AttemptState } from './AttemptState.tsx'

const Col = Column<ConductCaseRow>

/** Conduct cases of all candidates, undecided ones first. Each is decided on the page of its attempt. */
export default function ConductCaseList() {
  // If the exams fail to load, only this filter is affected.
  const { data: exams = [] } = useCall('listExamChoices')
  const filters: Filters<'listConductCases'> = {
    state: choices('State', labels),
    exam: select(
      'Exam',
      exams.map(({ slug, title }) => ({ value: slug, label: title })),
    ),
  }
  return (
    <CrudList<'listConductCases'> filters={filters}>
      <Rows<ConductCaseRow>
        primaryText={candidate}
        tertiaryText={stateOf}
        secondaryText={(row) => `${examOf(row)} · opened ${formatDay(row.created_at)} · ${answerOf(row)}`}
        empty="No conduct cases. Open one from an exam attempt."
      >
        <Col source="username" label="Candidate" long render={candidate} />
        <Col source="title" label="Exam" wraps render={examOf} />
        <Col source="attempt_state" label="Attempt" render={attemptState} />
        <Col source="state" label="State" render={stateOf} />
        <Col source="created_at" label="Opened" render={(row) => formatDay(row.created_at)} />
        <Col source="answered_at" label="Answer" wraps render={answerOf} />
      </Rows>
    </CrudList>
  )
}

/** Link to the attempt, where the case is decided. */
const candidate = ({ username, attempt_id }: ConductCaseRow) => (
  <Link to={attemptLink(username, attempt_id)} aria-label={`Open the case of ${username}`}>
    {username}
  </Link>
)

const examOf = ({ title, attempt_number }: ConductCaseRow) => `${title} · attempt ${attempt_number}`

const tones = { open: 'warn', dismissed: 'good', disqualified: 'bad' } as const
const labels = { open: 'Open', dismissed: 'Dismissed', disqualified: 'Disqualified' } as const
const stateOf = ({ state }: ConductCaseRow) => <Chip tone={tones[state]}>{labels[state]}</Chip>
const attemptState = ({ attempt_state }: ConductCaseRow) => <AttemptState state={attempt_state} />

function answerOf({ state, answered_at, answer_until }: ConductCaseRow): string {
  if (answered_at) return `answered ${formatDay(answered_at)}`
  return state === 'open' ? `due by ${formatDay(answer_until)}` : 'not answered'
}
