import { adminOperations } from '@flagyard/api-types/admin'
import { DataTable, type DataTableColumnProps, type RaRecord, useResourceContext } from 'react-admin'
import { callsOf } from '../providers/calls.ts'
import type { InFile } from './listColumns.ts'

export type ColumnProps<T extends RaRecord> = Omit<DataTableColumnProps<T>, 'source' | 'label' | 'field'> & {
  label: string
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
export function Column<T extends RaRecord>({
  isAction: _,
  onlyWide: __,
  field: ___,
  inFile: ____,
  ...props
}: ColumnProps<T>) {
  const resource = useResourceContext() ?? ''
  const sorts: readonly string[] = adminOperations[callsOf(resource).list].list.sorts
  return <DataTable.Col {...props} disableSort={!sorts.includes(props.source)} />
}
