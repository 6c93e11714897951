/**
 * The location if it is a path of this origin, else null. Browsers read `\` as `/`, drop tabs and line breaks, and normalise
 * `/.//e.com` to `//e.com`: so the parsed path is checked too, not only the text as it was written.
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

/** No path of ours has a backslash or a control character, nor begins with an encoded one. */
function hasForbiddenCharacters(raw: string): boolean {
  return /[\\\p{Cc}]/u.test(raw) || startsWithHost(raw)
}

/** Begins with `//`, which browsers take for a host, or with what becomes `//` when it is decoded once more. */
function startsWithHost(path: string): boolean {
  return /^\/(\/|\\|%5c|%2f|%0|%1)/i.test(path)
}
