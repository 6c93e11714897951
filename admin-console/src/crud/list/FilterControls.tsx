import { MenuItem, TextField, type Theme, ThemeProvider } from '@mui/material'
import { useMemo, useState } from 'react'
import {
  FilterList,
  FilterListItem,
  FilterLiveSearch,
  ListContextProvider,
  SavedQueriesList,
  useGetOne,
  useGetRecordRepresentation,
  useListContext,
  useListFilterContext,
  useNavigate,
  useSavedQueries,
} from 'react-admin'
import type { ResourceName } from '../../providers/calls.ts'
import styles from './Filters.module.css'

/** An exact-match filter, applied on Enter or blur rather than while typing. */
export function FilterText({ source, label }: { source: string; label: string }) {
  const [value, setValue] = useFilter(source)
  const apply = (typed: string) => {
    const next = typed.trim()
    if (next !== value) setValue(next)
  }
  return (
    <div className={styles.group}>
      <TextField
        key={value}
        fullWidth
        label={label}
        defaultValue={value}
        onBlur={(event) => apply(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) apply(event.target.value)
        }}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
    </div>
  )
}

export interface Option {
  value: string
  label: string
}

interface Props {
  source: string
  label: string
  options: readonly Option[]
  say: (value: unknown) => string
}

export function FilterSelect({ source, label, options, say }: Props) {
  const [value, setValue] = useFilter(source)
  return (
    <div className={styles.group}>
      <TextField select fullWidth label={label} value={value} onChange={(event) => setValue(event.target.value)}>
        <MenuItem value="">Any</MenuItem>
        {value !== '' && !options.some((option) => option.value === value) && (
          <MenuItem value={value}>{say(value)}</MenuItem>
        )}
        {options.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {option.label}
          </MenuItem>
        ))}
      </TextField>
    </div>
  )
}

/** A day in the browser's time zone, sent as the instant at which it starts or ends. */
export function FilterDay({ source, label, edge }: { source: string; label: string; edge: 'start' | 'end' }) {
  const [value, setValue] = useFilter(source)
  const later = edge === 'end' ? 1 : 0
  return (
    <div className={styles.group}>
      <TextField
        type="date"
        fullWidth
        label={label}
        value={value ? dayOf(value, -later) : ''}
        onChange={(event) => setValue(startOf(event.target.value, later))}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    </div>
  )
}

function startOf(day: string, daysLater: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number)
  return year && month && date ? new Date(year, month - 1, date + daysLater).toISOString() : undefined
}

function dayOf(at: string, daysLater: number): string {
  const day = new Date(at)
  day.setDate(day.getDate() + daysLater)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/**
 * react-admin's search as you type. The first letter adds a history entry and later ones replace it, so that Back leaves the search in one
 * step. Pending searches are dropped once a row is opened: they would navigate back to the list.
 */
export function FilterSearch({ label }: { label: string }) {
  const list = useListContext()
  const navigate = useNavigate()
  const [home] = useState(window.location.pathname)
  const searching = useMemo(() => {
    const setFilters: typeof list.setFilters = ({ q }) => {
      if (window.location.pathname !== home) return
      const { sort, perPage, filterValues } = list
      const { q: before, ...others } = filterValues
      const params = {
        filter: JSON.stringify(q ? { ...others, q } : others),
        sort: sort?.field,
        order: sort?.order,
        page: 1,
        perPage,
      }
      const search = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)]))
      navigate({ search: `?${search}` }, { replace: before !== undefined })
    }
    return { ...list, setFilters }
  }, [list, home, navigate])
  return (
    <ListContextProvider value={searching}>
      <div className={styles.search} data-search>
        <FilterLiveSearch source="q" label={label} fullWidth />
      </div>
    </ListContextProvider>
  )
}

type Value = string | number | boolean

