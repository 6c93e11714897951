import { adminOperations } from '@flagyard/api-types/admin'
import { Empty, Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { Button, Checkbox, useMediaQuery } from '@mui/material'
import { Children, isValidElement, type ReactNode, useContext, useEffect, useRef } from 'react'
import {
  DataTable,
  type DataTableColumnProps,
  Pagination,
  PaginationActions,
  type PaginationActionsProps,
  type RaRecord,
  SimpleList,
  useListContext,
  useRecordContext,
  useResourceContext,
  useStore,
} from 'react-admin'
import { sentenceOf } from '../../lib/problem.ts'
import { formatTotal } from '../../lib/total.ts'
import { callsOf } from '../../providers/calls.ts'
import { BulkToolbar, type InFile, ListColumnsContext, useBulkActions } from './ListActions.tsx'
import styles from './Rows.module.css'
import { RecordLink } from './row-focus.tsx'

export const WIDE = '(min-width: 900px)'

interface RowsProps<T extends RaRecord> {
  /** The columns, shared by all places that show these rows. */
  children: ReactNode
  hiddenColumns?: string[]
  /** On a phone, a row shows its name, its state on the right, and a second line. */
  primaryText: (row: T) => ReactNode
  tertiaryText?: (row: T) => ReactNode
  secondaryText?: (row: T) => ReactNode
  /** Text for an empty list without filters. */
  empty: string
  /** Accessible name, for pages with several lists. */
  label?: string
}

/** The rows of the surrounding list, as a table or as a phone list, with loading, error and empty states. */
export function Rows<T extends RaRecord>({ empty, ...rest }: RowsProps<T>) {
  const { data, error, isPending, refetch, filterValues, setFilters } = useListContext<T>()
  if (error && !data) return <Failed what="this list" why={sentenceOf(error)} onRetry={() => void refetch()} />
  if (isPending || !data) return <Spinner label="Loading…" />
  if (data.length > 0) return <Shown {...rest} />
  if (Object.keys(filterValues ?? {}).length === 0) return <Empty title="No entries">{empty}</Empty>
  return (
    <Empty title="No matches" icon="search" action={<Button onClick={() => setFilters({})}>Clear filters</Button>}>
      No rows match your search and filters.
    </Empty>
  )
}

function Shown<T extends RaRecord>({
  children,
  hiddenColumns: alwaysHidden = none,
  label = 'Rows',
  ...texts
}: Omit<RowsProps<T>, 'empty'>) {
  const roomy = useMediaQuery('(min-width: 1600px)', { noSsr: true })
  const columns = columnsOf<T>(children)
  const hiddenColumns = roomy
    ? alwaysHidden
    : [...alwaysHidden, ...columns.filter(({ onlyWide }) => onlyWide).map(({ source }) => source)]
  usePublishColumns(columns, hiddenColumns)
  const { total = 0, meta } = useListContext<T>()
  const wide = useMediaQuery(WIDE, { noSsr: true })
  const [density] = useStore('lists.density', 'roomy')
  // Checkboxes are shown only if the administrator can run a bulk action here.
  const bulkActions = useBulkActions()
  const hasBulk = bulkActions.length > 0
  const toolbar = <BulkToolbar actions={bulkActions} />
  /** Pagination passes this on to MUI's component, which its type does not declare. */
  const pageWords = {
    labelDisplayedRows: ({ from, to }: { from: number; to: number }) => `${from}–${to} of ${formatTotal(total, meta)}`,
  }
  const section = useRef<HTMLElement>(null)
  useEffect(() => makeScrollable(section.current))
  return (
    <section ref={section} className={styles.rows} aria-label={label}>
      {wide ? (
        <DataTable
          size={density === 'dense' ? 'small' : 'medium'}
          rowClick={false}
          hiddenColumns={hiddenColumns}
          bulkActionButtons={hasBulk && toolbar}
          bulkActionsToolbar={hasBulk ? toolbar : undefined}
        >
          {children}
        </DataTable>
      ) : (
        <>
          {hasBulk && toolbar}
          <PhoneList {...texts} selectable={hasBulk} />
        </>
      )}
      {total > SMALLEST_PAGE && (
        <div className={styles.pages}>
          <Pagination
            rowsPerPageOptions={[SMALLEST_PAGE, 50, 100]}
            {...pageWords}
            {...(meta?.estimated && { actions: PagesWithoutLast })}
          />
        </div>
      )}
    </section>
  )
}

/** The last page of an estimated total is unknown, so pages are turned one by one. */
const PagesWithoutLast = (props: PaginationActionsProps) => (
  <PaginationActions {...props} boundaryCount={0} showFirstButton />
)

/** Publishes the columns to the export button. */
function usePublishColumns<T extends RaRecord>(all: ColumnProps<T>[], hidden: string[]) {
  const columnsRef = useContext(ListColumnsContext)
  useEffect(() => {
    const columns = all
      .filter(({ isAction }) => !isAction)
      .map(({ source, field = source, label, inFile }) => ({ source, field, label, ...inFile }))
    columnsRef.current = { columns, hidden }
  })
}

const columnsOf = <T extends RaRecord>(children: ReactNode) =>
  Children.toArray(children).flatMap((child) => (isValidElement<ColumnProps<T>>(child) ? [child.props] : []))

/** Makes a table without focusable content focusable, because otherwise it cannot be scrolled by keyboard. */
function makeScrollable(section: HTMLElement | null) {
  const box = section?.querySelector('.RaDataTable-tableWrapper')
  if (!box) return
  if (box.querySelector('a, button, input')) box.removeAttribute('tabindex')
  else box.setAttribute('tabindex', '0')
}

const SMALLEST_PAGE = 25

const none: string[] = []

function PhoneList<T extends RaRecord>({
  primaryText,
  tertiaryText,
  secondaryText,
  selectable,
}: Pick<RowsProps<T>, 'primaryText' | 'tertiaryText' | 'secondaryText'> & { selectable: boolean }) {
  return (
    <SimpleList<T>
      className="rows-on-phone"
      rowClick={false}
      primaryText={(row) => (
        <span>
          <RecordLink>{primaryText(row)}</RecordLink>
        </span>
      )}
      {...(tertiaryText && { tertiaryText })}
      {...(secondaryText && { secondaryText })}
      {...(selectable && { leftIcon: () => <Tick /> })}
    />
  )
}

/** Checkbox for phone rows: react-admin's SimpleList has none. */
function Tick() {
  const record = useRecordContext()
  const { selectedIds, onToggleItem } = useListContext()
  if (!record) return null
  return (
    <Checkbox
      checked={selectedIds.includes(record.id)}
      onChange={() => onToggleItem(record.id)}
      slotProps={{ input: { 'aria-label': `Select ${record.id}` } }}
    />
  )
}

type ColumnProps<T extends RaRecord> = Omit<DataTableColumnProps<T>, 'source' | 'label' | 'field'> & {
  label: string
  /** Wide text that may break anywhere, or wraps at words. */
  long?: boolean
  wraps?: boolean
  /** The value is the link to the record's page. */
  link?: boolean
  mono?: boolean
  /** The column contains only buttons, so exports leave it out. */
  isAction?: boolean
  /** How a CSV export shows the column. */
  inFile?: InFile
  /** Hidden by default where the window is narrower than 1600 px, so that the list fits without a scroll bar. */
  onlyWide?: boolean
} & (
    | { source: keyof T & string; field?: never }
    /** The sort key differs from the name of the field. */
    | { source: string; field: keyof T & string }
  )

/** A column that is sortable if the server can sort by it. */
export function Column<T extends RaRecord>(column: ColumnProps<T>) {
  const { isAction: _, onlyWide: __, inFile: ___, field, long, wraps, link, mono, ...props } = column
  const resource = useResourceContext() ?? ''
  const sorts: readonly string[] = adminOperations[callsOf(resource).list].list.sorts
  const shown = (row: T) => {
    const value: ReactNode = row[field ?? props.source]
    const text = mono ? <span className="mono">{value}</span> : value
    return link ? <RecordLink>{text}</RecordLink> : text
  }
  return (
    <DataTable.Col
      {...((long || wraps) && { cellClassName: long ? 'long' : 'wraps' })}
      {...((link || mono) && { render: shown })}
      {...props}
      disableSort={!sorts.includes(props.source)}
    />
  )
}
