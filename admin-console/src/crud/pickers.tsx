import { MenuItem, TextField, type TextFieldProps } from '@mui/material'
import type { ReactNode } from 'react'

interface Props extends Omit<TextFieldProps, 'onChange' | 'select' | 'type' | 'variant'> {
  onChange: (value: string) => void
}

interface SelectProps extends Props {
  options: readonly (readonly [value: string, label: ReactNode])[]
}

/** A choice outside of a record's form. */
export const SelectField = ({ options, onChange, ...rest }: SelectProps) => (
  <TextField select size="small" {...rest} onChange={({ target }) => onChange(target.value)}>
    {options.map(([value, label]) => (
      <MenuItem key={value} value={value}>
        {label}
      </MenuItem>
    ))}
  </TextField>
)

/** A day outside of a record's form. */
export const DayField = ({ onChange, ...rest }: Props) => (
  <TextField
    type="date"
    size="small"
    {...rest}
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ inputLabel: { shrink: true } }}
  />
)
