/**
 * Returns the location if it is a path on this origin, else null. Browsers treat `\` as `/`, drop tabs and line breaks, and normalise `/.//e.com` to
 * `//e.com`, so the parsed path is checked as well as the raw text.
 */
export function toOwnPath(raw: unknown, origin: string): string | null {
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

/** Our paths contain no backslashes or control characters, and do not start with an encoded one. */
function hasForbiddenCharacters(raw: string): boolean {
  return /[\\\p{Cc}]/u.test(raw) || startsWithHost(raw)
}

/** Starts with `//`, which browsers parse as a host, or with text that becomes `//` when decoded again. */
function startsWithHost(path: string): boolean {
  return /^\/(\/|\\|%5c|%2f|%0|%1)/i.test(path)
}
