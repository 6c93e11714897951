import { currencies, isSold } from '@flagyard/api-types/contract/currencies'
import { DEFAULT_CURRENCY, exponentOf, fromDecimal, stepOf, toDecimal } from '@flagyard/api-types/contract/money'
import type { Money } from '@flagyard/api-types/schemas'
import { TextField } from '@mui/material'
import { useState } from 'react'
import { useInput, ValidationError } from 'react-admin'
import { SelectField } from '../../crud/pickers.tsx'
import styles from './content.module.css'

/** An amount in major currency units, with its currency. Required unless `emptyMeans` is set. */
export function PriceInput({ emptyMeans }: { emptyMeans?: string | undefined }) {
  const { field, fieldState, id } = useInput<Money | null>({
    source: 'price',
    validate: (value: Money | null) => (value || emptyMeans ? problemOf(value) : 'Enter a price, or 0 for free'),
  })
  const price: Money | null = field.value || null
  const [typed, setTyped] = useState<string>()
  const [chosen, setChosen] = useState<string>(DEFAULT_CURRENCY)
  const currency = price?.currency ?? chosen
  const isTyped = typed !== undefined && Object.is(fromDecimal(typed, currency), price?.amount ?? null)
  const shown = isTyped ? typed : price ? toDecimal(price) : ''
  const change = (text: string, next = currency) => {
    setTyped(text)
    setChosen(next)
    const amount = fromDecimal(text, next)
    field.onChange(amount === null ? null : { amount, currency: next })
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
          problem ? (
            <ValidationError error={problem} />
          ) : emptyMeans ? (
            `Leave empty if ${emptyMeans}. 0 means free.`
          ) : (
            '0 means free'
          )
        }
        slotProps={{ htmlInput: { min: 0, step: stepOf(currency) / 10 ** exponentOf(currency) } }}
      />
      <SelectField
        label="Currency"
        value={currency}
        onChange={(next) => change(shown, next)}
        options={[...new Set<string>([...currencies, currency])].map((code) => [code, code])}
      />
    </div>
  )
}

function problemOf(price: Money | null): string | undefined {
  if (!price) return undefined
  const { amount, currency } = price
  if (!isSold(currency)) return 'Choose a currency from the list, such as EUR'
  if (Number.isSafeInteger(amount) && amount >= 0 && amount % stepOf(currency) === 0) return undefined
  const decimals = exponentOf(currency)
  if (decimals === 0) return `Enter a whole amount from 0: ${currency} has no decimals`
  return `Enter an amount from 0 with at most two decimals`
}
