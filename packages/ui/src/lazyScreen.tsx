import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** SPEC §9: how long a screen's chunk may take. */
export const CHUNK_TIMEOUT_MS = 120_000

/** SPEC §8: a screen's code did not come. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
  /** `missing`: the server has no such file (a newer release, a cut line). `timeout`: it took longer than 120 seconds. */
  readonly reason: 'missing' | 'timeout'

  constructor(reason: 'missing' | 'timeout', message: string) {
    super(message)
    this.reason = reason
  }
}

/** A screen that is fetched when it is first shown. */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> & { preload: () => void } {
  let loading: Promise<{ default: ComponentType<Props> }> | null = null
  const loadOnce = () => {
    loading ??= loadChunk(load).catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
  return Object.assign(lazy(loadOnce), {
    // A hover that fetches early must not fail loudly: the click that follows will.
    preload: () => void loadOnce().catch(() => undefined),
  })
}

/** Waits for a chunk at most 120 seconds, and says which way it failed. */
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

/** How Chromium, Firefox, Safari and Vite's own preloading say that a module file could not be had. */
function isMissing(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  )
}
