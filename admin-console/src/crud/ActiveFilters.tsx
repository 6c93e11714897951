import { Icon } from '@flagyard/ui/Icon'
import { Button } from '@mui/material'
import type { ReactNode } from 'react'
import { useListFilterContext } from 'react-admin'
import { countOf } from '../lib/format.ts'
import styles from './Filters.module.css'
import type { AnyFilters } from './filters.tsx'

/** Chips of the active filters, each with a remove button, and a button that clears them all. Shown even if the list failed to load. */
export function ActiveFilters({ filters }: { filters: AnyFilters }) {
  const { filterValues, setFilters } = useListFilterContext()
  const active = Object.entries(filterValues as Record<string, unknown>)
  if (active.length === 0) return null
  const without = (source: string) => Object.fromEntries(active.filter(([key]) => key !== source))
  return (
    <fieldset className={styles.active} aria-label="Active filters">
      {active.map(([source, value]) => {
        const words = sayFilter(filters, source, value)
        return (
          <Button
            key={source}
            size="small"
            endIcon={<Icon name="close" size={14} />}
            onClick={() => setFilters(without(source))}
          >
            <span>
              <span className="visually-hidden">Remove the filter </span>
              {words}
            </span>
          </Button>
        )
      })}
      <Button size="small" variant="text" onClick={() => setFilters({})}>
        Clear all
      </Button>
    </fieldset>
  )
}

/** `State: Active`. Links to specific rows, for example from a bulk job, filter by `id`. */
function sayFilter(filters: AnyFilters, source: string, value: unknown): ReactNode {
  if (source === 'id') return `Only ${countOf(Array.isArray(value) ? value.length : 1, 'row')}`
  const filter = filters[source]
  return filter ? (
    <>
      {filter.label}: {filter.say(value)}
    </>
  ) : (
    `${source}: ${value}`
  )
}
