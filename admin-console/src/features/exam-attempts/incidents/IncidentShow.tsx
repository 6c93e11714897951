import type { BulkJob, ExamIncident, IncidentCandidate } from '@flagyard/api-types'
import { bulkActionOf } from '@flagyard/api-types/bulk/actions'
import { attemptLink, consolePaths } from '@flagyard/api-types/console-links'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useGetList, useRefresh } from 'react-admin'
import { Link } from 'react-router-dom'
import { actionsOn, OperationButton, RecordButtons } from '../../../crud/actions/action-table.tsx'
import { RelatedList } from '../../../crud/list/RelatedList.tsx'
import { Column, Rows } from '../../../crud/list/Rows.tsx'
import { RecordCard } from '../../../crud/record/RecordCards.tsx'
import { RecordPage } from '../../../crud/record/RecordPage.tsx'
import { countOf, formatAgo, formatMoment } from '../../../lib/format.ts'
import { RecordAudit } from '../../audit/RecordAudit.tsx'
import { isRunning, JobStateChip, outcomeOf, titleOf } from '../../bulk/labels.tsx'
import { AttemptState } from '../AttemptState.tsx'
import styles from './Incident.module.css'
import { IncidentTimes } from './IncidentCreate.tsx'
import {
  clockOf,
  environmentNames,
  type IncidentActionName,
  IncidentState,
  incidentActions,
  scopeOf,
  timeChangesOf,
  timesOf,
} from './incident-words.tsx'

const Col = Column<IncidentCandidate>

export default function IncidentShow() {
  return (
    <RecordPage<ExamIncident>
      refetchWhile={({ state }) => state === 'open'}
      title={(incident) => incident.title}
      about={(incident) => (
        <>
          <IncidentState state={incident.state} /> {scopeOf(incident)}, {timesOf(incident)}
        </>
      )}
      actions={(incident) => <RecordButtons record={incident} actions={editActions} />}
    >
      {(incident) => (
        <div className={styles.page}>
          <section className={styles.card} aria-label="Actions">
            <p className={styles.state} role="status">
              {statusOf(incident)}
            </p>
            {incident.allowed.includes('act') && <IncidentActions incident={incident} />}
          </section>
          <RecordCard title="Candidates">
            <IncidentCandidates incident={incident} />
          </RecordCard>
          <IncidentJobs incident={incident} />
          <RecordCard title="History">
            <RecordAudit type="exam_incident" />
          </RecordCard>
        </div>
      )}
    </RecordPage>
  )
}

function statusOf({ standing, touched, state }: ExamIncident): string {
  if (standing > 0) return `${countOf(standing, 'exam timer')} paused by this incident`
  if (touched > 0)
    return `No exam timers are paused. ${countOf(touched, 'exam')} ${touched === 1 ? 'was' : 'were'} changed`
  return state === 'ended' ? 'No exams were changed' : 'No exams have been changed yet'
}

const editActions = [
  actionsOn<ExamIncident>()({
    name: 'update',
    operation: 'updateExamIncident',
    label: 'Edit…',
    title: 'Edit the incident',
    body: ({ standing }) => (
      <>
        <IncidentTimes />
        {standing > 0 && (
          <p className={styles.hint}>Setting the end does not resume {countOf(standing, 'paused clock')}.</p>
        )}
      </>
    ),
    defaults: ({ title, from_at, until_at }) => ({ title, from_at, until_at }),
    input: ({ id, version }, { title, from_at, until_at }) => ({
      id,
      incidentEdit: { version, title, from_at, until_at },
    }),
    submit: 'Save',
    success: 'Incident saved',
  }),
]

const IncidentDialog = lazyScreen(() => import('./IncidentDialog.tsx'))

