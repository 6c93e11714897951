import { useListFilterContext } from 'react-admin'

/** Value and setter of one filter of the surrounding list. Undefined removes the filter. */
export function useFilter(source: string): [value: string, set: (value: string | undefined) => void] {
  const { filterValues, setFilters } = useListFilterContext()
  const { [source]: before = '', ...others } = filterValues
  const set = (value: string | undefined) => {
    setFilters(value ? { ...others, [source]: value } : others)
  }
  return [before, set]
}
