import { toOwnPath } from '@flagyard/api-types/contract/own-path'
import { isInConsole, paths } from '@flagyard/api-types/links'

/** Pages that would only redirect again: nobody is sent back to them after signing in. */
const NOT_RETURN_TARGETS = new Set<string>([
  paths.signin,
  paths.signup,
  paths.unauthorized,
  paths.inactiveAccount,
  paths.activateAccount,
  paths.resetPassword,
])

/** The requested location if it is a path of our own origin, else null. */
export const safeLocation = (raw: unknown, origin: string = location.origin): string | null => toOwnPath(raw, origin)

/** The address of the sign-in screen that returns to `requested` afterwards, in either app. */
export const signinPath = (requested: string, origin?: string): string =>
  withRequestedLocation(paths.signin, requested, origin)

/**
 * The address of a screen on the way to signing in, which carries along where to go afterwards. A location with a fragment is
 * carried in the fragment: it may hold a voucher's code, which no server should see.
 */
export function withRequestedLocation(path: string, requested: string | null, origin?: string): string {
  const safe = safeLocation(requested, origin)
  if (!safe || NOT_RETURN_TARGETS.has(pathOf(safe))) return path
  return `${path}${safe.includes('#') ? '#' : '?'}next=${encodeURIComponent(safe)}`
}

/** Where to go after signing in: the router's state within learner-web, `next` of the fragment or of the query, else null. */
export function requestedFrom(
  { search, fragment, state }: { search: string; fragment?: string; state: unknown },
  origin?: string,
): string | null {
  const fromState = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  const candidates = [fromState, fragment, new URLSearchParams(search).get('next')]
  const requested = candidates.map((one) => safeLocation(one, origin)).find((one) => one !== null)
  return requested && !NOT_RETURN_TARGETS.has(pathOf(requested)) ? requested : null
}

/** Whether a path belongs to the admin console, which is another app: learner-web's router cannot navigate there. */
export function isConsolePath(path: string): boolean {
  return isInConsole(pathOf(path))
}

function pathOf(location: string): string {
  return location.split(/[?#]/, 1)[0] ?? ''
}
