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

/**
 * The requested location if it is a path of our own origin, else null. Browsers read `\` as `/`, drop tabs and line breaks,
 * and normalise `/.//e.com` to `//e.com`: so the parsed path is checked too, not only the text as it was written.
 */
export function safeLocation(raw: unknown, origin: string = location.origin): string | null {
  if (typeof raw !== 'string' || !raw.startsWith('/') || hasForbiddenCharacters(raw)) return null
  let url: URL
  try {
    url = new URL(raw, origin)
  } catch {
    return null
  }
  if (url.origin !== new URL(origin).origin || startsWithHost(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

/** The address of the sign-in screen that returns to `requested` afterwards, in either app. */
export function signinPath(requested: string, origin?: string): string {
  const safe = safeLocation(requested, origin)
  return safe && !NOT_RETURN_TARGETS.has(pathOf(safe))
    ? `${paths.signin}?next=${encodeURIComponent(safe)}`
    : paths.signin
}

/** Where to go after signing in: the router's state within learner-web, `?next=` from the console, else null. */
export function requestedFrom({ search, state }: { search: string; state: unknown }, origin?: string): string | null {
  const fromState = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  const requested = safeLocation(fromState, origin) ?? safeLocation(new URLSearchParams(search).get('next'), origin)
  return requested && !NOT_RETURN_TARGETS.has(pathOf(requested)) ? requested : null
}

/** Whether a path belongs to the admin console, which is another app: learner-web's router cannot navigate there. */
export function isConsolePath(path: string): boolean {
  return isInConsole(pathOf(path))
}

function pathOf(location: string): string {
  return location.split(/[?#]/, 1)[0] ?? ''
}

/** No path of ours has a backslash or a control character, nor begins with an encoded one. */
function hasForbiddenCharacters(raw: string): boolean {
  return /[\\\p{Cc}]/u.test(raw) || startsWithHost(raw)
}

/** Begins with `//`, which browsers take for a host, or with what becomes `//` when it is decoded once more. */
function startsWithHost(path: string): boolean {
  return /^\/(\/|\\|%5c|%2f|%0|%1)/i.test(path)
}
