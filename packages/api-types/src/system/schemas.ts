import { z } from 'zod'
import { count, time, uuid } from '../contract/fields.ts'

export const versionInfo = z.object({
  version: z.string(),
  /** Null outside a release. */
  commit: z.string().nullable(),
  /** Newest migration of the database; null if this release does not know it. */
  schema: z.string().nullable(),
})
export type VersionInfo = z.output<typeof versionInfo>

/** A server process, by its heartbeats. */
const serverProcess = z.object({
  id: uuid,
  host: z.string(),
  pid: count,
  role: z.enum(['all', 'web', 'worker']),
  version: z.string(),
  commit: z.string().nullable(),
  started_at: time,
  beat_at: time,
  /** False after three missed heartbeats. */
  is_responding: z.boolean(),
  /** Resident memory. */
  memory_bytes: count,
  /** Mean of the last five seconds before the heartbeat. */
  event_loop_delay_ms: z.number().min(0),
})

/** Jobs of a queue that are due. A number of 10,001 means more than 10,000. */
const queueDepth = z.object({ job: z.string(), waiting: count, oldest_at: time })

const statementFigures = z.object({ text: z.string(), calls: count, mean_ms: z.number(), total_ms: z.number() })

/** A statement that has run for more than a second, or that waits for a lock. Its text contains no values. */
const runningStatement = z.object({
  pid: count,
  state: z.string(),
  since: time,
  /** Database processes that hold the lock. */
  blocked_by: z.array(count),
  text: z.string(),
})

/** A scheduled backup, or a drill that restored one. */
const backupRun = z.object({
  name: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  started_at: time,
  ended_at: time.nullable(),
  /** Time of the snapshot. */
  made_at: time.nullable(),
  /** Size of the archive; null for a drill. */
  bytes: count.nullable(),
  rows: count.nullable(),
  files: count.nullable(),
  error: z.string().nullable(),
  /** How the restored backup differs from its manifest. */
  differences: z.array(z.string()),
})
export type BackupRun = z.output<typeof backupRun>
/** The latest run, and the latest that succeeded. */
const backupRuns = z.object({ last: backupRun.nullable(), good: backupRun.nullable() })

/** State of the installation, read in one call. */
export const system = z.object({
  at: time,
  release: versionInfo,
  processes: z.array(serverProcess),
  /** Queues with a job that is due, longest wait first. */
  queues: z.array(queueDepth),
  /** A number of 10,001 means more than 10,000. */
  dead_jobs: count,
  open_alarms: count,
  /** Positive if the clock of this process is ahead of the database's. */
  clock_difference_ms: z.int(),
  mail: z.object({
    /** Null if no mail server is configured. */
    server: z.enum(['smtp', 'demo']).nullable(),
    waiting: count,
    oldest_at: time.nullable(),
    sent: count,
    refused: count,
    failed: count,
  }),
  storage: z.object({ used_bytes: count, max_bytes: count }),
  /** Null without BACKUP_TARGET. */
  backups: z
    .object({
      /** Folder, or bucket and prefix. */
      target: z.string(),
      next_at: time,
      backup: backupRuns,
      drill: backupRuns,
    })
    .nullable(),
  database: z.object({
    kind: z.enum(['postgres', 'embedded']),
    bytes: count,
    /** Largest first, with indexes. The number of rows is the planner's estimate; null before the first `analyze`. */
    tables: z.array(z.object({ name: z.string(), bytes: count, rows: count.nullable() })),
    running: z.array(runningStatement),
    /** Statements with the highest total time; null without pg_stat_statements. */
    slowest: z.array(statementFigures).nullable(),
  }),
})
export type System = z.output<typeof system>

/** A background job that used up its retries. */
export const deadJob = z.object({
  id: uuid,
  job: z.string(),
  died_at: time,
  retries: count,
  error: z.string(),
})
export type DeadJob = z.output<typeof deadJob>
