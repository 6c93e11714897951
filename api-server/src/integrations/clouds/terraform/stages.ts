import { type CallOptions, CloudError, type Progress } from '../driver.ts'

interface Stages {
  /** Also aborted when a log can be told no more: then the work has been lost to somebody else. */
  signal: AbortSignal
  /** A line for the log of the present stage. */
  log(line: string): void
  /** The present stage is done; the next one begins. */
  next(): Promise<void>
}

type Telling = CallOptions & { onProgress(step: Progress): Promise<void> }

/** Lines that wait to be told at most; a program that prints more than can be kept loses the oldest. */
const MAX_WAITING = 200

/**
 * Tells the stages of a build with their logs. Lines are told as they come, those that come meanwhile together, so that a program that prints much
 * waits for nobody. When they can be told no more the work is stopped.
 */
export async function withStages<T>(
  names: readonly string[],
  { signal, onProgress }: Telling,
  work: (stages: Stages) => Promise<T>,
): Promise<T> {
  let at = 0
  let waiting: string[] = []
  let telling: Promise<void> = Promise.resolve()
  let isTelling = false
  let failure: { error: unknown } | undefined
  const stop = new AbortController()
  const stage = () => names[at] ?? ''
  const tell = (step: Omit<Progress, 'stage'>) => onProgress({ stage: stage(), ...step })

  async function flush() {
    while (waiting.length > 0 && !failure) {
      const log = waiting
      waiting = []
      await tell({ state: 'active', log })
    }
  }
  function log(line: string) {
    waiting = [...waiting, line].slice(-MAX_WAITING)
    if (isTelling) return
    isTelling = true
    telling = flush()
      .catch((error) => {
        failure = { error }
        stop.abort(error)
      })
      .finally(() => {
        isTelling = false
      })
  }
  async function settle() {
    await telling
    if (failure) throw failure.error
    await flush()
  }

  signal.throwIfAborted()
  await tell({ state: 'active', log: [] })
  try {
    const result = await work({
      signal: AbortSignal.any([signal, stop.signal]),
      log,
      async next() {
        await settle()
        await tell({ state: 'done', log: [] })
        at += 1
        await tell({ state: 'active', log: [] })
      },
    })
    await settle()
    await tell({ state: 'done', log: [] })
    return result
  } catch (error) {
    if (failure) throw failure.error
    await telling
    if (error instanceof CloudError) await tell({ state: 'failed', log: [...waiting, error.message] })
    throw error
  }
}
