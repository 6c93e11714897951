import type { FastifyBaseLogger } from 'fastify'

/** Seconds between two heartbeats of a worker. */
const HEARTBEAT_SECONDS = 5

/**
 * Runs work under a heartbeat. `touch` returns false once the lease belongs to another worker, which considered this one dead. Then,
 * and if the job itself is stopped, the signal passed to the work is aborted.
 */
export async function withHeartbeat<T>(
  { touch, signal, log }: { touch(): Promise<boolean>; signal: AbortSignal; log: Pick<FastifyBaseLogger, 'warn'> },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const leaseLost = new AbortController()
  const timer = setInterval(async () => {
    try {
      if (!(await touch())) leaseLost.abort(new LeaseLostError())
    } catch (error) {
      log.warn({ err: error }, 'A heartbeat could not be written')
    }
  }, HEARTBEAT_SECONDS * 1000)
  try {
    return await work(AbortSignal.any([signal, leaseLost.signal]))
  } finally {
    clearInterval(timer)
  }
}

/** Another worker holds the lease now: stop without changing anything. */
export class LeaseLostError extends Error {
  constructor() {
    super('Another worker has taken over this work.')
    this.name = 'LeaseLostError'
  }
}

/** Whether the error is a lost lease, directly or as a cause. */
export const isLeaseLost = (error: unknown): boolean =>
  error instanceof LeaseLostError || (error instanceof Error && error.cause instanceof LeaseLostError)
