import type { Session } from '@flagyard/api-types'
import { createTabSync } from './tab-sync.ts'

export interface SessionOptions {
  /** Asks the server for a session by its cookie: null when there is none. */
  refresh: () => Promise<Session | null | undefined>
  signOut: () => Promise<unknown>
  /** Where a failed silent refresh is noted (SPEC §8: logged only). */
  log?: (message: string, cause: unknown) => void
}

export interface SessionHolder {
  get(): Session | null
  set(session: Session | null): void
  subscribe(listener: () => void): () => void
  /** SPEC §2: with no token held, one silent refresh; it never fails. Later calls give the first one's promise. */
  start(): Promise<void>
  /** Whether the attempt of {@link start} has ended. */
  isStarted(): boolean
  /** A newer token than `stale`, or null when the session is over. One request for all who ask, in every tab. */
  refresh(stale?: string | null): Promise<string | null>
  /** Ends the session here, on the server and in every other tab. Throws when the server could not be told. */
  signOut(): Promise<void>
  /** Lets go of the channel between tabs; for tests. */
  dispose(): void
}

/** Both apps ask for this lock by its name, so that all tabs of the origin refresh one after another. */
const LOCK = 'flagyard.session'

/**
 * Holds who is signed in, in memory alone. The refresh cookie is shared by every tab and rotates at each use, so
 * refreshes queue on a Web Lock, and what one tab learns it tells the others.
 */
export function createSession({ refresh, signOut, log = console.info }: SessionOptions): SessionHolder {
  let current: Session | null = null
  let started = false
  let starting: Promise<void> | null = null
  let refreshing: Promise<string | null> | null = null
  const listeners = new Set<() => void>()

  const setHere = (next: Session | null) => {
    if (next === current) return
    current = next
    notify()
  }
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  const tabs = createTabSync(setHere)
  const setInAllTabs = (next: Session | null) => {
    setHere(next)
    tabs.publish(next)
  }

  const refreshInTurn = (stale: string | null) =>
    withLock(async () => {
      const token = tokenOf(current)
      // Another tab, or a sign-out, was here while this one waited its turn.
      if (token !== stale) return token
      try {
        const next = (await refresh()) ?? null
        // Somebody signed in while the answer was on its way: what it says is about the time before.
        if (tokenOf(current) !== stale) return tokenOf(current)
        if (next !== null || stale !== null) setInAllTabs(next)
        return tokenOf(next)
      } catch (error) {
        if (!isRefusal(error)) throw error
        setInAllTabs(null)
        return null
      }
    })

  const holder: SessionHolder = {
    get: () => current,
    set: setInAllTabs,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      starting ??= (current ? Promise.resolve() : holder.refresh(null).then(noop))
        .catch((error: unknown) => log('The session could not be refreshed; going on without one.', error))
        .then(() => {
          started = true
          notify()
        })
      return starting
    },
    isStarted: () => started,
    refresh(stale = tokenOf(current)) {
      const token = tokenOf(current)
      if (token !== stale) return Promise.resolve(token)
      refreshing ??= refreshInTurn(stale).finally(() => {
        refreshing = null
      })
      return refreshing
    },
    signOut: () =>
      withLock(async () => {
        await signOut()
        setInAllTabs(null)
      }),
    dispose: () => tabs.close(),
  }
  return holder
}

/** One at a time over all tabs; where the browser has no Web Locks (an old one, plain http elsewhere), within this tab. */
function withLock<T>(task: () => Promise<T>): Promise<T> {
  if (typeof navigator !== 'undefined' && navigator.locks) return navigator.locks.request(LOCK, task) as Promise<T>
  const turn = queue.then(task)
  queue = turn.catch(noop)
  return turn
}
let queue: Promise<unknown> = Promise.resolve()

/** The server answered, and its answer is no: as opposed to a network that gave no answer at all. */
function isRefusal(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'status' in error && (error.status === 401 || error.status === 403)
  )
}

function tokenOf(session: Session | null): string | null {
  return session?.access_token ?? null
}

function noop() {}
