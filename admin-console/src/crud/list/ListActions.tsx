import type { BulkActionName } from '@flagyard/api-types'
import { adminOperations } from '@flagyard/api-types/admin'
import { bulkActionNames, bulkActionOf, capabilitiesOf } from '@flagyard/api-types/bulk/actions'
import { pathNames } from '@flagyard/api-types/contract/operation'
import { Icon } from '@flagyard/ui/Icon'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Button, Menu, MenuItem } from '@mui/material'
import { createContext, type RefObject, Suspense, useContext, useEffect, useState } from 'react'
import { BulkActionsToolbar, useListContext, useResourceContext, useStore } from 'react-admin'
import { countOf } from '../../lib/format.ts'
import { formatTotal } from '../../lib/total.ts'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import { callsOf } from '../../providers/calls.ts'
import { useResourceLabel } from '../../resource-options.ts'
import { CallButton, namesOf, OperationButton } from '../actions/action-table.tsx'
import type { Selection } from '../actions/BulkDialog.tsx'
import type { Right } from '../calls.tsx'

/** How a CSV export shows a column, if it needs more than the raw field. */
export interface InFile {
  /** Labels for enum values, such as states. */
  words?: Readonly<Record<string, string>> | undefined
  /** A second field shown in the same column; exported with its own header. */
  also?: { field: string; head: string } | undefined
}

/** The displayed columns that are fields of a row. */
export interface ListColumns {
  columns: ({ source: string; field: string; label: string } & InFile)[]
  /** Hidden by default. */
  hidden: string[]
}

/** The rows publish their columns here; the export button reads them. */
export const ListColumnsContext = createContext<RefObject<ListColumns | null>>({ current: null })

interface Props {
  selection?: Selection
  /** Owner of these rows, and the column that identifies them. */
  related?: { target: string; id: string; filter?: Record<string, unknown> | undefined }
}

/** Downloads the selected rows, or all that match the filter, as CSV, in the current order and with the visible columns. */
export function ExportButton({ selection, related }: Props) {
  const { resource, filterValues, sort, isPending } = useListContext()
  const columnsRef = useContext(ListColumnsContext)
  const [chosen] = useStore<string[] | undefined>(`${resource}.datatable`)
  const columns = () => {
    const { columns = [], hidden = [] } = columnsRef.current ?? {}
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
      successMessage="CSV downloaded"
    >
      Export CSV
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

/** True in a list of rows that belong to one record. Actions on “all that match” are disabled there, because the filter does not include the record. */
export const RelatedListContext = createContext(false)

const BulkDialog = lazyScreen(() => import('../actions/BulkDialog.tsx'))

/** Number of selected rows and the bulk actions. Overlays the table head, so that no row moves under the pointer. */
export function BulkToolbar({ actions }: { actions: BulkActionName[] }) {
  const { selectedIds, onUnselectItems, total = 0, filterValues, meta } = useListContext()
  const resourceLabel = useResourceLabel()
  const filter = JSON.stringify(filterValues ?? {})
  const isNarrowed = useContext(RelatedListContext)
  /** True if all rows that match the filter are selected, across pages. */
  const [isWhole, setWhole] = useState(false)
  const [open, setOpen] = useState<BulkActionName>()
  const selection: Selection = isWhole ? { filter } : { ids: selectedIds.map(String) }
  const isEmpty = selectedIds.length === 0
  useEffect(() => {
    if (isEmpty) setWhole(false)
  }, [isEmpty])
  return (
    <section aria-label="Selected rows" aria-live="polite">
      <BulkActionsToolbar
        label={
          isWhole
            ? `All ${formatTotal(total, meta)} that match are selected`
            : `${countOf(selectedIds.length, ...resourceLabel)} selected`
        }
        selectAllButton={
          !isWhole &&
          !isNarrowed &&
          total > selectedIds.length && (
            <Button size="small" variant="text" onClick={() => setWhole(true)}>
              Select all {formatTotal(total, meta)} that match
            </Button>
          )
        }
      >
        {actions.slice(0, BUTTONS).map((action) => (
          <OperationButton
            key={action}
            {...rightOf(action)}
            size="small"
            onPointerEnter={BulkDialog.preload}
            onClick={() => setOpen(action)}
          >
            {bulkActionOf(action).title}…
          </OperationButton>
        ))}
        {actions.length > BUTTONS && <MoreActions actions={actions.slice(BUTTONS)} onChoose={setOpen} />}
        <ExportButton selection={selection} />
      </BulkActionsToolbar>
      {open && (
        <Suspense>
          <BulkDialog
            action={open}
            selection={selection}
            onClose={() => setOpen(undefined)}
            onStarted={() => onUnselectItems()}
          />
        </Suspense>
      )}
    </section>
  )
}

const rightOf = (action: BulkActionName): Right => {
  const { like, field } = bulkActionOf(action)
  return { operation: like, ...(field && { fields: [field] }) }
}

/** Number of actions shown as buttons; the rest are in a menu. */
const BUTTONS = 2

function MoreActions({ actions, onChoose }: { actions: BulkActionName[]; onChoose: (action: BulkActionName) => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<Icon name="chevron" size={14} />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        More
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {actions.map((action) => (
          <MenuItem
            key={action}
            {...namesOf(rightOf(action))}
            onClick={() => {
              close()
              onChoose(action)
            }}
          >
            {bulkActionOf(action).title}…
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

/** The bulk actions that the current administrator can run on this list. */
export function useBulkActions(): BulkActionName[] {
  const resource = useResourceContext() ?? ''
  const capabilities = useCapabilities()
  return bulkActionNames.filter(
    (action) =>
      bulkActionOf(action).list === callsOf(resource).list &&
      !bulkActionOf(action).about &&
      !bulkActionOf(action).ofIncident &&
      !bulkActionOf(action).ofUndo &&
      capabilitiesOf(action)?.some((capability) => capabilities.has(capability)),
  )
}
