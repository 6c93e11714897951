import { useSearchParams } from 'react-router-dom'
import { type CatalogueType, catalogueTypes, type FilterName, type Filters, filterNames } from './catalogue-filter.ts'

/** Filters of the catalogue. They are stored in the address, so that a filtered catalogue can be shared and restored. */
export function useCatalogueFilters() {
  const [params, setParams] = useSearchParams()
  const change = (values: Partial<Record<FilterName | 'type', string>>) =>
    setParams(
      (current) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) current.set(name, value)
          else current.delete(name)
        }
        return current
      },
      { replace: true },
    )
  return {
    filters: Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ''])) as Filters,
    /** Selected type; null for all. */
    type: catalogueTypes.find((type) => type === params.get('type')) ?? null,
    setFilter: (name: FilterName, value: string) => change({ [name]: value }),
    setType: (type: CatalogueType | null) => change({ type: type ?? '' }),
    clear: () => change(Object.fromEntries([...filterNames, 'type'].map((name) => [name, '']))),
  }
}
