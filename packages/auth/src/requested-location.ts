const SIGNIN = '/signin'
/** Pages one never wants to be sent back to: they would only send on. */
const NOT_RETURN_TARGETS = new Set([
  SIGNIN,
  '/signup',
  '/unauthorized',
  '/inactive_account',
  '/activate_account',
  '/reset_password',
])

/**
 * The requested location, if it is a path of our own origin, else null. Browsers read `\` as `/`, drop tabs and line
 * breaks, and fold `/.//e.com` into `//e.com`: so what was parsed is looked at again, not only what was written.
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

/** The way to sign in that leads back to `requested` afterwards; it works across both apps. */
export function signinPath(requested: string, origin?: string): string {
  const safe = safeLocation(requested, origin)
  return safe && !NOT_RETURN_TARGETS.has(pathOf(safe)) ? `${SIGNIN}?next=${encodeURIComponent(safe)}` : SIGNIN
}

/** Where to go once signed in: the router's state within an app, `?next=` across apps, else nothing. */
export function requestedFrom({ search, state }: { search: string; state: unknown }, origin?: string): string | null {
  const fromState = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  const requested = safeLocation(fromState, origin) ?? safeLocation(new URLSearchParams(search).get('next'), origin)
  return requested && !NOT_RETURN_TARGETS.has(pathOf(requested)) ? requested : null
}

/** Whether a path belongs to the admin console: the browser must load it, a router cannot go there. */
export function isConsolePath(path: string): boolean {
  return pathOf(path) === '/admin' || path.startsWith('/admin/')
}

function pathOf(location: string): string {
  return location.split(/[?#]/, 1)[0] ?? ''
}

/** Backslashes and control characters, written out or percent-encoded at the start, have no place in a path of ours. */
function hasForbiddenCharacters(raw: string): boolean {
  return /[\\\p{Cc}]/u.test(raw) || startsWithHost(raw)
}

/** `//e`, and what a second decoding somewhere down the road would turn into it. */
function startsWithHost(path: string): boolean {
  return /^\/(\/|\\|%5c|%2f|%0|%1)/i.test(path)
}
