import { setTimeout as pause } from 'node:timers/promises'

/**
 * Answers at the next multiple of `quantumMs` after the work began, so that how long the work took tells nothing: an unknown
 * address does nearly none, a known one writes a mail.
 */
export async function padToInterval<T>(quantumMs: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    const took = performance.now() - began
    await pause(Math.ceil(took / quantumMs) * quantumMs - took)
  }
}
