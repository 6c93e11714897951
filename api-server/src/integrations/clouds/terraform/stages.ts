import { type CallOptions, CloudError, type Progress } from '../driver.ts'

interface Stages {
  /** Also aborted if a log cannot be stored, because another worker has taken over the deployment. */
  signal: AbortSignal
  /** Adds a line to the log of the current stage. */
  log(line: string): void
  /** Finishes the current stage and starts the next one. */
  next(): Promise<void>
}

type Reporting = CallOptions & { onProgress(step: Progress): Promise<void> }

/** Maximum number of buffered log lines of a build. If a program prints faster than lines can be stored, the oldest are dropped. */
const MAX_WAITING = 200

/**
 * Reports the stages of a build with their logs. Lines are reported as they arrive. Those that arrive during a report are batched, so that a program
 * with much output is never blocked. If reporting fails, the work is aborted.
 */
export async function withStages<T>(
  names: readonly string[],
  { signal, onProgress }: Reporting,
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
