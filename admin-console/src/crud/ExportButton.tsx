import { adminOperations } from '@flagyard/api-types/admin'
import { pathNames } from '@flagyard/api-types/contract/operation'
import { useContext } from 'react'
import { useListContext, useStore } from 'react-admin'
import { callsOf } from '../providers/calls.ts'
import { CallButton } from './CallButton.tsx'
import { ListColumnsContext } from './listColumns.ts'
import type { Selection } from './selection.ts'

interface Props {
  selection?: Selection
  /** Owner of these rows, and the column that identifies them. */
  related?: { target: string; id: string; filter?: Record<string, unknown> | undefined }
}

/** Downloads the selected rows, or all that match the filter, as CSV, in the current order and with the visible columns. */
export function ExportButton({ selection, related }: Props) {
  const { resource, filterValues, sort, isPending } = useListContext()
  const told = useContext(ListColumnsContext)
  const [chosen] = useStore<string[] | undefined>(`${resource}.datatable`)
  const columns = () => {
    const { columns = [], hidden = [] } = told.current ?? {}
    const shown = columns.filter(({ source }) => !(chosen ?? hidden).includes(source))
    const asked = shown.flatMap(({ field, label, words, also }) => [
      { field, head: label, ...(words && { words }) },
      ...(also ? [also] : []),
    ])
    return asked.length > 0 && { columns: asked }
  }
  const { names, filter } = scopeOf(resource, related)
  const ask = {
    filter: JSON.stringify({ ...filterValues, ...filter }),
    ...(names && { names }),
    ...(sort && { sort: JSON.stringify([sort.field, sort.order]) }),
    // Selected rows are exported even if they no longer match the filter.
    ...(selection && 'ids' in selection && { ids: selection.ids, filter: '{}' }),
  }
  return (
    <CallButton
      operation={callsOf(resource).list}
      size="small"
      // The table says which columns it shows.
      disabled={isPending}
      call={(dataProvider) => dataProvider.exportList(resource, { ...ask, ...columns() })}
      successMessage="Downloaded as CSV"
    >
      Export as CSV
    </CallButton>
  )
}

/** Sends the owner as a path parameter if the operation has one, otherwise as a filter. */
function scopeOf(resource: string, related: Props['related']) {
  if (!related) return {}
  const { target, id, filter } = related
  const inPath = pathNames(adminOperations[callsOf(resource).list].path).includes(target)
  return inPath ? { names: { [target]: id }, filter } : { filter: { ...filter, [target]: id } }
}
