import { Button, useMediaQuery } from '@mui/material'
import type { ReactNode } from 'react'
import { ColumnsButton, type ResourceDefinition, useListContext, useResourceDefinition, useStore } from 'react-admin'
import { totalOf } from '../lib/total.ts'
import type { ResourceOptions } from '../resource-options.ts'
import { ActiveFilters } from './ActiveFilters.tsx'
import styles from './CrudList.module.css'
import { ExportButton } from './ExportButton.tsx'
import { useFiltersShown } from './FilterSidebar.tsx'
import type { AnyFilters } from './filters.tsx'
import { WIDE } from './Rows.tsx'
import { ScreenHeader } from './ScreenHeader.tsx'
import { useResourceLabel } from './useResourceLabel.ts'

interface Props {
  filters: AnyFilters
  about?: ReactNode
  actions?: ReactNode
  onKeys: () => void
}

/** Title, row count, active filters and list actions. */
export function ListHeader({ filters, about, actions, onKeys }: Props) {
  const { total, meta } = useListContext()
  const { options, name }: ResourceDefinition<ResourceOptions> = useResourceDefinition()
  const resourceLabel = useResourceLabel()
  const wide = useMediaQuery(WIDE, { noSsr: true })
  const number = total === undefined ? ' ' : totalOf(total, resourceLabel, meta)
  return (
    <ScreenHeader
      title={options?.label ?? name}
      about={
        <span className={styles.about}>
          <span>{about ?? number}</span>
          <ActiveFilters filters={filters} />
        </span>
      }
      actions={
        <>
          {actions}
          {wide && <View onKeys={onKeys} />}
          <ExportButton />
        </>
      }
    />
  )
}

/** Display settings: visible columns, density, filter sidebar. */
function View({ onKeys }: { onKeys: () => void }) {
  const [density, setDensity] = useStore<'roomy' | 'dense'>('lists.density', 'roomy')
  const [shown, setShown] = useFiltersShown()
  const dense = density === 'dense'
  return (
    <>
      <Button size="small" onClick={() => setShown(!shown)}>
        {shown ? 'Hide the filters' : 'Show the filters'}
      </Button>
      <ColumnsButton />
      <Button size="small" onClick={() => setDensity(dense ? 'roomy' : 'dense')}>
        {dense ? 'Roomy rows' : 'Dense rows'}
      </Button>
      <Button size="small" onClick={onKeys} aria-keyshortcuts="?">
        Shortcuts
      </Button>
    </>
  )
}
