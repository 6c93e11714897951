import { useEffect } from 'react'
import { parseQueryFromLocation, useNotify } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import type { AnyFilters } from './filters.tsx'

/**
 * An address may ask for a filter that the list does not have (any more): an old bookmark, a link in an old ticket. The list would fail with
 * it, so it is left out with a word. Whether the address is fit to be read yet.
 */
export function useKnownFilters(filters: AnyFilters): boolean {
  const location = useLocation()
  const navigate = useNavigate()
  const notify = useNotify()
  const asked: Record<string, unknown> = parseQueryFromLocation(location).filter ?? {}
  const unknown = Object.keys(asked).filter((key) => key !== 'id' && !(key in filters))
  const names = unknown.join(', ')
  useEffect(() => {
    if (names === '') return
    const known = Object.fromEntries(Object.entries(asked).filter(([key]) => !names.split(', ').includes(key)))
    const search = new URLSearchParams(location.search)
    search.set('filter', JSON.stringify(known))
    navigate({ search: `?${search}` }, { replace: true })
    notify(`This list cannot be filtered by ${names}: that was left out.`, { type: 'warning' })
  })
  return names === ''
}
