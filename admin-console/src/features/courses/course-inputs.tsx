import { TextField } from '@mui/material'
import {
  NumberInput,
  type NumberInputProps,
  TextInput,
  type TextInputProps,
  useInput,
  ValidationError,
} from 'react-admin'

import styles from './CourseEdit.module.css'

/** A text that may be empty: the call takes no null for it. */
export const PlainTextInput = (props: TextInputProps) => (
  <TextInput parse={(typed: string) => typed} helperText={false} {...props} />
)

/** A list with a line for each of its items. */
export const LinesInput = ({ helperText = 'One a line', ...props }: TextInputProps) => (
  <TextInput
    multiline
    minRows={3}
    format={(lines?: string[]) => (lines ?? []).join('\n')}
    parse={(typed: string) => (typed === '' ? [] : typed.split('\n'))}
    helperText={helperText}
    {...props}
  />
)

/** Lines without those that are empty. */
export const filled = (lines: string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')

/** A share between 0 and 1, as percent. */
export const ShareInput = (props: NumberInputProps) => (
  <NumberInput
    min={0}
    max={100}
    format={(share?: number) => (share === undefined || share === null ? '' : Math.round(share * 100))}
    parse={(typed: string) => (typed === '' ? null : Number(typed) / 100)}
    {...props}
  />
)

interface Price {
  amount: number
  currency: string
}

/** An amount in whole money, such as 149.50, and its currency. */
export function PriceInput({ source, label }: { source: string; label: string }) {
  const { field, fieldState, id } = useInput<Price | null>({
    source,
    format: asItIs,
    parse: asItIs,
    validate: (price?: Price | null) =>
      price && !(Number.isInteger(price.amount) && price.amount >= 0) ? 'Enter an amount, 0 for free' : undefined,
  })
  const price: Price | null = field.value ?? null
  const put = (change: Partial<Price>) => field.onChange({ amount: 0, currency: 'EUR', ...price, ...change })
  return (
    <div className={styles.price}>
      <TextField
        id={id}
        inputRef={field.ref}
        type="number"
        label={label}
        defaultValue={price ? price.amount / 100 : ''}
        key={price ? 'said' : 'open'}
        onChange={({ target }) =>
          target.value === '' ? field.onChange(null) : put({ amount: Math.round(Number(target.value) * 100) })
        }
        onBlur={field.onBlur}
        error={!!fieldState.error}
        helperText={
          fieldState.error?.message ? <ValidationError error={fieldState.error.message} /> : 'In whole money; 0 is free'
        }
        slotProps={{ htmlInput: { min: 0, step: 'any' } }}
      />
      <TextField
        label="Currency"
        value={price?.currency ?? 'EUR'}
        onChange={({ target }) => put({ currency: target.value.toUpperCase().slice(0, 3) })}
        helperText="Three letters"
      />
    </div>
  )
}

const asItIs = <T,>(value: T): T => value
