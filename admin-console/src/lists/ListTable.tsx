import type { ReactNode } from 'react'
import { DataTable } from 'react-admin'

interface Props {
  /** Where a click leads: to the row's page, or nowhere. */
  rowClick: 'edit' | false
  hiddenColumns?: string[]
  children: ReactNode
}

/** The table of a list: its rows can be chosen, and what can be done to them stands above it (SelectionBar). */
export function ListTable({ rowClick, hiddenColumns = [], children }: Props) {
  return (
    <DataTable
      rowClick={rowClick}
      hiddenColumns={hiddenColumns}
      bulkActionButtons={nothing}
      bulkActionsToolbar={nothing}
    >
      {children}
    </DataTable>
  )
}

/** react-admin shows boxes to tick where there are buttons for what is ticked; ours stand elsewhere. */
const nothing = <span hidden />
