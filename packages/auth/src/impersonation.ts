import type { Session } from '@flagyard/api-types'
import type { SessionHolder } from './session.ts'

const FRAGMENT = /^#see_as=([\w-]{1,200})$/

/** The one-time code that the console put behind `#`, taken out of the address before anything else can keep it. */
export function readImpersonationCode(): string | null {
  const code = FRAGMENT.exec(location.hash)?.[1] ?? null
  if (code) history.replaceState(history.state, '', location.pathname + location.search)
  return code
}

/**
 * Who looks on in this tab: held in its memory alone, told to no other tab, refreshed by nothing. When it is over nobody is
 * signed in here, though the browser's cookie belongs to an administrator (docs/decisions/0012).
 */
export function createImpersonationSession({
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
  const update = (next: Session | null) => {
    current = next
    for (const listener of [...listeners]) listener()
  }
  return {
    get: () => current,
    set: update,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      starting ??= begin()
        .catch(() => null)
        .then((session) => {
          started = true
          update(session)
        })
      return starting
    },
    isStarted: () => started,
    async refresh() {
      update(null)
      return null
    },
    async signOut() {
      await end()
      update(null)
    },
    dispose: () => listeners.clear(),
  }
}
