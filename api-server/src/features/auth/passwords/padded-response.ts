import { setTimeout as pause } from 'node:timers/promises'

/**
 * Answers at the next whole beat after the work is done, so that how long the work took tells nothing: an unknown
 * address does nearly none, a known one writes a mail (requirement 26).
 */
export async function padToInterval<T>(beatMs: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    const took = performance.now() - began
    await pause(Math.ceil(took / beatMs) * beatMs - took)
  }
}
