import type { Money } from '@flagyard/api-types/schemas'
import { TextField } from '@mui/material'
import { useState } from 'react'
import { useInput, ValidationError } from 'react-admin'
import styles from './content.module.css'

/** An amount in the units that people pay in, and its currency. It may be empty only where that has a meaning. */
export function PriceInput({ emptyMeans }: { emptyMeans?: string | undefined }) {
  const { field, fieldState, id } = useInput<Money | null>({
    source: 'price',
    validate: (value: Money | null) => (value || emptyMeans ? problemOf(value) : 'Say a price; 0 is free of charge'),
  })
  const price: Money | null = field.value || null
  const [typed, setTyped] = useState<string>()
  const shown =
    typed !== undefined && centsOf(typed) === (price?.amount ?? null) ? typed : price ? String(price.amount / 100) : ''
  const change = (text: string) => {
    setTyped(text)
    const amount = centsOf(text)
    field.onChange(amount === null ? null : { amount, currency: price?.currency ?? 'EUR' })
  }
  const problem = fieldState.error?.message
  return (
    <div className={styles.price}>
      <TextField
        id={id}
        name={field.name}
        inputRef={field.ref}
        label="Price"
        required={!emptyMeans}
        type="number"
        value={shown}
        onChange={({ target }) => change(target.value)}
        onBlur={field.onBlur}
        error={problem !== undefined}
        helperText={
          problem ? <ValidationError error={problem} /> : emptyMeans ? `Empty: ${emptyMeans}. 0: free.` : '0 is free'
        }
        slotProps={{ htmlInput: { min: 0, step: 0.01 } }}
      />
      <TextField
        label="Currency"
        value={price?.currency ?? 'EUR'}
        disabled={price === null}
        onChange={({ target }) => price && field.onChange({ ...price, currency: target.value.toUpperCase() })}
        slotProps={{ htmlInput: { maxLength: 3 } }}
      />
    </div>
  )
}

export const centsOf = (text: string) => (text.trim() === '' ? null : Math.round(Number(text) * 100))

function problemOf(price: Money | null): string | undefined {
  if (!price) return undefined
  if (!Number.isSafeInteger(price.amount) || price.amount < 0) return 'Say an amount from 0; 0 is free of charge'
  return /^[A-Z]{3}$/.test(price.currency) ? undefined : 'A currency has three letters, such as EUR'
}
