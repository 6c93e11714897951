import { adminOperations } from '@flagyard/api-types/admin'
import { DataTable, type DataTableColumnProps, type RaRecord, useResourceContext } from 'react-admin'
import { callsOf } from '../providers/calls.ts'

interface Props<T extends RaRecord> extends DataTableColumnProps<T> {
  source: string
  label: string
}

/** A column that can be sorted by wherever the server can. */
export function Column<T extends RaRecord>(props: Props<T>) {
  const resource = useResourceContext() ?? ''
  const sorts: readonly string[] = adminOperations[callsOf(resource).list].list.sorts
  return <DataTable.Col {...props} disableSort={!sorts.includes(props.source)} />
}
