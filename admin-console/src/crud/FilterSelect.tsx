import { MenuItem, TextField } from '@mui/material'
import styles from './Filters.module.css'
import { useFilter } from './useFilter.ts'

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

export default function FilterSelect({ source, label, options, say }: Props) {
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
