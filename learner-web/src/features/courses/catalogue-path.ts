import { paths } from '@flagyard/api-types/links'
import { useSearchParams } from 'react-router-dom'

type Single = 'lab' | 'exam'

/** Path of a lab or exam that includes the catalogue's filters, so that the back link restores them. */
export function useSinglePath() {
  const [params] = useSearchParams()
  return (name: Single, slug: string) => {
    const next = new URLSearchParams(params)
    if (location.pathname !== paths.courses) next.set('type', `${name}s`)
    next.set(name, slug)
    return `${paths.courses}?${next}`
  }
}

/** Path of the catalogue with the filters that were active before a lab or exam was opened. */
export function useCataloguePath(): string {
  const [params] = useSearchParams()
  const filters = new URLSearchParams(params)
  filters.delete('lab')
  filters.delete('exam')
  return filters.size > 0 ? `${paths.courses}?${filters}` : paths.courses
}
