import type { BulkJob, ExamIncident } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { useEffect, useRef } from 'react'
import { useGetList, useRefresh } from 'react-admin'
import { Link } from 'react-router-dom'
import { formatAgo } from '../../../lib/format.ts'
import { isRunning, JobStateChip, outcomeOf, titleOf } from '../../bulk/labels.tsx'
import styles from './Incident.module.css'

/** Jobs run for an incident, newest first. Each links to its rows, where it can be undone if possible. */
export function IncidentJobs({ incident }: { incident: ExamIncident }) {
  const refresh = useRefresh()
  const { data = [] } = useGetList<BulkJob>(
    'bulk_jobs',
    {
      filter: { incident: incident.id },
      pagination: { page: 1, perPage: 25 },
      sort: { field: 'created_at', order: 'DESC' },
    },
    { refetchInterval: ({ state }) => (state.data?.data?.some(isRunning) ? REFETCH_MS : false) },
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
    <section className={styles.card} aria-label="What was done">
      <h2 className={styles.title}>What was done</h2>
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
    </section>
  )
}

const REFETCH_MS = 1_500
