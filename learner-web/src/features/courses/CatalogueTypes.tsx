import { formatCount } from '@flagyard/ui/format'
import styles from './CoursesPage.module.css'
import { type Catalogue, type CatalogueType, catalogueTypes } from './catalogue-filter.ts'

interface Props {
  /** Items that match the other filters; undefined while loading. */
  found: Catalogue | undefined
  type: CatalogueType | null
  onChange: (type: CatalogueType | null) => void
}

/** Selects everything, courses, labs or exams, with the number of matches of each. */
export function CatalogueTypes({ found, type, onChange }: Props) {
  const all = found && catalogueTypes.reduce((sum, one) => sum + found[one].length, 0)
  return (
    <fieldset className={styles.types}>
      <legend className="visually-hidden">Show</legend>
      {([null, ...catalogueTypes] as const).map((one) => (
        <label key={one} className={styles.type}>
          <input
            type="radio"
            name="type"
            className={styles.radio}
            checked={type === one}
            onChange={() => onChange(one)}
          />
          {one === null ? 'All' : typeNames[one]}
          {found && <span className={styles.count}>{formatCount(one === null ? (all ?? 0) : found[one].length)}</span>}
        </label>
      ))}
    </fieldset>
  )
}

export const typeNames = { courses: 'Courses', labs: 'Labs', exams: 'Exams' } as const
