import type { Role, Session } from '@flagyard/api-types'
import { toOwnPath } from '@flagyard/api-types/contract/own-path'
import { isInConsole, paths } from '@flagyard/api-types/links'

/** Pages that would only redirect again, and are therefore not used as a return target after sign-in. */
const NOT_RETURN_TARGETS = new Set<string>([
  paths.signin,
  paths.signup,
  paths.unauthorized,
  paths.inactiveAccount,
  paths.activateAccount,
  paths.resetPassword,
])

/** The requested location if it is a path on our own origin, else null. */
export const safeLocation = (raw: unknown, origin: string = location.origin): string | null => toOwnPath(raw, origin)

/** Address of the sign-in screen that returns to `requested` afterwards, in either app. */
export const signinPath = (requested: string, origin?: string): string =>
  withRequestedLocation(paths.signin, requested, origin)

/**
 * Address of a sign-in screen that carries the return location. A location with a fragment is carried in the fragment, because it may contain a
 * voucher code, which must not be sent to a server.
 */
export function withRequestedLocation(path: string, requested: string | null, origin?: string): string {
  const safe = safeLocation(requested, origin)
  if (!safe || NOT_RETURN_TARGETS.has(pathOf(safe))) return path
  return `${path}${safe.includes('#') ? '#' : '?'}next=${encodeURIComponent(safe)}`
}

/** Return location after sign-in: from the router's state within learner-web, else `next` in the fragment or the query, else null. */
export function requestedFrom(
  { search, fragment, state }: { search: string; fragment?: string; state: unknown },
  origin?: string,
): string | null {
  const fromState = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  const candidates = [fromState, fragment, new URLSearchParams(search).get('next')]
  const requested = candidates.map((one) => safeLocation(one, origin)).find((one) => one !== null)
  return requested && !NOT_RETURN_TARGETS.has(pathOf(requested)) ? requested : null
}

/** Whether a path belongs to the admin console, a separate app that learner-web's router cannot navigate to. */
export function isConsolePath(path: string): boolean {
  return isInConsole(pathOf(path))
}

function pathOf(location: string): string {
  return location.split(/[?#]/, 1)[0] ?? ''
}

export type RoleCheck = 'granted' | typeof paths.signin | typeof paths.unauthorized

/** Checks access to a guarded page: `granted`, or the page to redirect to. */
export function checkRole(session: Session | null, allowedRoles: readonly Role[]): RoleCheck {
  if (!session) return paths.signin
  return session.user.roles.some((role) => allowedRoles.includes(role)) ? 'granted' : paths.unauthorized
}
