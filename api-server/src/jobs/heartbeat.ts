import type { FastifyBaseLogger } from 'fastify'

/** How often a worker says that it is alive. */
const HEARTBEAT_SECONDS = 5

/**
 * Runs work under a heartbeat. `touch` says whether the work is still ours; once it is not, because another worker took this one for dead, or
 * once the job itself is told to stop, the signal that the work got is aborted.
 */
export async function withHeartbeat<T>(
  { touch, signal, log }: { touch(): Promise<boolean>; signal: AbortSignal; log: Pick<FastifyBaseLogger, 'warn'> },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController()
  const timer = setInterval(async () => {
    try {
      if (!(await touch())) lost.abort(new LostError())
    } catch (error) {
      log.warn({ err: error }, 'a heartbeat could not be written')
    }
  }, HEARTBEAT_SECONDS * 1000)
  try {
    return await work(AbortSignal.any([signal, lost.signal]))
  } finally {
    clearInterval(timer)
  }
}

/** The work belongs to another worker now: leave everything as it is. */
export class LostError extends Error {
  constructor() {
    super('Another worker has taken this over.')
    this.name = 'LostError'
  }
}

/** Whether the work stopped because it is another's now, however the news travelled. */
export const isLost = (error: unknown): boolean =>
  error instanceof LostError || (error instanceof Error && error.cause instanceof LostError)
