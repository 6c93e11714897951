import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** Parameters that our links carry in the fragment, which does not reach servers, logs or referrers. */
const NAMES = ['token', 'code', 'next'] as const
type Name = (typeof NAMES)[number]

/**
 * Value of a fragment parameter, such as `#token=…`. It is moved from the address into the history state, so that it is not bookmarked or
 * shared but survives a reload. Empty if the link has no such parameter.
 */
export function useFragmentParam(name: Name): string {
  const { hash, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const found = readParams(hash)?.[name] ?? savedParams(state)[name]
  const [value, setValue] = useState(found ?? '')
  // A layout effect, so that a secret leaves the address before the first paint.
  useLayoutEffect(() => {
    const params = readParams(hash)
    if (!params) return
    const others = typeof state === 'object' ? state : null
    void navigate(pathname + search, { replace: true, state: { ...others, fragment: params } })
  }, [navigate, hash, pathname, search, state])
  // A second link opened in the same tab only changes the fragment. Other fragments, such as the skip link's, are ignored.
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
