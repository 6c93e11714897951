import type { BulkActionName } from '@flagyard/api-types'
import { bulkActionOf, capabilitiesOf } from '@flagyard/api-types/bulk/actions'
import { Button } from '@flagyard/ui/Button'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import { countOf, formatCount } from '../lib/format.ts'
import { useCapabilities } from '../lib/useCapabilities.ts'
import { BulkDialog } from './BulkDialog.tsx'
import { ExportButton } from './ExportButton.tsx'
import styles from './SelectionBar.module.css'

/** Rows that were ticked, or everything that the list's filter matches, on whatever page. */
export type Chosen = { ids: string[] } | { filter: string }

/** What is chosen and what can be done to it. Stands above the rows while something is chosen. */
export function SelectionBar({ of, actions }: { of: [one: string, many: string]; actions: BulkActionName[] }) {
  const { selectedIds, onSelect, total = 0, filterValues, meta } = useListContext()
  const filter = JSON.stringify(filterValues ?? {})
  /** The filter that was chosen as a whole: another filter is another choice. */
  const [whole, setWhole] = useState<string>()
  const [open, setOpen] = useState<BulkActionName>()
  const may = useCapabilities()
  const isWhole = whole === filter
  if (selectedIds.length === 0) return null
  const chosen: Chosen = isWhole ? { filter } : { ids: selectedIds.map(String) }
  const about = meta?.estimated ? 'about ' : ''
  const clear = () => {
    setWhole(undefined)
    onSelect([])
  }
  return (
    <section className={styles.bar} aria-label="Chosen rows">
      <p className={styles.words} role="status">
        {isWhole
          ? `All ${about}${formatCount(total)} that match are chosen`
          : `${countOf(selectedIds.length, ...of)} chosen`}
      </p>
      {!isWhole && total > selectedIds.length && (
        <Button size="small" variant="quiet" onClick={() => setWhole(filter)}>
          Choose all {about}
          {formatCount(total)} that match
        </Button>
      )}
      <div className={styles.actions}>
        {actions
          .filter((action) => capabilitiesOf(action)?.some((one) => may.has(one)))
          .map((action) => (
            <Button key={action} size="small" onClick={() => setOpen(action)}>
              {bulkActionOf(action).title}…
            </Button>
          ))}
        <ExportButton chosen={chosen} />
        <Button size="small" variant="quiet" onClick={clear}>
          Choose none
        </Button>
      </div>
      {open && (
        <BulkDialog action={open} chosen={chosen} of={of} onClose={() => setOpen(undefined)} onStarted={clear} />
      )}
    </section>
  )
}
