import { type ComponentType, type FunctionComponent, lazy, useState } from 'react'

/** How long the code of a screen may take to load; the value is published. */
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
 * A screen whose code is fetched when it is first shown. Code that is there already is shown at once: React's own `lazy` would wait
 * for it once more behind the fallback, which React then leaves up for 300 ms.
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
    // Chosen once: another component in its place would lose what the screen holds.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return <Chosen {...props} />
  }
  return Object.assign(Screen, {
    // A preload that fails stays silent: the screen itself reports the error when it is shown.
    preload: () =>
      loadOnce().then(
        () => undefined,
        () => undefined,
      ),
  })
}

/** Loads a chunk within the timeout, and tells a missing file apart from a slow one. */
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

/** The messages of Chromium, Firefox, Safari and Vite's preload when a module cannot be fetched. */
function isMissing(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  )
}
