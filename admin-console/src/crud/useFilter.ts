import { useListFilterContext } from 'react-admin'

/** One filter of the list around it: its value, and how it is set. Nothing takes it off. */
export function useFilter(source: string): [value: string, set: (value: string | undefined) => void] {
  const { filterValues, setFilters } = useListFilterContext()
  const { [source]: before = '', ...others } = filterValues
  const set = (value: string | undefined) => {
    setFilters(value ? { ...others, [source]: value } : others)
  }
  return [before, set]
}
