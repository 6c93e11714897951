import { useMemo, useState } from 'react'
import { FilterLiveSearch, ListContextProvider, useListContext, useNavigate } from 'react-admin'
import styles from './Filters.module.css'

/**
 * react-admin's search as you type. The first letter adds a history entry and later ones replace it, so that Back leaves the search in one
 * step. Pending searches are dropped once a row is opened: they would navigate back to the list.
 */
export default function FilterSearch({ label }: { label: string }) {
  const list = useListContext()
  const navigate = useNavigate()
  const [home] = useState(window.location.pathname)
  const searching = useMemo(() => {
    const setFilters: typeof list.setFilters = ({ q }) => {
      if (window.location.pathname !== home) return
      const { sort, perPage, filterValues } = list
      const { q: before, ...others } = filterValues
      const params = {
        filter: JSON.stringify(q ? { ...others, q } : others),
        sort: sort?.field,
        order: sort?.order,
        page: 1,
        perPage,
      }
      const search = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)]))
      navigate({ search: `?${search}` }, { replace: before !== undefined })
    }
    return { ...list, setFilters }
  }, [list, home, navigate])
  return (
    <ListContextProvider value={searching}>
      <div className={styles.search} data-search>
        <FilterLiveSearch source="q" label={label} fullWidth />
      </div>
    </ListContextProvider>
  )
}
