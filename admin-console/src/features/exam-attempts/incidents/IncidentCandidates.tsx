import type { ExamIncident, IncidentCandidate } from '@flagyard/api-types'
import { attemptLink } from '@flagyard/api-types/links'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { RelatedList } from '../../../crud/RelatedList.tsx'
import { Column, Rows } from '../../../crud/Rows.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { AttemptState } from '../AttemptState.tsx'
import { clockOf, environmentNames, lostOf } from './incident-words.ts'

/** All candidates in scope. Polled while the incident is open. */
export function IncidentCandidates({ incident }: { incident: ExamIncident }) {
  return (
    <RelatedList
      reference="incident_candidates"
      target="incident"
      resourceLabel={['candidate', 'candidates']}
      {...(incident.state !== 'ended' && { refetchInterval: REFETCH_MS })}
    >
      <Rows<IncidentCandidate>
        primaryText={(row) => (
          <Candidate row={row}>
            <bdi>{row.full_name}</bdi>
          </Candidate>
        )}
        tertiaryText={(row) => <AttemptState state={row.state} />}
        secondaryText={(row) => [row.title, clockOfRow(row), lostOf(row)].filter((one) => one !== '—').join(' · ')}
        empty="Nobody sits, prepares or has booked an exam that this is about."
      >
        <Column<IncidentCandidate>
          source="username"
          label="Username"
          cellClassName="long"
          render={(row) => <Candidate row={row}>{row.username}</Candidate>}
        />
        <Column<IncidentCandidate> source="full_name" label="Name" cellClassName="long" />
        <Column<IncidentCandidate> source="title" label="Exam" cellClassName="wraps" />
        <Column<IncidentCandidate> source="state" label="State" render={(row) => <AttemptState state={row.state} />} />
        <Column<IncidentCandidate>
          source="scheduled_at"
          label="Hour"
          render={(row) => (row.scheduled_at ? formatMoment(row.scheduled_at) : '—')}
        />
        <Column<IncidentCandidate> source="seconds_left" label="Clock" cellClassName="wraps" render={clockOfRow} />
        <Column<IncidentCandidate> source="stood_seconds" label="Time" cellClassName="wraps" render={lostOf} />
        <Column<IncidentCandidate>
          source="environment"
          label="Environment"
          cellClassName="wraps"
          render={(row) => [environmentNames[row.environment], row.region].filter(Boolean).join(' · ')}
        />
      </Rows>
    </RelatedList>
  )
}

const REFETCH_MS = 5_000

const clockOfRow = ({ state, clock_stopped_at, active_until, seconds_left }: IncidentCandidate) =>
  clockOf({ state, stopped_at: clock_stopped_at, ends_at: active_until, seconds_left })

const Candidate = ({ row, children }: { row: IncidentCandidate; children: ReactNode }) => (
  <Link to={attemptLink(row.username, row.id)} className="record-link">
    {children}
  </Link>
)
