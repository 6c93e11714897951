import type { BulkActionName } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { classNames } from '@flagyard/ui/class-names'
import { Spinner } from '@flagyard/ui/Spinner'
import { Empty, Failed } from '@flagyard/ui/States'
import { useMediaQuery } from '@mui/material'
import { type ReactNode, useRef } from 'react'
import {
  ColumnsButton,
  ListBase,
  type ListBaseProps,
  Pagination,
  type RaRecord,
  useListContext,
  useStore,
} from 'react-admin'
import { ScreenHeader } from '../layout/ScreenHeader.tsx'
import { countOf } from '../lib/format.ts'
import { sentenceOf } from '../lib/problem.ts'
import { type Card, Cards } from './Cards.tsx'
import { ExportButton } from './ExportButton.tsx'
import { KeysHelp } from './KeysHelp.tsx'
import styles from './ListScreen.module.css'
import { SelectionBar } from './SelectionBar.tsx'
import { useRowKeys } from './useRowKeys.ts'

interface Props<T extends RaRecord> {
  title: string
  /** What the rows are called: `['account', 'accounts']`. */
  of: [one: string, many: string]
  /** A line under the title; without it, the number of rows. */
  about?: ReactNode
  actions?: ReactNode
  sort: NonNullable<ListBaseProps['sort']>
  /** What stands at the side, and on a phone behind a button. */
  filters?: ReactNode
  /** A `DataTable`; a phone gets cards instead. */
  table: ReactNode
  card: Card<T>
  /** What to say when there is nothing at all. */
  empty: string
  /** What can be done to many rows at once, besides taking them away as a file. */
  bulk?: BulkActionName[]
  queryOptions?: ListBaseProps['queryOptions']
}

/** A list of the back office: filtered, sorted and paged by the server, with its own words for waiting, failing and empty. */
export function ListScreen<T extends RaRecord>({ sort, queryOptions, ...rest }: Props<T>) {
  return (
    <ListBase sort={sort} perPage={25} exporter={false} queryOptions={{ ...queryOptions, onError: ignore } as never}>
      <Content {...rest} />
    </ListBase>
  )
}

/** The screen itself says it; react-admin's notification would say it twice. */
const ignore = () => undefined

function Content<T extends RaRecord>({
  title,
  of,
  about,
  actions,
  filters,
  bulk = [],
  ...rest
}: Omit<Props<T>, 'sort' | 'queryOptions'>) {
  const { total, filterValues, meta } = useListContext<T>()
  const wide = useMediaQuery('(min-width: 900px)')
  const number = total === undefined ? ' ' : `${meta?.estimated ? 'About ' : ''}${countOf(total, ...of)}`
  const chosen = Object.keys(filterValues ?? {}).length
  const list = useRef<HTMLDivElement>(null)
  const keys = useRowKeys(list)
  return (
    <>
      <ScreenHeader
        title={title}
        about={about ?? number}
        actions={
          <>
            {actions}
            {wide && <View onKeys={keys.openHelp} />}
            <ExportButton />
          </>
        }
      />
      <KeysHelp open={keys.help} onClose={keys.closeHelp} />
      <div ref={list} className={classNames(styles.columns, !filters && styles.bare)}>
        {filters && wide && <div className={styles.aside}>{filters}</div>}
        {filters && !wide && (
          <details className={styles.aside}>
            <summary>{chosen > 0 ? `Search and filter (${chosen})` : 'Search and filter'}</summary>
            {filters}
          </details>
        )}
        <Rows wide={wide} bar={<SelectionBar of={of} actions={bulk} />} {...rest} />
      </div>
    </>
  )
}

/** How the rows are shown: which columns, how close together. Kept in this browser. */
function View({ onKeys }: { onKeys: () => void }) {
  const [density, setDensity] = useStore<'roomy' | 'dense'>('lists.density', 'roomy')
  const dense = density === 'dense'
  return (
    <>
      <span className={styles.columnsButton}>
        <ColumnsButton />
      </span>
      <Button size="small" aria-pressed={dense} onClick={() => setDensity(dense ? 'roomy' : 'dense')}>
        {dense ? 'Roomy rows' : 'Dense rows'}
      </Button>
      <Button size="small" onClick={onKeys} aria-keyshortcuts="?">
        Keys
      </Button>
    </>
  )
}

function Rows<T extends RaRecord>({
  wide,
  bar,
  table,
  card,
  empty,
}: Pick<Props<T>, 'table' | 'card' | 'empty'> & { wide: boolean; bar: ReactNode }) {
  const [density] = useStore('lists.density', 'roomy')
  const { data, error, isPending, refetch, total, filterValues, setFilters } = useListContext<T>()
  if (error && !data) return <Broken error={error} onRetry={() => void refetch()} />
  if (isPending || !data) return <Spinner label="Loading the list" />
  if (data.length === 0) {
    return Object.keys(filterValues ?? {}).length > 0 ? (
      <Empty
        title="Nothing matches"
        icon="search"
        action={<Button onClick={() => setFilters({})}>Clear the filters</Button>}
      >
        No row fits what you search for and filter by.
      </Empty>
    ) : (
      <Empty title="Nothing here yet">{empty}</Empty>
    )
  }
  return (
    <section className={classNames(styles.rows, density === 'dense' && styles.dense)} aria-label="Rows">
      <Only />
      {bar}
      <div data-rows>{wide ? <div className={styles.scroll}>{table}</div> : <Cards card={card} />}</div>
      {(total ?? 0) > 25 && (
        <div className={styles.pages}>
          <Pagination rowsPerPageOptions={[25, 50, 100]} />
        </div>
      )}
    </section>
  )
}

/** Rows that were led to by name, after bulk work for instance: nothing at the side says so. */
function Only() {
  const { filterValues, setFilters } = useListContext()
  const { id, ...rest } = (filterValues ?? {}) as { id?: string[] }
  if (!id) return null
  return (
    <p className={styles.only}>
      <span>Only the {countOf(id.length, 'row')} that you came for.</span>
      <Button size="small" onClick={() => setFilters(rest)}>
        Show all
      </Button>
    </p>
  )
}

function Broken({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if ('code' in error && error.code === 'not_served')
    return (
      <Empty title="Not here yet" icon="clock">
        The server does not serve this list yet; it arrives in a later step.
      </Empty>
    )
  return <Failed what="this list" why={sentenceOf(error)} onRetry={onRetry} />
}
