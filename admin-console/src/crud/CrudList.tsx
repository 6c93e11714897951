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
  /** The call behind the list: its keys are what it can be filtered by. */
  filters: Filters<N>
  /** Another order than the server's own to begin with. */
  sort?: NonNullable<ListBaseProps['sort']>
  /** A line under the title; without it, the number of rows. */
  about?: ReactNode
  /** Buttons at the head, beside those of every list. */
  actions?: ReactNode
  /** While this is so of any row, the list looks again by itself. */
  refetchWhile?: (row: T) => boolean
  /** The `Rows`. */
  children: ReactNode
}

/** A list of the back office: filtered, sorted and paged by the server. */
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

/** The list says itself why it failed; react-admin's notification would say it twice. */
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

/** What is selected is what one sees: another filter shows other rows. */
function useUnselectOnFilter() {
  const { filterValues, selectedIds, onUnselectItems } = useListContext()
  const filter = JSON.stringify(filterValues)
  const before = useRef(filter)
  useEffect(() => {
    if (before.current !== filter && selectedIds.length > 0) onUnselectItems()
    before.current = filter
  }, [filter, selectedIds, onUnselectItems])
}
