import type { CourseCard } from '@flagyard/api-types'
import { SelectField, TextField } from '@flagyard/ui/fields'
import { cloudNames, levelNames } from '@flagyard/ui/format'
import { languageName } from '../../lib/format.ts'
import styles from './CoursesPage.module.css'
import type { FilterName, Filters } from './useCatalogueFilters.ts'

interface Props {
  courses: CourseCard[]
  filters: Filters
  onChange: (name: FilterName, value: string) => void
}

export function CatalogueFilters({ courses, filters, onChange }: Props) {
  const languages = [...new Set([...courses.map(({ language }) => language), filters.language])].filter(Boolean).sort()
  const select = (name: FilterName, label: string, any: string, options: { value: string; label: string }[]) => (
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
      <TextField
        label="Search"
        name="search"
        type="search"
        required
        placeholder="IAM, metadata, storage…"
        value={filters.search}
        onChange={(event) => onChange('search', event.target.value)}
      />
      {select('level', 'Level', 'Any level', optionsOf(levelNames))}
      {select('cloud', 'Cloud', 'Any cloud', optionsOf(cloudNames))}
      {select(
        'language',
        'Language',
        'Any language',
        languages.map((value) => ({ value, label: languageName(value) })),
      )}
    </search>
  )
}

function optionsOf(names: Record<string, string>) {
  return Object.entries(names).map(([value, label]) => ({ value, label }))
}
