import { Checkbox } from '@mui/material'
import styles from './import-export.module.css'

interface Props {
  label: string
  checked: boolean
  onChange: (value: boolean) => void
}

export const Choice = ({ label, checked, onChange }: Props) => (
  <label className={styles.choice}>
    <Checkbox
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      // The theme's name for it is the one of a row's.
      slotProps={{ input: { 'aria-label': label } }}
    />
    {label}
  </label>
)
