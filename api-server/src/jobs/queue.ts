import { sql } from 'drizzle-orm'
import { type DrizzleTransactionLike, fromDrizzle, PgBoss, type Job as RunningJob } from 'pg-boss'
import type { Config } from '../config.ts'
import type { Db, OpenedDatabase } from '../db/open.ts'
import { toDescribedError } from '../log.ts'
import { beginWork, createRequestId, currentOrigin, type Origin, runIn } from '../tracing.ts'
import type { Job, JobRun, Log, SendOptions } from './job.ts'

export type { Job, SendOptions } from './job.ts'

/** A job that used up its retries, as shown to administrators. */
interface DeadLetter {
  id: string
  job: string
  data: unknown
  error: unknown
  retries: number
  died_at: Date
}

/** Due jobs of a queue, and since when the first of them waits. */
interface QueueDepth {
  job: string
  waiting: number
  oldest_at: Date
}

export interface EndedRun {
  job: string
  seconds: number
  outcome: 'done' | 'failed'
}

export interface Queue {
  /** Reports every run that ends in this process, with its duration. */
  onRun(report: (run: EndedRun) => void): void
  /** Registers a job; all jobs must be registered before `start`. */
  register<Data extends object>(job: Job<Data>): void
  /** Enqueues a job in the caller's transaction, so it exists only if that commits. Returns its id, or null if it was not needed. */
  send(db: Db, name: string, data: object, options?: SendOptions): Promise<string | null>
  /**
   * Enqueues the job for each of these ids in the caller's transaction, unless one is already waiting. For sweeps, which find the
   * same ids again in the meantime.
   */
  sendMissing(db: Db, name: string, ids: string[]): Promise<void>
  /** Afterwards, every process can send jobs. A web process runs none. */
  start(role: Config['role']): Promise<void>
  /** Stops taking jobs and lets running ones finish. Those still running after the timeout are aborted and passed to another worker. */
  stop(options?: { timeoutMs?: number }): Promise<void>
  /** Latest jobs that used up their retries. */
  deadLetters(limit: number): Promise<DeadLetter[]>
  /** Null if it no longer exists. */
  findDeadLetter(id: string): Promise<Pick<DeadLetter, 'job'> | null>
  /** Number of jobs that used up their retries, at most 10,001, read with the caller's connection. */
  countDeadLetters(db: Db): Promise<number>
  /** Queues with due jobs, longest wait first, read with the caller's connection. Counts at most 10,001 jobs of each. */
  depths(db: Db): Promise<QueueDepth[]>
  /** Retries a dead letter from the start. Returns false if it no longer exists. */
  revive(id: string): Promise<boolean>
  /** Deletes a dead letter. Returns false if it no longer exists. */
  dismiss(id: string): Promise<boolean>
}

/**
 * Job queue on either database. pg-boss delivers at least once: a job whose process died or that timed out runs again. So every job
 * is idempotent, and features use their own fencing token where concurrent runs could cause damage.
 */
