import { type ComponentType, type FunctionComponent, lazy, useState } from 'react'

/** Timeout for loading the code of a screen, in milliseconds; the value is published. */
export const CHUNK_TIMEOUT_MS = 120_000

/** The code of a screen could not be loaded. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
  /** `missing`: the file could not be fetched (a newer release, no network). `timeout`: it took longer than 120 seconds. */
  readonly reason: 'missing' | 'timeout'

  constructor(reason: 'missing' | 'timeout', message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * A screen whose code is fetched when it is first shown. Code that is already loaded is shown immediately; React's `lazy` would first show the
 * fallback and keep it for 300 ms.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): FunctionComponent<Props> & { preload: () => Promise<void> } {
  let loading: Promise<{ default: ComponentType<Props> }> | null = null
  let loaded: ComponentType<Props> | null = null
  const loadOnce = () => {
    loading ??= loadChunk(load).then(
      (module) => {
        loaded = module.default
        return module
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }
  const Lazy = lazy(loadOnce)
  function Screen(props: Props) {
    // Chosen once, because swapping the component would lose the screen's state.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return <Chosen {...props} />
  }
  return Object.assign(Screen, {
    // A failed preload is silent: the screen itself reports the error when it is shown.
    preload: () =>
      loadOnce().then(
        () => undefined,
        () => undefined,
      ),
  })
}

/** Loads a chunk within the timeout, and distinguishes a missing file from a slow one. */
export async function loadChunk<T>(load: () => Promise<T>, timeoutMs: number = CHUNK_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ChunkLoadError('timeout', `This screen did not load within ${timeoutMs / 1000} seconds.`)),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([load(), timeout])
  } catch (error) {
    throw isMissing(error) ? new ChunkLoadError('missing', error.message) : error
  } finally {
    clearTimeout(timer)
  }
}

/** Messages of Chromium, Firefox, Safari and Vite's preload for a module that could not be fetched. */
function isMissing(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  )
}
