import type { Session } from '@flagyard/api-types'
import type { SessionHolder } from './session.ts'

const FRAGMENT = /^#see_as=([\w-]{1,200})$/

/** The one-time code that the console put behind `#`, taken out of the address before anything else can keep it. */
export function takeSeeAsCode(): string | null {
  const code = FRAGMENT.exec(location.hash)?.[1] ?? null
  if (code) history.replaceState(history.state, '', location.pathname + location.search)
  return code
}

/**
 * Who looks on in this tab: held in its memory alone, told to no other tab, refreshed by nothing. When it is over nobody is
 * signed in here, though the browser's cookie belongs to an administrator (docs/decisions/0012).
 */
export function createSeeAsSession({
  begin,
  end,
}: {
  begin: () => Promise<Session>
  end: () => Promise<unknown>
}): SessionHolder {
  let current: Session | null = null
  let started = false
  let starting: Promise<void> | null = null
  const listeners = new Set<() => void>()
  const learn = (next: Session | null) => {
    current = next
    for (const listener of [...listeners]) listener()
  }
  return {
    get: () => current,
    set: learn,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      starting ??= begin()
        .catch(() => null)
        .then((session) => {
          started = true
          learn(session)
        })
      return starting
    },
    isStarted: () => started,
    async refresh() {
      learn(null)
      return null
    },
    async signOut() {
      await end()
      learn(null)
    },
    dispose: () => listeners.clear(),
  }
}