export function createQueue(deps: {
  opened: Pick<OpenedDatabase, 'jobsDatabase'>
  log: Log
  /** Seconds between checks for jobs of dead processes. */
  supervisionSeconds?: number
}): Queue {
  const { opened, log, supervisionSeconds = 10 } = deps
  const jobs = new Map<string, Job<never>>()
  const timers: NodeJS.Timeout[] = []
  /** Timers of delayed jobs that this process sent. */
  const delays = new Set<NodeJS.Timeout>()
  /** Ids of this process's workers by job name. */
  const workers = new Map<string, string[]>()
  const runningJobs = new Set<Promise<void>>()
  const reports: ((run: EndedRun) => void)[] = []
  const stopping = new AbortController()
  const boss = new PgBoss({
    ...opened.jobsDatabase,
    schema: 'jobs',
    useListenNotify: true,
    // A dead process is detected within 30 seconds: its heartbeat expires, and the next check finds it.
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: supervisionSeconds,
    // No job depends on other jobs.
    flowIntervalSeconds: DAY_SECONDS,
    schedule: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'The job queue reported an error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'The job queue reported a warning'))

  /** Creates missing queues and updates outdated ones. Usually there is nothing to do. */
  async function createQueues(): Promise<void> {
    const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue as object]))
    if (!isUpToDate(existing.get(DEAD), DEAD_OPTIONS)) await boss.createQueue(DEAD, DEAD_OPTIONS)
    for (const job of jobs.values()) {
      const options = queueOptions(job)
      const queue = existing.get(job.name)
      if (isUpToDate(queue, options)) continue
      // The policy of a queue cannot be changed, so the queue is deleted. A sweep's queue contains nothing that would be missed.
      const isOfAnotherPolicy = queue && job.every && !isUpToDate(queue, { policy: options.policy })
      if (isOfAnotherPolicy) await boss.deleteQueue(job.name)
      const { policy: _, ...changeable } = options
      if (!queue || isOfAnotherPolicy) await boss.createQueue(job.name, options)
      else await boss.updateQueue(job.name, changeable)
      // Fills pg-boss's cache of queues. Filling it later, inside a transaction, would wait forever for the embedded database's only connection.
      await boss.fetch(job.name, { batchSize: 1, ...MATCH_NOTHING })
    }
  }

  function handle(job: Job<never>) {
    return async ([delivered]: RunningJob<object>[]): Promise<void> => {
      if (!delivered) return
      const { id, retryCount, signal } = delivered
      const run: JobRun = {
        jobId: id,
        attempt: retryCount + 1,
        signal: AbortSignal.any([signal, stopping.signal]),
      }
      const { [ORIGIN]: origin = { request: createRequestId() }, ...data } = delivered.data as StoredData
      const attributes = { 'flagyard.job.id': id, 'flagyard.job.attempt': run.attempt }
      const current = beginWork(job.name, 'consumer', attributes, origin)
      const work = runIn(current, async () => job.handle(data as never, run))
      const settled = work.catch(() => {})
      runningJobs.add(settled)
      const startedAt = performance.now()
      let outcome: EndedRun['outcome'] = 'done'
      try {
        await work
        current.span?.end()
      } catch (error) {
        outcome = 'failed'
        current.span?.end({}, error)
        runIn(current, () => log.error({ err: error, job: job.name, jobId: id, attempt: run.attempt }, 'A job failed'))
        // The queue stores the error with the job.
        throw toDescribedError(error)
      } finally {
        runningJobs.delete(settled)
        const run = { job: job.name, seconds: (performance.now() - startedAt) / 1_000, outcome }
        for (const report of reports) report(run)
      }
    }
  }

  /** Starts the workers of a job. After a job, a worker fetches the next one immediately; after a sweep, there is none. */
  async function work(job: Job<never>): Promise<void> {
    const ids: string[] = []
    workers.set(job.name, ids)
    const run = handle(job)
    // Only one sweep of a kind runs at a time, across all processes.
    const concurrency = job.every ? 1 : (job.concurrency ?? 2)
    for (let index = 0; index < concurrency; index++) {
      const runAndFetch = (delivered: RunningJob<object>[]) =>
        run(delivered).finally(() => boss.notifyWorker(ids[index] ?? ''))
      ids.push(await boss.work(job.name, POLLING, job.every ? run : runAndFetch))
    }
  }

  /**
   * NOTIFY announces a job that can start when it is sent, and its workers fetch it. Delayed jobs and retries are not announced: one
   * query finds them for all workers, instead of one query per worker.
   */
  async function wakeForDueJobs(): Promise<void> {
    const { rows } = (await opened.jobsDatabase.db.executeSql(DUE_JOBS, [[...workers.keys()]])) as {
      rows: { name: string }[]
    }
    for (const { name } of rows) for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }

  /** Wakes this process's workers as soon as a job that it delayed can start. `wakeForDueJobs` finds the job if this process ends before. */
  function wakeAfter(name: string, seconds: number): void {
    const timer = setTimeout(() => {
      delays.delete(timer)
      for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
    }, seconds * 1_000)
    delays.add(timer)
  }

  function wakeEvery(seconds: number): void {
    let isAsking = false
    const wake = async () => {
      if (isAsking) return
      isAsking = true
      await wakeForDueJobs()
        .catch((error: unknown) => log.warn({ err: error }, 'The jobs that are due could not be read'))
        .finally(() => {
          isAsking = false
        })
    }
    timers.push(setInterval(wake, seconds * 1_000))
  }

  /** Every worker process enqueues the sweep, but its time slot is unique in the database, so it runs once. */
  function sweep({ name, isDue }: Job<never>, seconds: number): void {
    const enqueue = async () => {
      try {
        if (!isDue || (await isDue())) await boss.send(name, {}, { singletonSeconds: seconds })
      } catch (error) {
        log.warn({ err: error, job: name }, 'A sweep could not be enqueued')
      }
    }
    void enqueue()
    timers.push(setInterval(enqueue, seconds * 1_000))
  }

  async function send(db: Db, name: string, data: object, options: SendOptions = {}): Promise<string | null> {
    if (!jobs.has(name)) throw new Error(`No job is named ${name}`)
    const { unlessWaiting, ...plain } = options
    if (unlessWaiting && (await isWaiting(db, name))) return null
    const origin = currentOrigin()
    const stored: StoredData = origin ? { ...data, [ORIGIN]: origin } : data
    const id = await boss.send(name, stored, { ...plain, db: fromDrizzle(db as DrizzleTransactionLike, sql) })
    if (typeof plain.startAfter === 'number' && workers.has(name)) wakeAfter(name, plain.startAfter)
    return id
  }

  return {
    onRun(report) {
      reports.push(report)
    },

    register(job) {
      if (jobs.has(job.name)) throw new Error(`Two jobs are named ${job.name}`)
      jobs.set(job.name, job)
    },

    send,

    async sendMissing(db, name, ids) {
      if (ids.length === 0) return
      const { rows } = (await db.execute(waitingIds(name, ids))) as unknown as { rows: { id: string }[] }
      const waiting = new Set(rows.map(({ id }) => id))
      for (const id of ids) if (!waiting.has(id)) await send(db, name, { id })
    },

    async start(role) {
      await boss.start()
      await createQueues()
      if (role === 'web') return
      for (const job of jobs.values()) {
        await work(job)
        if (job.every) sweep(job, job.every)
      }
      wakeEvery(SECONDS_TO_WAKE)
    },

    async stop({ timeoutMs = 20_000 } = {}) {
      for (const timer of timers.splice(0)) clearInterval(timer)
      for (const delay of delays) clearTimeout(delay)
      const abortTimer = setTimeout(() => stopping.abort(new Error('This process is stopping')), timeoutMs)
      try {
        await boss.stop({ graceful: true, timeout: timeoutMs, close: false })
        stopping.abort(new Error('This process is stopping'))
        await Promise.race([
          Promise.all(runningJobs),
          new Promise((resolve) => setTimeout(resolve, ABORT_GRACE_MS).unref()),
        ])
      } finally {
        clearTimeout(abortTimer)
      }
    },

    async deadLetters(limit) {
      const { rows } = (await opened.jobsDatabase.db.executeSql(DEAD_LETTERS, [limit])) as { rows: DeadLetter[] }
      return rows.map(({ data, ...row }) => ({ ...row, data: withoutOrigin(data as StoredData) }))
    },
    async findDeadLetter(id) {
      const [dead] = await boss.findJobs<object>(DEAD, { id })
      return dead ? { job: dead.sourceName ?? '' } : null
    },

    async countDeadLetters(db) {
      const { rows } = (await db.execute(
        sql`select count(*)::int as count from (select from jobs.job where name = ${DEAD} limit ${MAX_COUNTED}) dead`,
      )) as unknown as {
        rows: { count: number }[]
      }
      return rows[0]?.count ?? 0
    },

    async depths(db) {
      const { rows } = (await db.execute(DEPTHS)) as unknown as { rows: (QueueDepth & { oldest_ms: number })[] }
      return rows.map(({ job, waiting, oldest_ms }) => ({ job, waiting, oldest_at: new Date(oldest_ms) }))
    },

    async revive(id) {
      return (await boss.redrive(DEAD, { ids: [id] })) === 1
    },

    async dismiss(id) {
      const [dead] = await boss.findJobs<object>(DEAD, { id })
      if (!dead) return false
      await boss.deleteJob(DEAD, id)
      return true
    },
  }
}

