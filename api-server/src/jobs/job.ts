/** One kind of background work. Its doc comment says what a replay does, because a replay will happen. */
export interface Job<Data extends object> {
  /** Feature and verb, such as `deployments.deploy`. */
  name: string
  /** Resolves when the work is done; an error means that it is tried again, until the retries are used up. */
  handle(data: Data, run: Run): Promise<void>
  /** How often it is tried again (5) before it lies among the dead letters. A sweep is not: the next one comes anyway. */
  retryLimit?: number
  /** Seconds before the first new try (5), growing from there to an hour. */
  retryDelay?: number
  /** After so many seconds (300) the run counts as lost, even if it still goes on. */
  expireInSeconds?: number
  /** How many run at once in one process (2). */
  concurrency?: number
  /** Makes it a sweep: it runs every so many seconds, once in all processes together, with no data. */
  every?: number
}

export interface Run {
  jobId: string
  /** 1 at the first try. */
  attempt: number
  /** Aborted when the time is over or the process stops: give up, leaving things so that another run can go on. */
  signal: AbortSignal
}

export interface SendOptions {
  /** Not before this moment, or so many seconds from now. */
  startAfter?: Date | number
  /** Higher ones first. */
  priority?: number
}

/** What the queue needs of a logger. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
