import type { ExtraPointsRow } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Chip } from '@flagyard/ui/Chip'
import { Link } from 'react-router-dom'
import { RecordButtons } from '../../crud/actions.tsx'
import { CrudList } from '../../crud/CrudList.tsx'
import { choices, type Filters } from '../../crud/filters.tsx'
import { Column, Rows } from '../../crud/Rows.tsx'
import { formatMoment, optionsOf } from '../../lib/format.ts'
import { AttemptState } from './AttemptState.tsx'
import { extraPointsActions, PullRequestLink } from './extra-points.tsx'

const labels = { pending: 'Waits', approved: 'Approved', refused: 'Refused' } as const
const filters: Filters<'listExtraPoints'> = {
  state: choices('State', optionsOf(labels)),
}

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
        empty="Pull requests that candidates send for extra points appear here."
      >
        <Column<ExtraPointsRow> source="username" label="Candidate" cellClassName="long" render={candidate} />
        <Column<ExtraPointsRow> source="title" label="Exam" cellClassName="wraps" />
        <Column<ExtraPointsRow>
          source="attempt_state"
          label="Attempt"
          render={(row) => <AttemptState state={row.attempt_state} />}
        />
        <Column<ExtraPointsRow> source="url" label="Pull request" cellClassName="long" render={pullRequest} />
        <Column<ExtraPointsRow> source="state" label="State" render={stateOf} />
        <Column<ExtraPointsRow> source="created_at" label="Sent" render={(row) => formatMoment(row.created_at)} />
        <Column<ExtraPointsRow> source="reason" label="Reason" cellClassName="wraps" />
        <Column<ExtraPointsRow> source="id" label="Decision" isAction render={decide} />
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
