import type { FilterOf, ListName } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { type ReactNode, Suspense } from 'react'
import type { ResourceName } from '../providers/calls.ts'
import type { Option } from './FilterSelect.tsx'

// Loaded lazily, so that the rows do not wait for the filters.
const FilterChoices = lazyScreen(() => import('./FilterChoices.tsx'))
const FilterDay = lazyScreen(() => import('./FilterDay.tsx'))
const FilterSearch = lazyScreen(() => import('./FilterSearch.tsx'))
const FilterSelect = lazyScreen(() => import('./FilterSelect.tsx'))
const FilterText = lazyScreen(() => import('./FilterText.tsx'))
const RecordName = lazyScreen(() => import('./RecordName.tsx'))

/** The filters of a list: one for each filter key of its operation, in the order of the sidebar. */
export type Filters<N extends ListName> = { [K in Exclude<keyof FilterOf<N>, 'id'>]-?: Filter }
export type AnyFilters = Readonly<Record<string, Filter>>

export interface Filter {
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

/** A few options, shown as toggles. */
export const choices = <V extends string | number | boolean>(
  label: string,
  options: readonly (readonly [value: V, label: string])[],
  { counts, several = false }: { counts?: Partial<Record<string, number>> | undefined; several?: boolean } = {},
): Filter => {
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
