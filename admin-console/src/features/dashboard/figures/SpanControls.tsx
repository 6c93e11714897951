import type { Figures } from '@flagyard/api-types'
import { FIGURE_DAYS } from '@flagyard/api-types/dashboard/schemas'
import { MenuItem, TextField } from '@mui/material'
import styles from './Happened.module.css'
import { isDays, useFigureSpan } from './useFigureSpan.ts'

/** Selects the last N days or a custom date range. The dates of a preset are unknown until the figures have loaded. */
export function SpanControls({ figures }: { figures: Figures | undefined }) {
  const [{ span }, show] = useFigureSpan()
  const chosen = 'days' in span ? span.days : OTHER
  const today = new Date().toISOString().slice(0, 10)
  const { from, until } = 'from' in span ? span : { from: figures?.from ?? today, until: figures?.until ?? today }
  return (
    <div className={styles.controls}>
      <TextField
        select
        size="small"
        label="Days"
        value={chosen}
        sx={{ minWidth: 160 }}
        onChange={({ target }) => show({ span: isDays(target.value) ? { days: target.value } : { from, until } })}
      >
        {FIGURE_DAYS.map((days) => (
          <MenuItem key={days} value={days}>
            Last {days} days
          </MenuItem>
        ))}
        <MenuItem value={OTHER}>From a day to a day</MenuItem>
      </TextField>
      {chosen === OTHER &&
        (
          [
            ['From', from, (day: string) => show({ span: { from: day, until } })],
            ['Until', until, (day: string) => show({ span: { from, until: day } })],
          ] as const
        ).map(([label, day, choose]) => (
          <TextField
            key={label}
            type="date"
            size="small"
            label={label}
            value={day}
            onChange={({ target }) => target.value && choose(target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        ))}
    </div>
  )
}

const OTHER = 'other'
