import type { ListName } from '@flagyard/api-types'
import { adminOperations } from '@flagyard/api-types/admin'
import { Icon } from '@flagyard/ui/Icon'
import { Button, useMediaQuery } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'
import {
  ColumnsButton,
  ListBase,
  type ListBaseProps,
  type RaRecord,
  type ResourceDefinition,
  useCreatePath,
  useListContext,
  useResourceContext,
  useResourceDefinition,
  useStore,
} from 'react-admin'
import { totalOf } from '../../lib/total.ts'
import { callsOf } from '../../providers/calls.ts'
import { type ResourceOptions, useResourceLabel } from '../../resource-options.ts'
import { OperationButton } from '../actions/action-table.tsx'
import { ScreenHeader } from '../ScreenHeader.tsx'
import styles from './CrudList.module.css'
import {
  ActiveFilters,
  type AnyFilters,
  FilterSidebar,
  type Filters,
  useFiltersShown,
  useKnownFilters,
} from './filters.tsx'
import { ExportButton, type ListColumns, ListColumnsContext } from './ListActions.tsx'
import { WIDE } from './Rows.tsx'
import { useReturnToRow, useRowKeys } from './row-focus.tsx'

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

interface ListHeaderProps {
  filters: AnyFilters
  about?: ReactNode
  actions?: ReactNode
  onKeys: () => void
}

/** Title, row count, active filters and list actions. */
function ListHeader({ filters, about, actions, onKeys }: ListHeaderProps) {
  const { total, meta } = useListContext()
  const { options, name }: ResourceDefinition<ResourceOptions> = useResourceDefinition()
  const resourceLabel = useResourceLabel()
  const wide = useMediaQuery(WIDE, { noSsr: true })
  const number = total === undefined ? ' ' : totalOf(total, resourceLabel, meta)
  return (
    <ScreenHeader
      title={options?.label ?? name}
      about={
        <span className={styles.about}>
          <span>{about ?? number}</span>
          <ActiveFilters filters={filters} />
        </span>
      }
      actions={
        <>
          {actions}
          {wide && <View onKeys={onKeys} />}
          <ExportButton />
        </>
      }
    />
  )
}

/** Display settings: visible columns, density, filter sidebar. */
function View({ onKeys }: { onKeys: () => void }) {
  const [density, setDensity] = useStore<'roomy' | 'dense'>('lists.density', 'roomy')
  const [shown, setShown] = useFiltersShown()
  const dense = density === 'dense'
  return (
    <>
      <Button size="small" onClick={() => setShown(!shown)}>
        {shown ? 'Hide filters' : 'Show filters'}
      </Button>
      <ColumnsButton />
      <Button size="small" onClick={() => setDensity(dense ? 'roomy' : 'dense')}>
        {dense ? 'Comfortable rows' : 'Compact rows'}
      </Button>
      <Button size="small" onClick={onKeys} aria-keyshortcuts="?">
        Shortcuts
      </Button>
    </>
  )
}

/** Opens the form of a new record. Hidden if the resource has no create operation. */
export function NewButton({ label }: { label?: string }) {
  const { name, options }: ResourceDefinition<ResourceOptions> = useResourceDefinition()
  const createPath = useCreatePath()
  const operation = callsOf(name).create
  if (!operation) return null
  return (
    <OperationButton
      operation={operation}
      to={createPath({ resource: name, type: 'create' })}
      variant="contained"
      color="primary"
      startIcon={<Icon name="plus" size={16} />}
    >
      {label ?? `New ${options?.resourceLabel[0] ?? name}`}
    </OperationButton>
  )
}
