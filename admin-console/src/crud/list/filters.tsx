import type { FilterOf, ListName } from '@flagyard/api-types'
import { Icon } from '@flagyard/ui/Icon'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Button, useMediaQuery } from '@mui/material'
import { type ComponentType, Fragment, type ReactNode, Suspense, useEffect } from 'react'
import { parseQueryFromLocation, useListContext, useListFilterContext, useNotify, useStore } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import { countOf } from '../../lib/format.ts'
import type { ResourceName } from '../../providers/calls.ts'
import filterSidebarStyles from './CrudList.module.css'
import type { Option } from './FilterControls.tsx'
import styles from './Filters.module.css'
import { WIDE } from './Rows.tsx'

/** Loaded lazily, so that the rows do not wait for the filters. */
const control = <P extends object>(pick: (controls: typeof import('./FilterControls.tsx')) => ComponentType<P>) =>
  lazyScreen<P>(async () => ({ default: pick(await import('./FilterControls.tsx')) }))
const FilterChoices = control((controls) => controls.FilterChoices)
const FilterDay = control((controls) => controls.FilterDay)
const FilterSearch = control((controls) => controls.FilterSearch)
const FilterSelect = control((controls) => controls.FilterSelect)
const FilterText = control((controls) => controls.FilterText)
const RecordName = control((controls) => controls.RecordName)
const SavedFilters = control((controls) => controls.SavedFilters)

/** The filters of a list: one for each filter key of its operation, in the order of the sidebar. */
export type Filters<N extends ListName> = { [K in Exclude<keyof FilterOf<N>, 'id'>]-?: Filter }
export type AnyFilters = Readonly<Record<string, Filter>>

interface Filter {
  label: string
  /** Formats a value for its chip. */
  say: (value: unknown) => ReactNode
  /** Control in the sidebar. Absent for filters that only links set. */
  show?: (source: string) => ReactNode
}

/** Search as you type. */
export const search = (label: string): Filter => ({
  label: 'Search',
  say: (value) => `“${value}”`,
  show: () => <FilterSearch label={label} />,
})

/** Exact-match text filter. */
export const text = (label: string): Filter => ({
  label,
  say: String,
  show: (source) => <FilterText source={source} label={label} />,
})

/** A few options, shown as toggles: labels by value, or pairs if the values are no strings. */
export const choices = <V extends string | number | boolean>(
  label: string,
  offered: readonly (readonly [value: V, label: string])[] | Readonly<Partial<Record<V & string, string>>>,
  { counts, several = false }: { counts?: Partial<Record<string, number>> | undefined; several?: boolean } = {},
): Filter => {
  const options = (Array.isArray(offered) ? offered : Object.entries(offered)) as (readonly [V, string])[]
  const labelOf = (value: unknown) => options.find(([one]) => one === value)?.[1] ?? String(value)
  return {
    label,
    say: (value) => (Array.isArray(value) ? value.map(labelOf).join(' or ') : labelOf(value)),
    show: (source) => (
      <FilterChoices label={label} source={source} options={options} counts={counts} several={several} />
    ),
  }
}

/** One of many options. The address may contain a value that is not among them. */
export const select = (
  label: string,
  options: readonly Option[],
  labelOf: (value: string) => string = String,
): Filter => {
  const say = (value: unknown) => options.find((one) => one.value === value)?.label ?? labelOf(String(value))
  return { label, say, show: (source) => <FilterSelect label={label} source={source} options={options} say={say} /> }
}

/** A date, from its start or until its end. */
export const day = (label: string, edge: 'start' | 'end'): Filter => ({
  label,
  say: (value) => sayDay(String(value), edge),
  show: (source) => <FilterDay label={label} source={source} edge={edge} />,
})

/** A filter that only links set. It shows as a removable chip. */
export const byLink = (label: string, say: (value: unknown) => string = String): Filter => ({ label, say })

/** The same for a record's id; the chip shows the record's name. */
export const byRecord = (label: string, resource: ResourceName): Filter => ({
  label,
  say: (id) => (
    <Suspense fallback="…">
      <RecordName resource={resource} id={String(id)} />
    </Suspense>
  ),
})

const sayDay = (at: string, edge: 'start' | 'end') =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(new Date(Date.parse(at) - (edge === 'end' ? 1 : 0)))

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
              <span className="visually-hidden">Remove filter </span>
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

export const useFiltersShown = () => useStore('lists.filters', true)

/** The filters, with saved ones at the top. Collapsed on narrow screens. */
export function FilterSidebar({ filters }: { filters: AnyFilters }) {
  const { filterValues } = useListContext()
  const wide = useMediaQuery(WIDE, { noSsr: true })
  const [shown] = useFiltersShown()
  const number = Object.keys(filterValues ?? {}).length
  const contents = <Contents filters={filters} />
  if (!wide)
    return (
      <details className={filterSidebarStyles.aside}>
        <summary>{number > 0 ? `Search and filter (${number})` : 'Search and filter'}</summary>
        {contents}
      </details>
    )
  return (
    shown && (
      <aside className={filterSidebarStyles.aside} aria-label="Filters">
        {contents}
      </aside>
    )
  )
}

function Contents({ filters }: { filters: AnyFilters }) {
  const { q, ...others } = filters
  return (
    <Suspense>
      {q?.show?.('q')}
      <SavedFilters />
      {Object.entries(others).map(([source, filter]) => (
        <Fragment key={source}>{filter.show?.(source)}</Fragment>
      ))}
    </Suspense>
  )
}

/**
 * Removes filters that the list does not support from the address, and notifies the user. Old bookmarks and links would otherwise make the
 * list fail. Returns false until the address is clean.
 */
export function useKnownFilters(filters: AnyFilters): boolean {
  const location = useLocation()
  const navigate = useNavigate()
  const notify = useNotify()
  const asked: Record<string, unknown> = parseQueryFromLocation(location).filter ?? {}
  const unknown = Object.keys(asked).filter((key) => key !== 'id' && !(key in filters))
  const names = unknown.join(', ')
  useEffect(() => {
    if (names === '') return
    const known = Object.fromEntries(Object.entries(asked).filter(([key]) => !names.split(', ').includes(key)))
    const search = new URLSearchParams(location.search)
    search.set('filter', JSON.stringify(known))
    navigate({ search: `?${search}` }, { replace: true })
    notify(`This list cannot be filtered by ${names}, so those filters were removed.`, { type: 'warning' })
  })
  return names === ''
}
