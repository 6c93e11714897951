import { TextField } from '@mui/material'
import styles from './Filters.module.css'
import { useFilter } from './useFilter.ts'

/** A day in the browser's time zone, sent as the instant at which it starts or ends. */
export default function FilterDay({ source, label, edge }: { source: string; label: string; edge: 'start' | 'end' }) {
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
