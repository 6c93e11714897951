import { useEffect, useState } from 'react'

/**
 * The token of a mailed link. It travels in the fragment, which no server, log or referrer sees; once read it leaves
 * the address too, so that it is neither bookmarked nor shared.
 */
export function useFragmentToken(): string {
  const [token] = useState(() => tokenIn(location.hash))
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
  }, [])
  return token
}

/** `#token=…`, or the bare token. */
export function tokenIn(hash: string): string {
  const fragment = hash.replace(/^#/, '')
  return new URLSearchParams(fragment).get('token') ?? (fragment.includes('=') ? '' : fragment)
}
