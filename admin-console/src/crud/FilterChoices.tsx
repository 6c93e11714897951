import { FilterList, FilterListItem, useListFilterContext } from 'react-admin'
import styles from './Filters.module.css'

type Value = string | number | boolean

interface Props {
  label: string
  source: string
  options: readonly (readonly [value: Value, label: string])[]
  /** Number of matching rows per value, if known. */
  counts?: Partial<Record<string, number>> | undefined
  /** Allows several values; rows that match any of them are shown. */
  several: boolean
}

export default function FilterChoices({ label, source, options, counts, several }: Props) {
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
