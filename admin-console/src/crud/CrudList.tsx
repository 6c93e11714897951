import type { ListName } from '@flagyard/api-types'
import { adminOperations } from '@flagyard/api-types/admin'
import { type ReactNode, useEffect, useRef } from 'react'
import { ListBase, type ListBaseProps, type RaRecord, useListContext, useResourceContext } from 'react-admin'
import { callsOf } from '../providers/calls.ts'
import styles from './CrudList.module.css'
import { FilterSidebar } from './FilterSidebar.tsx'
import type { AnyFilters, Filters } from './filters.tsx'
import { ListHeader } from './ListHeader.tsx'
import { type ListColumns, ListColumnsContext } from './listColumns.ts'
import { useKnownFilters } from './useKnownFilters.ts'
import { useReturnToRow } from './useReturnToRow.ts'
import { useRowKeys } from './useRowKeys.tsx'

interface Props<N extends ListName, T extends RaRecord> {
  /** One filter for each filter key of the list operation. */
  filters: Filters<N>
  /** Initial sort order. Default: the server's. */
  sort?: NonNullable<ListBaseProps['sort']>
  /** A line under the title. Default: the number of rows. */
  about?: ReactNode
  /** Buttons in the header, next to the standard ones. */
  actions?: ReactNode
  /** The list is polled while this returns true for any row. */
  refetchWhile?: (row: T) => boolean
  children: ReactNode
}

/** A list of the console, filtered, sorted and paged by the server. */
export function CrudList<N extends ListName, T extends RaRecord = RaRecord>({
  filters,
  sort,
  refetchWhile = () => false,
  ...rest
}: Props<N, T>) {
  const resource = useResourceContext() ?? ''
  const [field, order] = adminOperations[callsOf(resource).list].list.defaultSort
  if (!useKnownFilters(filters)) return null
  return (
    <ListBase<T>
      sort={sort ?? { field, order }}
      perPage={25}
      exporter={false}
      queryOptions={{
        onError: shownInPlace,
        refetchInterval: ({ state }) => (state.data?.data?.some(refetchWhile) ? REFETCH_MS : false),
      }}
    >
      <Content filters={filters} {...rest} />
    </ListBase>
  )
}

const REFETCH_MS = 2_000

/** Suppresses react-admin's notification: the list shows its own error. */
const shownInPlace = () => undefined

function Content({
  filters,
  about,
  actions,
  children,
}: { filters: AnyFilters } & Pick<Props<ListName, RaRecord>, 'about' | 'actions' | 'children'>) {
  const list = useRef<HTMLDivElement>(null)
  const columns = useRef<ListColumns>(null)
  const { help, openHelp } = useRowKeys(list)
  useReturnToRow(list)
  useUnselectOnFilter()
  return (
    <ListColumnsContext value={columns}>
      <div className={styles.page}>
        <ListHeader filters={filters} about={about} actions={actions} onKeys={openHelp} />
        {help}
        <div ref={list} className={styles.columns}>
          <FilterSidebar filters={filters} />
          <div className={styles.main}>{children}</div>
        </div>
      </div>
    </ListColumnsContext>
  )
}

/** Clears the selection when the filter changes, because selected rows may no longer be visible. */
function useUnselectOnFilter() {
  const { filterValues, selectedIds, onUnselectItems } = useListContext()
  const filter = JSON.stringify(filterValues)
  const before = useRef(filter)
  useEffect(() => {
    if (before.current !== filter && selectedIds.length > 0) onUnselectItems()
    before.current = filter
  }, [filter, selectedIds, onUnselectItems])
}
