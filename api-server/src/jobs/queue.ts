import { sql } from 'drizzle-orm'
import { type DrizzleTransactionLike, fromDrizzle, PgBoss, type Job as RunningJob } from 'pg-boss'
import type { Config } from '../config.ts'
import type { Db, OpenedDatabase } from '../db/open.ts'
import { toDescribedError } from '../describe-error.ts'
import type { Job, JobRun, Log, SendOptions } from './job.ts'

export type { Job, SendOptions } from './job.ts'

/** A job that used up its retries, as administrators see it. */
export interface DeadLetter {
  id: string
  job: string
  data: unknown
  error: unknown
  retries: number
  died_at: Date
}

export interface Queue {
  /** Registers a job; all jobs must be registered before `start`. */
  register<Data extends object>(job: Job<Data>): void
  /**
   * Enqueues a job in the caller's transaction, so it exists only if that commits. Returns its id, or null when it was
   * not needed.
   */
  send(db: Db, name: string, data: object, options?: SendOptions): Promise<string | null>
  /** Enqueues the job for each of these ids, in the caller's transaction, unless one already waits for its turn: for sweeps, which find the same again meanwhile. */
  sendMissing(db: Db, name: string, ids: string[]): Promise<void>
  /** Every process can send jobs afterwards; a web process runs none. */
  start(role: Config['role']): Promise<void>
  /**
   * Stops taking jobs and lets running ones finish. Those still running after the timeout are aborted and given to
   * another worker.
   */
  stop(options?: { timeoutMs?: number }): Promise<void>
  deadLetters(): Promise<DeadLetter[]>
  /** How many jobs used up their retries, by the caller's connection. */
  countDeadLetters(db: Db): Promise<number>
  /** Retries a dead letter from the start; false when it no longer exists. */
  revive(id: string): Promise<boolean>
  /** Gives a dead letter up; false when it no longer exists. */
  dismiss(id: string): Promise<boolean>
}

