import type { Capability, Role } from '@flagyard/api-types'
import type { AuthProvider } from 'ra-core'
import { decideAccess } from './access.ts'
import { safeLocation, signinPath } from './requested-location.ts'
import type { SessionHolder } from './session.ts'

export interface ConsoleAuthOptions {
  session: SessionHolder
  /** The capabilities of which one is needed for an action on a resource; none: every administrator may. */
  needed?: (action: string, resource: string) => readonly Capability[] | undefined
  /** Leaves the console: sign-in and its kin are screens of the other app. */
  leave?: (path: string) => void
}

const ADMINISTRATORS: readonly Role[] = ['admin']

/** Who may use the console, in react-admin's terms. Whoever may not is sent to the other app, with the requested location. */
export function createAuthProvider({ session, needed, leave = (path) => location.assign(path) }: ConsoleAuthOptions) {
  /** Never answers: the page is being left, and an answer would only flash a screen of react-admin's own. */
  const gone = (path: string) => {
    leave(path)
    return new Promise<never>(() => undefined)
  }

  const checkAuth = async () => {
    await session.start()
    const way = wayOut(session, requested())
    if (way !== null) await gone(way)
  }

  return {
    login: () => gone(signinPath(requested())),
    checkAuth,
    /** A 401 that outlived the refresh ends the session; a 403 may mean that the role is gone, which a refresh tells. */
    async checkError(error: { status?: number; code?: string }) {
      if (error.status !== 401 && error.status !== 403) return
      // The owner requires a second factor, which is set up on the profile of the other app.
      if (error.code === 'second_factor_required') await gone('/profile#second-factor')
      if (error.status === 403) await session.refresh().catch(() => null)
      else session.set(null)
      const way = wayOut(session, requested())
      if (way !== null) await gone(way)
    },
    /** `false`: react-admin empties its store and its cache, and leaves the leaving to us. */
    async logout() {
      // Left in the very moment that the session ends, before anything sends back to the page that was open.
      const unsubscribe = session.subscribe(() => session.get() ?? leave('/signin'))
      try {
        if (session.get()) await session.signOut()
        else leave('/signin')
      } finally {
        unsubscribe()
      }
      return false as const
    },
    async getIdentity() {
      const user = session.get()?.user
      return { id: user?.username ?? '', fullName: user?.full_name ?? '', capabilities: user?.capabilities ?? [] }
    },
    async canAccess({ action, resource }: { action: string; resource: string }) {
      const capabilities = needed?.(action, resource)
      const own = session.get()?.user.capabilities ?? []
      return !capabilities || capabilities.some((one) => own.includes(one))
    },
  } satisfies AuthProvider
}

/** Where this account must go instead of the console; null when it may stay. */
export function wayOut(session: Pick<SessionHolder, 'get'>, from: string): string | null {
  const access = decideAccess(session.get(), ADMINISTRATORS)
  if (access === '/signin') return signinPath(from)
  if (access === '/unauthorized') return `/unauthorized?next=${encodeURIComponent(safeLocation(from) ?? '/admin')}`
  return session.get()?.user.is_active === false ? '/inactive_account' : null
}

const requested = () => location.pathname + location.search + location.hash
