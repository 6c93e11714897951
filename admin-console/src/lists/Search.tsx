import { FilterLiveSearch } from 'react-admin'
import styles from './ListScreen.module.css'

/** Searches while one types; the server does the searching. */
export function Search({ label = 'Search' }: { label?: string }) {
  return (
    <div className={styles.search} data-search>
      <FilterLiveSearch source="q" label={label} fullWidth hiddenLabel={false} />
    </div>
  )
}
