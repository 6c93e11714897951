import type { ExtraPointsRow } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Chip } from '@flagyard/ui/Chip'
import { Link } from 'react-router-dom'
import { CrudList } from '../../crud/CrudList.tsx'
import { choices, type Filters } from '../../crud/filters.tsx'
import { Column, Rows } from '../../crud/Rows.tsx'

import { formatMoment } from '../../lib/format.ts'
import { AttemptState } from './AttemptState.tsx'
import DecideExtraPoints, { PullRequestLink } from './DecideExtraPoints.tsx'

const filters: Filters<'listExtraPoints'> = {
  state: choices('State', [
    ['pending', 'Waits'],
    ['approved', 'Approved'],
    ['refused', 'Refused'],
  ]),
}

/** Pull requests for extra points, longest waiting first. */
export default function ExtraPointsList() {
  return (
    <CrudList<'listExtraPoints'> filters={filters}>
      <Rows<ExtraPointsRow>
        hiddenColumns={['reason']}
        primaryText={(row) => <Candidate row={row} />}
        tertiaryText={(row) => <State row={row} />}
        secondaryText={(row) => (
          <>
            {row.title} · <PullRequestLink url={row.url} />
            <div className="row-actions">
              <Decide row={row} />
            </div>
          </>
        )}
        empty="Pull requests that candidates send for extra points appear here."
      >
        <Column<ExtraPointsRow>
          source="username"
          label="Candidate"
          cellClassName="long"
          render={(row) => <Candidate row={row} />}
        />
        <Column<ExtraPointsRow> source="title" label="Exam" cellClassName="wraps" />
        <Column<ExtraPointsRow>
          source="attempt_state"
          label="Attempt"
          render={(row) => <AttemptState state={row.attempt_state} />}
        />
        <Column<ExtraPointsRow>
          source="url"
          label="Pull request"
          cellClassName="long"
          render={(row) => <PullRequestLink url={row.url} />}
        />
        <Column<ExtraPointsRow> source="state" label="State" render={(row) => <State row={row} />} />
        <Column<ExtraPointsRow> source="created_at" label="Sent" render={(row) => formatMoment(row.created_at)} />
        <Column<ExtraPointsRow> source="reason" label="Reason" cellClassName="wraps" />
        <Column<ExtraPointsRow> source="id" label="Decision" isAction render={(row) => <Decide row={row} />} />
      </Rows>
    </CrudList>
  )
}

const Candidate = ({ row }: { row: ExtraPointsRow }) => (
  <Link to={`${consolePaths.user(row.username)}/exams`}>{row.username}</Link>
)

const tones = { pending: 'warn', approved: 'good', refused: 'neutral' } as const
const labels = { pending: 'Waits', approved: 'Approved', refused: 'Refused' } as const

const State = ({ row }: { row: ExtraPointsRow }) => (
  <Chip tone={tones[row.state]}>{row.state === 'approved' ? `+${row.points}` : labels[row.state]}</Chip>
)

const Decide = ({ row }: { row: ExtraPointsRow }) =>
  row.allowed.includes('decide') ? <DecideExtraPoints username={row.username} exam={row.exam} request={row} /> : null
