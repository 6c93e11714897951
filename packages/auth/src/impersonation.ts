import type { Session } from '@flagyard/api-types'
import { atom, getDefaultStore } from 'jotai/vanilla'
import type { SessionHolder } from './session.ts'

const FRAGMENT = /^#impersonation=([\w-]{1,200})$/

/** Reads the one-time code that the console passed in this tab's URL fragment, and removes it from the address bar. */
export function readImpersonationCode(): string | null {
  const code = FRAGMENT.exec(location.hash)?.[1] ?? null
  if (code) history.replaceState(history.state, '', location.pathname + location.search)
  return code
}

/**
 * Session of an administrator who impersonates a learner. It exists only in this tab's memory, is never refreshed, and is not shared with other tabs.
 * When it ends, this tab is signed out, although the browser still has the administrator's refresh cookie (docs/decisions/0012).
 */
export function createImpersonationSession({
  begin,
  end,
}: {
  /** Null if there is no code left, because the tab was reloaded. */
  begin: () => Promise<Session | null>
  end: () => Promise<unknown>
}): SessionHolder {
  const store = getDefaultStore()
  const current = atom<Session | null>(null)
  const startedAtom = atom(false)
  let starting: Promise<void> | null = null
  const set = (next: Session | null) => store.set(current, next)
  return {
    atom: current,
    startedAtom,
    get: () => store.get(current),
    set,
    start() {
      starting ??= begin()
        .catch(() => null)
        .then((session) => {
          set(session)
          store.set(startedAtom, true)
        })
      return starting
    },
    async refresh() {
      set(null)
      return null
    },
    async signOut() {
      await end()
      set(null)
    },
    dispose: () => undefined,
  }
}