interface FilterChoicesProps {
  label: string
  source: string
  options: readonly (readonly [value: Value, label: string])[]
  /** Number of matching rows per value, if known. */
  counts?: Partial<Record<string, number>> | undefined
  /** Allows several values; rows that match any of them are shown. */
  several: boolean
}

export function FilterChoices({ label, source, options, counts, several }: FilterChoicesProps) {
  const toggle = several ? { isSelected: isAmong(source), toggleFilter: toggleAmong(source) } : {}
  return (
    <FilterList label={label} icon={null} className={styles.group}>
      {options.map(([value, name]) => (
        <FilterListItem
          key={name}
          label={<Choice name={name} count={counts && (counts[String(value)] ?? 0)} source={source} value={value} />}
          value={{ [source]: value }}
          {...toggle}
        />
      ))}
    </FilterList>
  )
}

type Values = Record<string, unknown>

const chosen = (filters: Values, source: string): unknown[] => {
  const value = filters[source]
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

const isAmong = (source: string) => (value: Values, filters: Values) => chosen(filters, source).includes(value[source])

const toggleAmong = (source: string) => (value: Values, filters: Values) => {
  const { [source]: _, ...rest } = filters
  const before = chosen(filters, source)
  const after = before.includes(value[source])
    ? before.filter((one) => one !== value[source])
    : [...before, value[source]]
  return after.length === 0 ? rest : { ...rest, [source]: after.length === 1 ? after[0] : after }
}

/** Adds the selected state as text: react-admin's item only shows it by colour and has no pressed state. */
function Choice({
  name,
  count,
  source,
  value,
}: {
  name: string
  count?: number | undefined
  source: string
  value: unknown
}) {
  const { filterValues } = useListFilterContext()
  return (
    <span className={styles.choice}>
      <span>
        {name}
        {chosen(filterValues, source).includes(value) && <span className="visually-hidden"> (selected)</span>}
      </span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </span>
  )
}

/** react-admin's saved queries. Selecting one also restores its order and page size. */
export function SavedFilters() {
  const list = useListContext()
  const [saved] = useSavedQueries(list.resource)
  const setFilters: typeof list.setFilters = (filters, displayedFilters) => {
    list.setFilters(filters, displayedFilters)
    const { sort, perPage } = saved.find(({ value }) => value.filter === filters)?.value ?? {}
    if (perPage) list.setPerPage(perPage)
    if (sort) list.setSort(sort)
  }
  return (
    <ListContextProvider value={{ ...list, setFilters }}>
      <div className={styles.saved}>
        <ThemeProvider theme={withoutListElements}>
          <SavedQueriesList icon={null} />
        </ThemeProvider>
      </div>
    </ListContextProvider>
  )
}

/**
 * react-admin places the save button inside a `<ul>`, where only list items are valid HTML. The components are handled as plain objects:
 * to spread MUI's type of them took the compiler twenty seconds.
 */
function withoutListElements(theme: Theme): Theme {
  const components: Record<string, object> = { ...(theme.components as object) }
  for (const name of ['MuiList', 'MuiListItem'])
    components[name] = { ...components[name], defaultProps: { component: 'div' } }
  return Object.assign({}, theme, { components: components as object })
}

/** Display name of a record by its id. Falls back to the shortened id if the record is deleted or not readable. */
export function RecordName({ resource, id }: { resource: ResourceName; id: string }) {
  const { data, isPending } = useGetOne(resource, { id }, { retry: false })
  const nameOf = useGetRecordRepresentation(resource)
  return data ? nameOf(data) : isPending ? '…' : id.slice(0, 8)
}

/** Value and setter of one filter of the surrounding list. Undefined removes the filter. */
function useFilter(source: string): [value: string, set: (value: string | undefined) => void] {
  const { filterValues, setFilters } = useListFilterContext()
  const { [source]: before = '', ...others } = filterValues
  const set = (value: string | undefined) => {
    setFilters(value ? { ...others, [source]: value } : others)
  }
  return [before, set]
}
