import { Icon } from '@flagyard/ui/Icon'
import { Button } from '@mui/material'
import type { ReactNode } from 'react'
import { useListFilterContext } from 'react-admin'
import { countOf } from '../lib/format.ts'
import styles from './Filters.module.css'
import type { AnyFilters } from './filters.tsx'

/** What the list is narrowed by, whether its rows came or not: each can be taken off, and all of them at once. */
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

/** `State: Active`; rows that were led to by name, after a bulk job for instance, have a filter of their own. */
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
