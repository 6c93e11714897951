import type { ExtraPointsRow } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Chip } from '@flagyard/ui/Chip'
import { Link } from 'react-router-dom'
import { RecordButtons } from '../../crud/actions/action-table.tsx'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { choices, type Filters } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { formatMoment } from '../../lib/format.ts'
import { AttemptState } from './AttemptState.tsx'
import { extraPointsActions, PullRequestLink } from './extra-points.tsx'

const Col = Column<ExtraPointsRow>

const labels = { pending: 'Pending', approved: 'Approved', refused: 'Refused' } as const
const filters: Filters<'listExtraPoints'> = { state: choices('State', labels) }

/** Pull requests for extra points, longest waiting first. */
export default function ExtraPointsList() {
  return (
    <CrudList<'listExtraPoints'> filters={filters}>
      <Rows<ExtraPointsRow>
        hiddenColumns={['reason']}
        primaryText={candidate}
        tertiaryText={stateOf}
        secondaryText={(row) => (
          <>
            {row.title} · <PullRequestLink url={row.url} />
            <div className="row-actions">{decide(row)}</div>
          </>
        )}
        empty="No requests. Pull requests that candidates submit for extra points appear here."
      >
        <Col source="username" label="Candidate" long render={candidate} />
        <Col source="title" label="Exam" wraps />
        <Col source="attempt_state" label="Attempt" render={(row) => <AttemptState state={row.attempt_state} />} />
        <Col source="url" label="Pull request" long render={pullRequest} />
        <Col source="state" label="State" render={stateOf} />
        <Col source="created_at" label="Sent" render={(row) => formatMoment(row.created_at)} />
        <Col source="reason" label="Reason" wraps />
        <Col source="id" label="Decision" isAction render={decide} />
      </Rows>
    </CrudList>
  )
}

const candidate = ({ username }: ExtraPointsRow) => <Link to={`${consolePaths.user(username)}/exams`}>{username}</Link>

const tones = { pending: 'warn', approved: 'good', refused: 'neutral' } as const

const stateOf = ({ state, points }: ExtraPointsRow) => (
  <Chip tone={tones[state]}>{state === 'approved' ? `+${points}` : labels[state]}</Chip>
)

const pullRequest = ({ url }: ExtraPointsRow) => <PullRequestLink url={url} />

const decide = (row: ExtraPointsRow) => <RecordButtons record={row} actions={extraPointsActions} size="small" />
