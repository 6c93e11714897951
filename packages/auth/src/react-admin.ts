import type { Capability, Role, Session } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { getDefaultStore } from 'jotai/vanilla'
import type { AuthProvider } from 'ra-core'
import { checkRole, safeLocation, signinPath } from './requested-location.ts'
import type { SessionHolder } from './session.ts'

export interface ConsoleAuthOptions {
  session: SessionHolder
  /** Capabilities for an action on a resource, of which one is required; undefined if every administrator may. */
  requiredCapabilities?: (action: string, resource: string) => readonly Capability[] | undefined
  /** Loads a page of learner-web, where the sign-in screens are. */
  leave?: (path: string) => void
}

const ADMINISTRATORS: readonly Role[] = ['admin']

/** react-admin auth provider for our session. Visitors without access are sent to learner-web, with the requested location. */
export function createAuthProvider({
  session,
  requiredCapabilities,
  leave = (path) => location.assign(path),
}: ConsoleAuthOptions) {
  /** Never resolves: the page is about to unload, and a result would briefly show a react-admin screen. */
  const leaveFor = (path: string) => {
    leave(path)
    return new Promise<never>(() => undefined)
  }

  const checkAuth = async () => {
    await session.start()
    const target = redirectTarget(session.get(), currentLocation())
    if (target !== null) await leaveFor(target)
  }

  return {
    login: () => leaveFor(signinPath(currentLocation())),
    checkAuth,
    /** A 401 after a refresh ends the session. After a 403, a refresh shows whether the account has lost its role. */
    async checkError(error: { status?: number; code?: string }) {
      if (error.status !== 401 && error.status !== 403) return
      // The owner requires a second factor, which is set up on the profile page in learner-web.
      if (error.code === 'second_factor_required') await leaveFor(paths.secondFactor)
      if (error.status === 403) await session.refresh().catch(() => null)
      else session.set(null)
      const target = redirectTarget(session.get(), currentLocation())
      if (target !== null) await leaveFor(target)
    },
    /** `false`: react-admin clears its store and cache, and leaves the redirect to us. */
    async logout() {
      // Redirect as soon as the session ends, before anything can redirect back to the open page.
      const unsubscribe = getDefaultStore().sub(session.atom, () => session.get() ?? leave(paths.signin))
      try {
        if (session.get()) await session.signOut()
        else leave(paths.signin)
      } finally {
        unsubscribe()
      }
      return false as const
    },
    getIdentity: async () => identityOf(session.get()),
    async canAccess({ action, resource }: { action: string; resource: string }) {
      const capabilities = requiredCapabilities?.(action, resource)
      const held = session.get()?.user.capabilities ?? []
      return !capabilities || capabilities.some((capability) => held.includes(capability))
    },
  } satisfies AuthProvider
}

export const identityOf = (session: Session | null) => ({
  id: session?.user.username ?? '',
  fullName: session?.user.full_name ?? '',
  capabilities: session?.user.capabilities ?? [],
})

/** Address to redirect this account to instead of the console; null if it may use the console. */
export function redirectTarget(session: Session | null, from: string): string | null {
  const check = checkRole(session, ADMINISTRATORS)
  if (check === paths.signin) return signinPath(from)
  if (check === paths.unauthorized)
    return `${paths.unauthorized}?next=${encodeURIComponent(safeLocation(from) ?? paths.admin)}`
  return session?.user.is_active === false ? paths.inactiveAccount : null
}

const currentLocation = () => location.pathname + location.search + location.hash
