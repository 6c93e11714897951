import { setTimeout as pause } from 'node:timers/promises'

/**
 * Waits until the next multiple of `quantumMs` after the start, so that the response time reveals nothing: an unknown
 * address needs almost no work, a known one sends a mail.
 */
export async function padToInterval<T>(quantumMs: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const elapsed = performance.now() - startedAt
    await pause(Math.ceil(elapsed / quantumMs) * quantumMs - elapsed)
  }
}
