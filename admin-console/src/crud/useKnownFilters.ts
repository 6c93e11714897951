import { useEffect } from 'react'
import { parseQueryFromLocation, useNotify } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import type { AnyFilters } from './filters.tsx'

/**
 * Removes filters that the list does not support from the address, and notifies the user. Old bookmarks and links would otherwise make the
 * list fail. Returns false until the address is clean.
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
