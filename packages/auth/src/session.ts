import type { Session } from '@flagyard/api-types'
import { type Atom, atom, getDefaultStore } from 'jotai/vanilla'

export interface SessionOptions {
  /** Requests a session from the server with the refresh cookie; null if there is none. */
  refresh: () => Promise<Session | null | undefined>
  signOut: () => Promise<unknown>
  /** A silent refresh that fails is only logged. */
  log?: (message: string, cause: unknown) => void
}

export interface SessionHolder {
  /** The current session, or null when signed out. */
  atom: Atom<Session | null>
  /** Whether {@link start} has finished, with or without a session. */
  startedAtom: Atom<boolean>
  get(): Session | null
  set(session: Session | null): void
  /** Without a token, tries one silent refresh; never rejects. Later calls return the promise of the first. */
  start(): Promise<void>
  /** Returns a newer token than `stale`, or null if the session is over. All callers in all tabs share one request. */
  refresh(stale?: string | null): Promise<string | null>
  /** Ends the session on the server, in this tab and in all others, and deletes drafts. Throws if the server cannot be reached. */
  signOut(): Promise<void>
  /** Closes the channel between tabs; for tests. */
  dispose(): void
}

/** Used by both apps, so that all tabs of the origin refresh one after another. */
const LOCK = 'flagyard.session'

/**
 * Stores the session in memory only. All tabs share the refresh cookie, which is rotated at each use, so refreshes wait for a Web Lock and each new
 * session is published to the other tabs.
 */
export function createSession({ refresh, signOut, log = console.info }: SessionOptions): SessionHolder {
  const store = getDefaultStore()
  const current = atom<Session | null>(null)
  const startedAtom = atom(false)
  let starting: Promise<void> | null = null
  let refreshing: Promise<string | null> | null = null

  const get = () => store.get(current)
  const setHere = (next: Session | null) => store.set(current, next)
  const tabs = createTabSync(setHere)
  const setInAllTabs = (next: Session | null) => {
    setHere(next)
    tabs.publish(next)
  }

  const refreshInTurn = (stale: string | null) =>
    withLock(async () => {
      const token = tokenOf(get())
      // Another tab refreshed or signed out while this one waited for the lock.
      if (token !== stale) return token
      try {
        const next = (await refresh()) ?? null
        // A sign-in completed during this request, so its result is stale.
        if (tokenOf(get()) !== stale) return tokenOf(get())
        if (next !== null || stale !== null) setInAllTabs(next)
        return tokenOf(next)
      } catch (error) {
        if (!isRefusal(error)) throw error
        setInAllTabs(null)
        return null
      }
    })

  const holder: SessionHolder = {
    atom: current,
    startedAtom,
    get,
    set: setInAllTabs,
    start() {
      starting ??= (get() ? Promise.resolve() : holder.refresh(null).then(noop))
        .catch((error: unknown) => log('The session could not be refreshed; going on without one.', error))
        .then(() => store.set(startedAtom, true))
      return starting
    },
    refresh(stale = tokenOf(get())) {
      const token = tokenOf(get())
      if (token !== stale) return Promise.resolve(token)
      refreshing ??= refreshInTurn(stale).finally(() => {
        refreshing = null
      })
      return refreshing
    },
    signOut: () =>
      withLock(async () => {
        await signOut()
        const user = get()?.user
        if (user) dropDrafts(user.username)
        setInAllTabs(null)
      }),
    dispose: () => tabs.close(),
  }
  return holder
}

/** Runs one task at a time across all tabs; without Web Locks (old browsers, plain http), only within this tab. */
function withLock<T>(task: () => Promise<T>): Promise<T> {
  if (typeof navigator !== 'undefined' && navigator.locks) return navigator.locks.request(LOCK, task) as Promise<T>
  const turn = queue.then(task)
  queue = turn.catch(noop)
  return turn
}
let queue: Promise<unknown> = Promise.resolve()

/** Whether the server rejected the request, as opposed to a network error. */
function isRefusal(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'status' in error && (error.status === 401 || error.status === 403)
  )
}

function tokenOf(session: Session | null): string | null {
  return session?.access_token ?? null
}

function noop() {}

/** Key prefix of an account's drafts. Usernames contain no colon. */
export const draftsOf = (owner: string) => `draft:${owner}:`

/** Pending writes by key. */
export const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; write: () => void }>()

export function forgetKey(key: string): void {
  clearTimeout(waiting.get(key)?.timer)
  waiting.delete(key)
  localStorage.removeItem(key)
}

/** Deletes all drafts of an account. Separate from drafts.ts, which is only loaded by pages with record forms. */
function dropDrafts(owner: string): void {
  try {
    for (const key of [...waiting.keys(), ...Object.keys(localStorage)])
      if (key.startsWith(draftsOf(owner))) forgetKey(key)
  } catch {
    // Without storage there is nothing to delete.
  }
}

const CHANNEL_NAME = 'flagyard.session'

interface TabSync {
  publish(session: Session | null): void
  close(): void
}

/** Publishes session changes to the other tabs. They share the cookie, so they share the account. Nothing is stored. */
function createTabSync(onSession: (session: Session | null) => void): TabSync {
  if (typeof BroadcastChannel === 'undefined') return { publish: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(CHANNEL_NAME)
  channel.onmessage = (event: MessageEvent<{ session: Session | null }>) => onSession(event.data.session)
  return {
    publish: (session) => channel.postMessage({ session }),
    close: () => channel.close(),
  }
}

/**
 * Sends a request with the current token. After a 401 it refreshes the token once and retries. Without a token there is no refresh, because a wrong
 * password also returns 401.
 */
export async function retryOn401(
  session: Pick<SessionHolder, 'get' | 'refresh'>,
  send: (token: string | null) => Promise<Response>,
): Promise<Response> {
  const token = session.get()?.access_token ?? null
  const response = await send(token)
  if (response.status !== 401 || token === null) return response
  const newToken = await session.refresh(token)
  return newToken === null ? response : send(newToken)
}
