import { SelectField, TextField } from '@flagyard/ui/fields'
import { useListFilterContext } from 'react-admin'
import styles from './ListScreen.module.css'

/** A filter that is typed whole: it takes effect with Enter or when one goes on. */
export function FilterText({ label, source }: { label: string; source: string }) {
  const [value, filter] = useFilter(source)
  return (
    <div className={styles.group}>
      <TextField
        key={value}
        label={label}
        required
        maxLength={200}
        defaultValue={value}
        onBlur={(event) => filter(event.target.value.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') filter(event.currentTarget.value.trim())
        }}
      />
    </div>
  )
}

/** A filter of one among many. */
export function FilterSelect({
  label,
  source,
  options,
}: {
  label: string
  source: string
  options: { value: string; label: string }[]
}) {
  const [value, filter] = useFilter(source)
  return (
    <div className={styles.group}>
      <SelectField
        label={label}
        required
        value={value}
        options={[{ value: '', label: 'Any' }, ...options]}
        onChange={(event) => filter(event.target.value)}
      />
    </div>
  )
}

function useFilter(source: string): [value: string, filter: (value: string) => void] {
  const { filterValues, setFilters } = useListFilterContext()
  const { [source]: value = '', ...rest } = filterValues as Record<string, string>
  return [value, (next) => next !== value && setFilters(next ? { ...rest, [source]: next } : rest)]
}
