import type { CourseCard } from '@flagyard/api-types'
import { DEFAULT_CURRENCY, exponentOf, fromDecimal } from '@flagyard/api-types/contract/money'

import { SelectField, TextField } from '@flagyard/ui/fields'
import { cloudNames, formatMoney, levelNames } from '@flagyard/ui/format'
import { languageName } from '../../lib/format.ts'
import styles from './CoursesPage.module.css'
import type { FilterName, Filters } from './catalogue-filter.ts'

/** Example searches. Each has results in the demo catalogue. */
export const SEARCH_EXAMPLES = ['IAM', 'metadata', 'storage']

interface Props {
  courses: CourseCard[]
  filters: Filters
  /** Signed-in users can also filter by what they own. */
  signedIn: boolean
  onChange: (name: FilterName, value: string) => void
}

/** Search and filters, shared by courses, labs and exams. */
export function CatalogueFilters({ courses, filters, signedIn, onChange }: Props) {
  const languages = [...new Set([...courses.map(({ language }) => language), filters.language])].filter(Boolean).sort()
  const select = (name: FilterName, label: string, any: string, options: Option[]) => (
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
          label="Search"
          name="search"
          type="search"
          required
          placeholder={`${SEARCH_EXAMPLES.join(', ')}…`}
          value={filters.search}
          onChange={(event) => onChange('search', event.target.value)}
        />
      </div>
      {select('cloud', 'Cloud', 'Any cloud', optionsOf(cloudNames))}
      {select('level', 'Level', 'Any level', optionsOf(levelNames))}
      {select('price', 'Price', 'Any price', pricesIn(courses[0]?.price.currency ?? DEFAULT_CURRENCY))}
      {signedIn &&
        select('owned', 'Yours', 'Yours or not', [
          { value: 'yes', label: 'Yours' },
          { value: 'no', label: 'Not yours yet' },
        ])}
      {languages.length > 1 &&
        select(
          'language',
          'Language',
          'Any language',
          languages.map((value) => ({ value, label: languageName(value) })),
        )}
    </search>
  )
}

interface Option {
  value: string
  label: string
}

const pricesIn = (currency: string): Option[] => [
  { value: 'free', label: 'Free' },
  ...(exponentOf(currency) === 0 ? [5000, 10_000, 25_000] : [50, 100, 250]).map((units) => ({
    value: String(units),
    label: `Up to ${formatMoney({ amount: fromDecimal(String(units), currency) ?? 0, currency })}`,
  })),
]

const optionsOf = (names: Record<string, string>): Option[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
