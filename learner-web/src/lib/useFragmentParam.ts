import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** What a link of ours may carry in its fragment, where no server, log or referrer sees it. */
const NAMES = ['token', 'code', 'next'] as const
type Name = (typeof NAMES)[number]

/**
 * A value that a link carries in its fragment, `#token=…`. It is moved from the address into the history entry once it is read: so it
 * is neither bookmarked nor shared, and a reload of the page still finds it. Empty when the link had none.
 */
export function useFragmentParam(name: Name): string {
  const { hash, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const found = readParams(hash)?.[name] ?? savedParams(state)[name]
  const [value, setValue] = useState(found ?? '')
  // A layout effect, so that a secret has left the address before anything is shown.
  useLayoutEffect(() => {
    const params = readParams(hash)
    if (!params) return
    const others = typeof state === 'object' ? state : null
    void navigate(pathname + search, { replace: true, state: { ...others, fragment: params } })
  }, [navigate, hash, pathname, search, state])
  // A second link opened in the same tab changes the fragment without loading the page; the skip link's is none of ours.
  useEffect(() => {
    if (found !== undefined) setValue(found)
  }, [found])
  return value
}

type Params = { [N in Name]?: string }

function readParams(hash: string): Params | null {
  const params = new URLSearchParams(hash.slice(1))
  if (!NAMES.some((name) => params.has(name))) return null
  return Object.fromEntries(NAMES.flatMap((name) => (params.has(name) ? [[name, params.get(name)]] : [])))
}

function savedParams(state: unknown): Params {
  const saved = typeof state === 'object' && state !== null && 'fragment' in state ? state.fragment : undefined
  if (typeof saved !== 'object' || saved === null) return {}
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = name in saved ? (saved as Params)[name] : undefined
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
