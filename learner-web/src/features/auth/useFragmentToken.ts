import { useEffect, useState } from 'react'

/**
 * The token of a mailed link. It travels in the fragment, which no server, log or referrer sees; once read it leaves
 * the address too, so that it is neither bookmarked nor shared.
 */
export function useFragmentToken(): string {
  const [token, setToken] = useState(() => tokenIn(location.hash))
  useEffect(() => {
    const read = () => {
      if (!location.hash) return
      setToken(tokenIn(location.hash))
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    read()
    // A newer link, opened where an older one was: the browser changes the fragment and loads nothing.
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return token
}

/** `#token=…`, or the bare token. */
export function tokenIn(hash: string): string {
  const fragment = hash.replace(/^#/, '')
  return new URLSearchParams(fragment).get('token') ?? (fragment.includes('=') ? '' : fragment)
}
