import { useMemo, useState } from 'react'
import { FilterLiveSearch, ListContextProvider, useListContext } from 'react-admin'
import styles from './ListScreen.module.css'

/**
 * Searches while one types; the server does the searching. What was typed just before one opens a row is not searched for any more:
 * the list stands until the row's screen has arrived, and would call one back.
 */
export function Search({ label = 'Search' }: { label?: string }) {
  const list = useListContext()
  const [home] = useState(window.location.pathname)
  const staying = useMemo(() => {
    const setFilters: typeof list.setFilters = (...change) => {
      if (window.location.pathname === home) list.setFilters(...change)
    }
    return { ...list, setFilters }
  }, [list, home])
  return (
    <ListContextProvider value={staying}>
      <div className={styles.search} data-search>
        <FilterLiveSearch source="q" label={label} fullWidth hiddenLabel={false} />
      </div>
    </ListContextProvider>
  )
}
