import type { BulkActionName } from '@flagyard/api-types'
import { bulkActionOf } from '@flagyard/api-types/bulk/actions'
import { Icon } from '@flagyard/ui/Icon'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Button, Menu, MenuItem } from '@mui/material'
import { Suspense, useContext, useEffect, useState } from 'react'
import { BulkActionsToolbar, useListContext } from 'react-admin'
import { countOf } from '../lib/format.ts'
import { formatTotal } from '../lib/total.ts'
import { ExportButton } from './ExportButton.tsx'
import { NarrowedContext } from './narrowed.ts'
import { namesOf, OperationButton } from './OperationButton.tsx'
import type { Selection } from './selection.ts'
import type { Right } from './useCan.ts'
import { useResourceLabel } from './useResourceLabel.ts'

const BulkDialog = lazyScreen(() => import('./BulkDialog.tsx'))

/** Number of selected rows and the bulk actions. Overlays the table head, so that no row moves under the pointer. */
export function BulkToolbar({ actions }: { actions: BulkActionName[] }) {
  const { selectedIds, onUnselectItems, total = 0, filterValues, meta } = useListContext()
  const resourceLabel = useResourceLabel()
  const filter = JSON.stringify(filterValues ?? {})
  const isNarrowed = useContext(NarrowedContext)
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
