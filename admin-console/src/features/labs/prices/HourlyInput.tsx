import { NumberInput, required } from 'react-admin'

const MICROS = 1_000_000

/** Typed in the currency, kept in its millionths. */
export const HourlyInput = () => (
  <NumberInput
    source="hourly_micros"
    label={priceLabels.hourly_micros}
    helperText="For one resource, as the provider’s price list says"
    format={(micros: number | null | undefined) => (micros === null || micros === undefined ? '' : micros / MICROS)}
    parse={(typed: string) => (typed === '' ? null : Math.round(Number(typed) * MICROS))}
    min={0}
    step={0.001}
    validate={required('Say what an hour costs')}
    fullWidth
  />
)

export const priceLabels = { hourly_micros: 'EUR an hour' } as const