/** Actions for all candidates, each with a dry run. The recommended next step is highlighted. */
function IncidentActions({ incident }: { incident: ExamIncident }) {
  const [open, setOpen] = useState<IncidentActionName>()
  const next = incident.standing > 0 ? 'incidents.resume' : incident.state === 'open' ? 'incidents.stop' : undefined
  return (
    <div className={styles.actions}>
      {incidentActions.map((action) => (
        <OperationButton
          operation={bulkActionOf(action).like}
          key={action}
          {...(action === next && { variant: 'contained', color: 'primary' })}
          {...(action === 'incidents.postpone' && { color: 'error' })}
          onPointerEnter={IncidentDialog.preload}
          onClick={() => setOpen(action)}
        >
          {bulkActionOf(action).title}…
        </OperationButton>
      ))}
      {open && (
        <Suspense>
          <IncidentDialog incident={incident} action={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

/** All candidates in scope. Polled while the incident is open. */
function IncidentCandidates({ incident }: { incident: ExamIncident }) {
  return (
    <RelatedList
      reference="incident_candidates"
      target="incident"
      resourceLabel={['candidate', 'candidates']}
      {...(incident.state !== 'ended' && { refetchInterval: REFETCH_MS })}
    >
      <Rows<IncidentCandidate>
        primaryText={(row) => candidate(row, <bdi>{row.full_name}</bdi>)}
        tertiaryText={(row) => <AttemptState state={row.state} />}
        secondaryText={(row) =>
          [row.title, clockOfRow(row), timeChangesOf(row)].filter((one) => one !== '—').join(' · ')
        }
        empty="No candidates are affected by this incident."
      >
        <Col source="username" label="Username" long render={(row) => candidate(row, row.username)} />
        <Col source="full_name" label="Name" long onlyWide />
        <Col source="title" label="Exam" wraps />
        <Col source="state" label="State" render={(row) => <AttemptState state={row.state} />} />
        <Col
          source="scheduled_at"
          label="Date"
          render={(row) => (row.scheduled_at ? formatMoment(row.scheduled_at) : '—')}
        />
        <Col source="seconds_left" label="Clock" wraps render={clockOfRow} />
        <Col source="stood_seconds" label="Time" wraps render={timeChangesOf} />
        <Col
          source="environment"
          label="Environment"
          wraps
          render={(row) => [environmentNames[row.environment], row.region].filter(Boolean).join(' · ')}
        />
      </Rows>
    </RelatedList>
  )
}

const REFETCH_MS = 5_000

const clockOfRow = ({ state, clock_stopped_at, active_until, seconds_left }: IncidentCandidate) =>
  clockOf({ state, stopped_at: clock_stopped_at, ends_at: active_until, seconds_left })

const candidate = (row: IncidentCandidate, text: ReactNode) => (
  <Link to={attemptLink(row.username, row.id)} className="record-link">
    {text}
  </Link>
)

/** Jobs run for an incident, newest first. Each links to its rows, where it can be undone if possible. */
function IncidentJobs({ incident }: { incident: ExamIncident }) {
  const refresh = useRefresh()
  const { data = [] } = useGetList<BulkJob>(
    'bulk_jobs',
    {
      filter: { incident: incident.id },
      pagination: { page: 1, perPage: 25 },
      sort: { field: 'created_at', order: 'DESC' },
    },
    { refetchInterval: ({ state }) => (state.data?.data?.some(isRunning) ? JOBS_REFETCH_MS : false) },
  )
  // Refreshes the page when a job has completed.
  const running = data.some(isRunning)
  const wasRunning = useRef(running)
  useEffect(() => {
    if (wasRunning.current && !running) refresh()
    wasRunning.current = running
  }, [running, refresh])
  if (data.length === 0) return null
  return (
    <RecordCard title="Jobs">
      <ul className={styles.jobs}>
        {data.map((job) => (
          <li key={job.id}>
            <Link to={consolePaths.bulkJob(job.id)}>{titleOf(job)}</Link>
            <span>{outcomeOf(job)}</span>
            <span className={styles.beside}>
              {job.actor} · {formatAgo(job.created_at)}
            </span>
            <JobStateChip state={job.state} />
          </li>
        ))}
      </ul>
    </RecordCard>
  )
}

const JOBS_REFETCH_MS = 1_500
