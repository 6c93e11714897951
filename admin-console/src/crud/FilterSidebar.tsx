import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { useMediaQuery } from '@mui/material'
import { Fragment, Suspense } from 'react'
import { useListContext, useStore } from 'react-admin'
import styles from './CrudList.module.css'
import type { AnyFilters } from './filters.tsx'
import { WIDE } from './Rows.tsx'

const SavedFilters = lazyScreen(() => import('./SavedFilters.tsx'))

export const useFiltersShown = () => useStore('lists.filters', true)

/** The filters, with saved ones at the top. Collapsed on narrow screens. */
export function FilterSidebar({ filters }: { filters: AnyFilters }) {
  const { filterValues } = useListContext()
  const wide = useMediaQuery(WIDE, { noSsr: true })
  const [shown] = useFiltersShown()
  const number = Object.keys(filterValues ?? {}).length
  const contents = <Contents filters={filters} />
  if (!wide)
    return (
      <details className={styles.aside}>
        <summary>{number > 0 ? `Search and filter (${number})` : 'Search and filter'}</summary>
        {contents}
      </details>
    )
  return (
    shown && (
      <aside className={styles.aside} aria-label="Filters">
        {contents}
      </aside>
    )
  )
}

function Contents({ filters }: { filters: AnyFilters }) {
  const { q, ...others } = filters
  return (
    <Suspense>
      {q?.show?.('q')}
      <SavedFilters />
      {Object.entries(others).map(([source, filter]) => (
        <Fragment key={source}>{filter.show?.(source)}</Fragment>
      ))}
    </Suspense>
  )
}
