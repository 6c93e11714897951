import { paths } from '@flagyard/api-types/links'
import { useSearchParams } from 'react-router-dom'

type Single = 'lab' | 'exam'

/** The address of a lab or exam that keeps the filters of the catalogue, so that the way back leads to the same list. */
export function useSinglePath() {
  const [params] = useSearchParams()
  return (name: Single, slug: string) => {
    const next = new URLSearchParams(params)
    if (location.pathname !== paths.courses) next.set('type', `${name}s`)
    next.set(name, slug)
    return `${paths.courses}?${next}`
  }
}

/** The catalogue as it was filtered before a lab or exam was opened from it. */
export function useCataloguePath(): string {
  const [params] = useSearchParams()
  const filters = new URLSearchParams(params)
  filters.delete('lab')
  filters.delete('exam')
  return filters.size > 0 ? `${paths.courses}?${filters}` : paths.courses
}
