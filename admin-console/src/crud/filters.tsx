import type { FilterOf, ListName } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { type ReactNode, Suspense } from 'react'
import type { ResourceName } from '../providers/calls.ts'
import type { Option } from './FilterSelect.tsx'

// Filters come beside the rows and not before them.
const FilterChoices = lazyScreen(() => import('./FilterChoices.tsx'))
const FilterDay = lazyScreen(() => import('./FilterDay.tsx'))
const FilterSearch = lazyScreen(() => import('./FilterSearch.tsx'))
const FilterSelect = lazyScreen(() => import('./FilterSelect.tsx'))
const FilterText = lazyScreen(() => import('./FilterText.tsx'))
const RecordName = lazyScreen(() => import('./RecordName.tsx'))

/** By what a list is narrowed: every key that its call knows has one, in the order in which they stand beside the list. */
export type Filters<N extends ListName> = { [K in Exclude<keyof FilterOf<N>, 'id'>]-?: Filter }
export type AnyFilters = Readonly<Record<string, Filter>>

export interface Filter {
  label: string
  /** How a value is called on the chip that says it is on. */
  say: (value: unknown) => ReactNode
  /** What stands at the side; nothing where only links lead to the filter. */
  show?: (source: string) => ReactNode
}

/** Searches while one types. */
export const search = (label: string): Filter => ({
  label: 'Search',
  say: (value) => `“${value}”`,
  show: () => <FilterSearch label={label} />,
})

/** A word that is typed whole. */
export const text = (label: string): Filter => ({
  label,
  say: String,
  show: (source) => <FilterText source={source} label={label} />,
})

/** Few choices, each pressed and pressed again. */
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

/** One of many; an address may ask for another one. */
export const select = (
  label: string,
  options: readonly Option[],
  labelOf: (value: string) => string = String,
): Filter => {
  const say = (value: unknown) => options.find((one) => one.value === value)?.label ?? labelOf(String(value))
  return { label, say, show: (source) => <FilterSelect label={label} source={source} options={options} say={say} /> }
}

/** A day: from its beginning, or until its end. */
export const day = (label: string, edge: 'start' | 'end'): Filter => ({
  label,
  say: (value) => sayDay(String(value), edge),
  show: (source) => <FilterDay label={label} source={source} edge={edge} />,
})

/** Only links lead here: it shows as a chip, and can be taken off. */
export const byLink = (label: string, say: (value: unknown) => string = String): Filter => ({ label, say })

/** The same with the id of a record, whose name the chip says. */
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