/** Days for which pg-boss keeps a finished job. */
export const FINISHED_DAYS = 7
/** Days for which pg-boss keeps a dead letter. */
export const DEAD_LETTER_DAYS = 90

async function isWaiting(db: Db, name: string): Promise<boolean> {
  const { rows } = (await db.execute(
    sql`select 1 from jobs.job where name = ${name} and state = 'created' limit 1`,
  )) as unknown as { rows: unknown[] }
  return rows.length > 0
}

/** Key of a job's data that its handler does not see. A release before 1.0.0 passes it on, where handlers ignore it. */
const ORIGIN = '$origin'
type StoredData = { [ORIGIN]?: Origin }

const withoutOrigin = ({ [ORIGIN]: _, ...data }: StoredData) => data

const DEAD = 'dead'
const DAY_SECONDS = 86_400
const DEAD_OPTIONS = {
  deleteAfterSeconds: DEAD_LETTER_DAYS * DAY_SECONDS,
  retentionSeconds: DEAD_LETTER_DAYS * DAY_SECONDS,
}

/** Whether the queue exists with these options. pg-boss reads it into its cache at start. */
const isUpToDate = (queue: object | undefined, options: object): boolean =>
  queue !== undefined &&
  Object.entries(options).every(([name, value]) => (queue as Record<string, unknown>)[name] === value)