/**
 * The job queue on either database. pg-boss delivers at least once: a job whose process died or that timed out runs
 * again. So every job is idempotent, and where concurrent runs could do harm the feature holds a fencing token of its
 * own.
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
  /** Ids of this process's workers by the name of their job. */
  const workers = new Map<string, string[]>()
  const runningJobs = new Set<Promise<void>>()
  const stopping = new AbortController()
  const boss = new PgBoss({
    ...opened.jobsDatabase,
    schema: 'jobs',
    useListenNotify: true,
    // A dead process is detected within half a minute: its heartbeat expires, then the next check finds it.
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: supervisionSeconds,
    // No job here waits for other jobs.
    flowIntervalSeconds: DAY_SECONDS,
    schedule: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'The job queue reported an error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'The job queue reported a warning'))

  /** Creates the queues that are missing and changes those that are out of date. At most starts there is nothing to do. */
  async function createQueues(): Promise<void> {
    const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue as object]))
    if (!isUpToDate(existing.get(DEAD), DEAD_OPTIONS)) await boss.createQueue(DEAD, DEAD_OPTIONS)
    for (const job of jobs.values()) {
      const options = queueOptions(job)
      const queue = existing.get(job.name)
      if (isUpToDate(queue, options)) continue
      // A queue keeps its policy for ever. That of a sweep holds nothing that would be missed.
      const isOfAnotherPolicy = queue && job.every && !isUpToDate(queue, { policy: options.policy })
      if (isOfAnotherPolicy) await boss.deleteQueue(job.name)
      const { policy: _, ...changeable } = options
      if (!queue || isOfAnotherPolicy) await boss.createQueue(job.name, options)
      else await boss.updateQueue(job.name, changeable)
      // Fills pg-boss's cache of queues. Filling it later, inside a transaction, would wait forever for the embedded
      // database's only connection.
      await boss.fetch(job.name, { batchSize: 1, ...MATCH_NOTHING })
    }
  }

  function handle(job: Job<never>) {
    return async ([delivered]: RunningJob<object>[]): Promise<void> => {
      if (!delivered) return
      const run: JobRun = {
        jobId: delivered.id,
        attempt: delivered.retryCount + 1,
        signal: AbortSignal.any([delivered.signal, stopping.signal]),
      }
      const work = Promise.resolve(job.handle(delivered.data as never, run))
      const settled = work.catch(() => {})
      runningJobs.add(settled)
      try {
        await work
      } catch (error) {
        log.error({ err: error, job: job.name, jobId: delivered.id, attempt: run.attempt }, 'A job failed')
        // The queue keeps it with the job.
        throw toDescribedError(error)
      } finally {
        runningJobs.delete(settled)
      }
    }
  }

  /** Starts the workers of a job. One that has finished looks for the next job at once; after a sweep there is none. */
  async function work(job: Job<never>): Promise<void> {
    const ids: string[] = []
    workers.set(job.name, ids)
    const run = handle(job)
    // Only one sweep of a kind runs at a time, wherever it runs.
    const concurrency = job.every ? 1 : (job.concurrency ?? 2)
    for (let index = 0; index < concurrency; index++) {
      const runAndFetch = (delivered: RunningJob<object>[]) =>
        run(delivered).finally(() => boss.notifyWorker(ids[index] ?? ''))
      ids.push(await boss.work(job.name, POLLING, job.every ? run : runAndFetch))
    }
  }

  /**
   * A job that may start when it is sent is announced by NOTIFY, and its workers fetch it. Those that wait for their time, or for
   * another try, are announced by nobody: one question asks for all of them, where each worker would ask for itself.
   */
  async function wakeForDueJobs(): Promise<void> {
    const { rows } = (await opened.jobsDatabase.db.executeSql(DUE_JOBS, [[...workers.keys()]])) as {
      rows: { name: string }[]
    }
    for (const { name } of rows) for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
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

  /** Every worker enqueues the sweep, but its time slot is unique in the database, so it runs once. */
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
    return boss.send(name, data, { ...plain, db: fromDrizzle(db as DrizzleTransactionLike, sql) })
  }

  return {
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

    async deadLetters() {
      const dead = await boss.findJobs<object>(DEAD)
      return dead
        .map((job) => ({
          id: job.id,
          job: job.sourceName ?? '',
          data: job.data,
          error: job.sourceOutput,
          retries: job.sourceRetryCount ?? 0,
          died_at: job.createdOn,
        }))
        .sort((a, b) => b.died_at.getTime() - a.died_at.getTime())
    },

    async countDeadLetters(db) {
      const { rows } = (await db.execute(
        sql`select count(*)::int as count from jobs.job where name = ${DEAD}`,
      )) as unknown as {
        rows: { count: number }[]
      }
      return rows[0]?.count ?? 0
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

/** How long pg-boss keeps a job that is done. */
export const FINISHED_DAYS = 7
/** How long it keeps one that was given up. */
export const DEAD_LETTER_DAYS = 90

async function isWaiting(db: Db, name: string): Promise<boolean> {
  const { rows } = (await db.execute(
    sql`select 1 from jobs.job where name = ${name} and state = 'created' limit 1`,
  )) as unknown as { rows: unknown[] }
  return rows.length > 0
}

const DEAD = 'dead'
const DAY_SECONDS = 86_400
const DEAD_OPTIONS = {
  deleteAfterSeconds: DEAD_LETTER_DAYS * DAY_SECONDS,
  retentionSeconds: DEAD_LETTER_DAYS * DAY_SECONDS,
}

/** The queue exists with these options. pg-boss reads it into its cache as it starts. */
const isUpToDate = (queue: object | undefined, options: object): boolean =>
  queue !== undefined &&
  Object.entries(options).every(([name, value]) => (queue as Record<string, unknown>)[name] === value)
const ABORT_GRACE_MS = 2_000

/** How late a job that waited for its time may start. */
const SECONDS_TO_WAKE = 2
/** Each worker still looks by itself now and then; every two seconds while the database cannot announce anything. */
const POLLING = { pollingIntervalSeconds: SECONDS_TO_WAKE, notifyPollingIntervalSeconds: 60 }
/** Names of these jobs of which one may start now. An index of pg-boss serves it. */
const DUE_JOBS = `select distinct name from jobs.job
  where name = any($1::text[]) and state < 'active' and not blocked and start_after <= now()`
/** Of these ids, those for which a job of this name only waits for its turn. An index of pg-boss serves it. */
const waitingIds = (name: string, ids: string[]) => sql`select distinct data->>'id' as id from jobs.job
  where name = ${name} and state < 'active' and not blocked and start_after <= now() and data->>'id' = any(${sql.param(ids)}::text[])`

/** A priority above that of any job, so that the fetch returns nothing. */
const MATCH_NOTHING = { minPriority: 1_000_000 }

function queueOptions(job: Job<never>) {
  const common = { expireInSeconds: job.expireInSeconds ?? 300, heartbeatSeconds: 20, notify: true }
  // One that waits or runs, wherever. Not `singleton`: pg-boss keeps for a minute which of those ran when it last counted, and starts none of them.
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
