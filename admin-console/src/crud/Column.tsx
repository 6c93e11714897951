import { adminOperations } from '@flagyard/api-types/admin'
import { DataTable, type DataTableColumnProps, type RaRecord, useResourceContext } from 'react-admin'
import { callsOf } from '../providers/calls.ts'
import type { InFile } from './listColumns.ts'

export type ColumnProps<T extends RaRecord> = Omit<DataTableColumnProps<T>, 'source' | 'label' | 'field'> & {
  label: string
  /** It shows buttons, and nothing that a file could hold. */
  isAction?: boolean
  /** How an exported file shows it. */
  inFile?: InFile
  /** Hidden by default where the window is narrower than 1600 px, so that the list fits without a scroll bar. */
  onlyWide?: boolean
} & (
    | { source: keyof T & string; field?: never }
    /** The key by which it is sorted has another name than the field that it shows. */
    | { source: string; field: keyof T & string }
  )

/** A column that can be sorted by wherever the server can. */
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