const ABORT_GRACE_MS = 2_000

/** Maximum delay of a scheduled job, in seconds. */
const SECONDS_TO_WAKE = 2
/** Each worker also polls occasionally; every two seconds while the database cannot send notifications. */
const POLLING = { pollingIntervalSeconds: SECONDS_TO_WAKE, notifyPollingIntervalSeconds: 60 }
/** Names of these jobs with one that can start now. Uses an index of pg-boss. */
const DUE_JOBS = `select distinct name from jobs.job
  where name = any($1::text[]) and state < 'active' and not blocked and start_after <= now()`
/** In the order of the same index, backwards. */
const DEAD_LETTERS = `select id, coalesce(source_name, '') as job, data, source_output as error, coalesce(source_retry_count, 0) as retries,
    created_on as died_at
  from jobs.job where name = '${DEAD}' and state < 'active' and not blocked order by priority, created_on desc limit $1`
/** Maximum number of jobs that are counted. */
const MAX_COUNTED = 10_001
/** Reads only due jobs, in the order of an index of pg-boss, and not the finished ones. All have the same priority, so the first is the oldest. */
const DEPTHS = sql`select q.name as job, d.waiting, d.oldest_ms from jobs.queue q,
  lateral (select count(*)::int as waiting, (extract(epoch from min(start_after)) * 1000)::float8 as oldest_ms
    from (select start_after from jobs.job where name = q.name and state < 'active' and not blocked and start_after <= now()
      order by priority desc, created_on limit ${MAX_COUNTED}) due) d
  where d.waiting > 0 and q.name <> ${DEAD} order by d.oldest_ms limit 100`
/** Ids that already have a waiting job of this name. Uses an index of pg-boss. */
const waitingIds = (name: string, ids: string[]) => sql`select distinct data->>'id' as id from jobs.job
  where name = ${name} and state < 'active' and not blocked and start_after <= now() and data->>'id' = any(${sql.param(ids)}::text[])`

/** A priority above that of any job, so that the fetch returns nothing. */
const MATCH_NOTHING = { minPriority: 1_000_000 }

function queueOptions(job: Job<never>) {
  const common = { expireInSeconds: job.expireInSeconds ?? 300, heartbeatSeconds: 20, notify: true }
  // At most one waits or runs, across all processes. Not `singleton`: pg-boss caches for a minute which of those were running at its last count, and
  // starts none of them.
  if (job.every) return { ...common, policy: 'exclusive', retryLimit: 0, deleteAfterSeconds: 3_600 }
  return {
    ...common,
    policy: 'standard',
    retryLimit: job.retryLimit ?? 5,
    retryDelay: job.retryDelay ?? 5,
    retryBackoff: true,
    retryDelayMax: 3_600,
    deadLetter: DEAD,
    deleteAfterSeconds: FINISHED_DAYS * DAY_SECONDS,
  }
}
