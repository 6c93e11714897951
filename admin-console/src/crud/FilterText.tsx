import { TextField } from '@mui/material'
import styles from './Filters.module.css'
import { useFilter } from './useFilter.ts'

/** An exact-match filter, applied on Enter or blur rather than while typing. */
export default function FilterText({ source, label }: { source: string; label: string }) {
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
