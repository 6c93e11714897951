export type Interval = `${number} ${keyof typeof UNITS}`
const UNITS = { s: 1, min: 60, h: 3_600 }

/** Entry of a job in `registry/jobs.ts`. */
export interface JobFacts {
  /** Feature that the job belongs to. */
  owner: string
  /** Makes the job a sweep. */
  every?: Interval
  does: string
  /** Effect of a second run. */
  replay: string
}

export function secondsOf(interval: Interval): number {
  const [count, unit] = interval.split(' ') as [string, keyof typeof UNITS]
  return Number(count) * UNITS[unit]
}

/** A kind of background job. */
export interface Job<Data extends object> {
  /** Feature and verb, for example `deployments.deploy`. */
  name: string
  /** Resolves when the work is done. An error schedules a retry until the retries are used up. */
  handle(data: Data, run: JobRun): Promise<void>
  /** Retries before the job becomes a dead letter (default 5). A sweep has none, because the next sweep follows anyway. */
  retryLimit?: number
  /** Seconds before the first retry (default 5), growing exponentially up to an hour. */
  retryDelay?: number
  /** Seconds after which a run counts as lost, even if it is still going (default 300). */
  expireInSeconds?: number
  /** Concurrent runs per process (default 2). */
  concurrency?: number
  /** Makes the job a sweep, which runs at this interval in seconds, once across all processes, without data. Set from the table. */
  every?: number
  /** Checked before each sweep, which is skipped if there is nothing to do: one query is cheaper than a job that finds nothing. */
  isDue?(): Promise<boolean>
}

export interface JobRun {
  jobId: string
  /** 1 for the first attempt. */
  attempt: number
  /** Aborted on timeout and on shutdown. The handler must stop in a state from which another run can continue. */
  signal: AbortSignal
}

export interface SendOptions {
  /** Earliest start: a time, or seconds from now. */
  startAfter?: Date | number
  /** Does nothing if such a job is already waiting, for jobs that process everything anyway. Does not wait for other transactions, so there may be a few. */
  unlessWaiting?: true
  /** Higher priorities run first. */
  priority?: number
}

export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
