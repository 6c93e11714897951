import { sql } from 'drizzle-orm'
import { type DrizzleTransactionLike, fromDrizzle, PgBoss, type Job as RunningJob } from 'pg-boss'
import type { Config } from '../config.ts'
import type { Db, OpenedDatabase } from '../db/open.ts'
import type { Job, Log, Run, SendOptions } from './job.ts'

export type { Job, SendOptions } from './job.ts'

/** A job that has used up its retries, as administrators see it. */
export interface DeadLetter {
  id: string
  job: string
  data: unknown
  error: unknown
  retries: number
  died_at: Date
}

export interface Queue {
  /** Makes a job known; all of them before `start`. */
  register<Data extends object>(job: Job<Data>): void
  /** Puts a job on the queue inside the caller's transaction: it exists if that commits. Answers its id, or null when it was throttled. */
  send(db: Db, name: string, data: object, options?: SendOptions): Promise<string | null>
  /** Every process can send afterwards; a web process runs none itself. */
  start(role: Config['role']): Promise<void>
  /** Takes no more jobs, lets the running ones finish; what still runs after the time is told to stop, and given to another worker. */
  stop(options?: { timeoutMs?: number }): Promise<void>
  deadLetters(): Promise<DeadLetter[]>
  /** Gives a dead job its retries anew; false when it is not there any more. */
  revive(id: string): Promise<boolean>
}

/**
 * The queue, on either database. pg-boss delivers at least once: a job whose process died, or which outlived its time, runs again. So every
 * job is idempotent, and where two runs at once could do harm the feature holds a fencing token of its own.
 */
export function createQueue(deps: {
  opened: Pick<OpenedDatabase, 'jobsDatabase'>
  log: Log
  /** How often jobs of processes that died are looked for. */
  lookSeconds?: number
}): Queue {
  const { opened, log, lookSeconds = 10 } = deps
  const jobs = new Map<string, Job<never>>()
  const sweeps: NodeJS.Timeout[] = []
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const boss = new PgBoss({
    ...opened.jobsDatabase,
    schema: 'jobs',
    useListenNotify: true,
    // A process that died is found within half a minute: its heartbeat, then the next look.
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
    schedule: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'The job queue met an error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'The job queue warns'))

  async function makeQueue(job: Job<never>): Promise<void> {
    const { policy, ...changeable } = queueOptions(job)
    await boss.createQueue(job.name, { policy, ...changeable })
    await boss.updateQueue(job.name, changeable)
    // Fills pg-boss's memory of the queue: done later, inside a transaction, it would wait for ever on the embedded database's one connection.
    await boss.fetch(job.name, { batchSize: 1, ...NOTHING_YET })
  }

  function handle(job: Job<never>) {
    return async ([taken]: RunningJob<object>[]): Promise<void> => {
      if (!taken) return
      const run: Run = {
        jobId: taken.id,
        attempt: taken.retryCount + 1,
        signal: AbortSignal.any([taken.signal, stopping.signal]),
      }
      const work = Promise.resolve(job.handle(taken.data as never, run))
      const settled = work.catch(() => {})
      running.add(settled)
      try {
        await work
      } catch (error) {
        log.error({ err: error, job: job.name, jobId: taken.id, attempt: run.attempt }, 'A job failed')
        throw error
      } finally {
        running.delete(settled)
      }
    }
  }

  /** Every worker asks, one run comes of it: the slot of time is unique in the database. */
  function sweep(name: string, seconds: number): void {
    const ask = () =>
      boss
        .send(name, {}, { singletonSeconds: seconds })
        .catch((error: unknown) => log.warn({ err: error, job: name }, 'A sweep could not be asked for'))
    void ask()
    sweeps.push(setInterval(ask, seconds * 1_000))
  }

  return {
    register(job) {
      if (jobs.has(job.name)) throw new Error(`Two jobs are named ${job.name}`)
      jobs.set(job.name, job)
    },

    async send(db, name, data, options = {}) {
      if (!jobs.has(name)) throw new Error(`No job is named ${name}`)
      return boss.send(name, data, { ...options, db: fromDrizzle(db as DrizzleTransactionLike, sql) })
    },

    async start(role) {
      await boss.start()
      await boss.createQueue(DEAD, {
        deleteAfterSeconds: DEAD_LETTER_DAYS * DAY,
        retentionSeconds: DEAD_LETTER_DAYS * DAY,
      })
      for (const job of jobs.values()) await makeQueue(job)
      if (role === 'web') return
      for (const job of jobs.values()) {
        const options = {
          localConcurrency: job.concurrency ?? 2,
          pollingIntervalSeconds: 2,
          notifyPollingIntervalSeconds: 2,
        }
        await boss.work(job.name, options, handle(job))
        if (job.every) sweep(job.name, job.every)
      }
    },

    async stop({ timeoutMs = 20_000 } = {}) {
      for (const timer of sweeps.splice(0)) clearInterval(timer)
      const late = setTimeout(() => stopping.abort(new Error('This process is stopping')), timeoutMs)
      try {
        await boss.stop({ graceful: true, timeout: timeoutMs, close: false })
        stopping.abort(new Error('This process is stopping'))
        await Promise.race([Promise.all(running), new Promise((resolve) => setTimeout(resolve, GRACE).unref())])
      } finally {
        clearTimeout(late)
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

    async revive(id) {
      return (await boss.redrive(DEAD, { ids: [id] })) === 1
    },
  }
}

/** How long pg-boss keeps a job that is done. */
export const FINISHED_DAYS = 7
/** How long it keeps one that was given up. */
export const DEAD_LETTER_DAYS = 90

const DEAD = 'dead'
const DAY = 86_400
const GRACE = 2_000

/** A priority that no job has, so that the look finds none. */
const NOTHING_YET = { minPriority: 1_000_000 }

function queueOptions(job: Job<never>) {
  const common = { expireInSeconds: job.expireInSeconds ?? 300, heartbeatSeconds: 20, notify: true }
  if (job.every) return { ...common, policy: 'singleton', retryLimit: 0, deleteAfterSeconds: 3_600 }
  return {
    ...common,
    policy: 'standard',
    retryLimit: job.retryLimit ?? 5,
    retryDelay: job.retryDelay ?? 5,
    retryBackoff: true,
    retryDelayMax: 3_600,
    deadLetter: DEAD,
    deleteAfterSeconds: FINISHED_DAYS * DAY,
  }
}
