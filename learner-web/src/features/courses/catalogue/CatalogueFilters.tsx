import type { CourseCard } from '@flagyard/api-types'
import { DEFAULT_CURRENCY, exponentOf, fromDecimal } from '@flagyard/api-types/contract/money'
import { SelectField, type SelectOption, TextField } from '@flagyard/ui/Form'
import { cloudNames, formatCount, formatMoney, levelNames } from '@flagyard/ui/format'
import { useSearchParams } from 'react-router-dom'
import { languageName } from '../../../lib/format.ts'
import * as t from '../../../messages/en/courses.ts'
import styles from './catalogue.module.css'
import {
  type Catalogue,
  type CatalogueType,
  catalogueTypes,
  type FilterName,
  type Filters,
  filterNames,
} from './catalogue-filter.ts'

/** Example searches. Each has results in the demo catalogue. */
export const SEARCH_EXAMPLES = ['IAM', 'metadata', 'storage']

interface Props {
  courses: CourseCard[]
  filters: Filters
  /** Signed-in users can also filter by what they own. */
  signedIn: boolean
  onChange: (name: FilterName, value: string) => void
}

export function CatalogueFilters({ courses, filters, signedIn, onChange }: Props) {
  const languages = [...new Set([...courses.map(({ language }) => language), filters.language])].filter(Boolean).sort()
  const select = (name: FilterName, label: string, any: string, options: SelectOption[]) => (
    <SelectField
      label={label}
      name={name}
      required
      value={filters[name]}
      onChange={(event) => onChange(name, event.target.value)}
      options={[{ value: '', label: any }, ...options]}
    />
  )
  return (
    <search className={styles.filters}>
      <div className={styles.search}>
        <TextField
          label={t.search}
          name="search"
          type="search"
          required
          placeholder={`${SEARCH_EXAMPLES.join(', ')}…`}
          value={filters.search}
          onChange={(event) => onChange('search', event.target.value)}
        />
      </div>
      {select('cloud', t.cloud, t.anyCloud, optionsOf(cloudNames))}
      {select('level', t.level, t.anyLevel, optionsOf(levelNames))}
      {select('price', t.price, t.anyPrice, pricesIn(courses[0]?.price.currency ?? DEFAULT_CURRENCY))}
      {signedIn &&
        select('owned', t.yours, t.yoursOrNot, [
          { value: 'yes', label: t.yours },
          { value: 'no', label: t.notYoursYet },
        ])}
      {languages.length > 1 &&
        select(
          'language',
          t.language,
          t.anyLanguage,
          languages.map((value) => ({ value, label: languageName(value) })),
        )}
    </search>
  )
}

const pricesIn = (currency: string): SelectOption[] => [
  { value: 'free', label: t.free },
  ...(exponentOf(currency) === 0 ? [5000, 10_000, 25_000] : [50, 100, 250]).map((units) => ({
    value: String(units),
    label: t.upToPrice({ price: formatMoney({ amount: fromDecimal(String(units), currency) ?? 0, currency }) }),
  })),
]

const optionsOf = (names: Record<string, string>): SelectOption[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

interface CatalogueTypesProps {
  /** Items that match the other filters; undefined while loading. */
  found: Catalogue | undefined
  type: CatalogueType | null
  onChange: (type: CatalogueType | null) => void
}

export function CatalogueTypes({ found, type, onChange }: CatalogueTypesProps) {
  const all = found && catalogueTypes.reduce((sum, one) => sum + found[one].length, 0)
  return (
    <fieldset className={styles.types}>
      <legend className="visually-hidden">{t.show}</legend>
      {([null, ...catalogueTypes] as const).map((one) => (
        <label key={one} className={styles.type}>
          <input
            type="radio"
            name="type"
            className={styles.radio}
            checked={type === one}
            onChange={() => onChange(one)}
          />
          {one === null ? t.all : t.types[one]}
          {found && <span className={styles.count}>{formatCount(one === null ? (all ?? 0) : found[one].length)}</span>}
        </label>
      ))}
    </fieldset>
  )
}

/** Filters of the catalogue. They are stored in the address, so that a filtered catalogue can be shared and restored. */
export function useCatalogueFilters() {
  const [params, setParams] = useSearchParams()
  const change = (values: Partial<Record<FilterName | 'type', string>>) =>
    setParams(
      (current) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) current.set(name, value)
          else current.delete(name)
        }
        return current
      },
      { replace: true },
    )
  return {
    filters: Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ''])) as Filters,
    /** Selected type; null for all. */
    type: catalogueTypes.find((type) => type === params.get('type')) ?? null,
    setFilter: (name: FilterName, value: string) => change({ [name]: value }),
    setType: (type: CatalogueType | null) => change({ type: type ?? '' }),
    clear: () => change(Object.fromEntries([...filterNames, 'type'].map((name) => [name, '']))),
  }
}
