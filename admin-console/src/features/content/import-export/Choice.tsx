import { Checkbox } from '@mui/material'
import { useId } from 'react'
import styles from './import-export.module.css'

interface Props {
  label: string
  checked: boolean
  onChange: (value: boolean) => void
}

export function Choice({ label, checked, onChange }: Props) {
  const id = useId()
  return (
    <label className={styles.choice} htmlFor={id}>
      <Checkbox id={id} checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}
