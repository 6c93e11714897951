import type { Money } from '@flagyard/api-types/schemas'
import { TextField } from '@mui/material'
import { useState } from 'react'
import { useInput } from 'react-admin'
import { Columns } from './Group.tsx'

/** An amount in the units that people pay in. Empty means none, where that is possible. */
export function PriceInput({ isOptional = false }: { isOptional?: boolean }) {
  const { field, fieldState, id } = useInput<Money | null>({
    source: 'price',
    validate: (value: Money | null) => (!value && !isOptional ? 'Say a price; 0 is free of charge' : undefined),
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
    <Columns>
      <TextField
        id={id}
        name={field.name}
        inputRef={field.ref}
        label="Price"
        required={!isOptional}
        type="number"
        value={shown}
        onChange={({ target }) => change(target.value)}
        onBlur={field.onBlur}
        error={problem !== undefined}
        helperText={problem ?? (isOptional ? 'Empty: not sold on its own. 0: free of charge.' : '0 is free of charge')}
        slotProps={{ htmlInput: { min: 0, step: 0.01 } }}
        fullWidth
      />
      <TextField
        label="Currency"
        value={price?.currency ?? 'EUR'}
        disabled={price === null}
        onChange={({ target }) => price && field.onChange({ ...price, currency: target.value.toUpperCase() })}
        slotProps={{ htmlInput: { maxLength: 3 } }}
        fullWidth
      />
    </Columns>
  )
}

const centsOf = (text: string) => (text.trim() === '' ? null : Math.round(Number(text) * 100))
