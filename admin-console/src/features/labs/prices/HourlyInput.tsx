import { DEFAULT_CURRENCY, microsOfUnits, unitsOfMicros } from '@flagyard/api-types/contract/money'
import { NumberInput, required } from 'react-admin'

/** Edited in the currency, stored in millionths of it. */
export const HourlyInput = () => (
  <NumberInput
    source="hourly_micros"
    label={priceLabels.hourly_micros}
    helperText="For one resource, as the provider’s price list says"
    format={(micros: number | null | undefined) =>
      micros === null || micros === undefined ? '' : unitsOfMicros(micros)
    }
    parse={(typed: string) => (typed === '' ? null : microsOfUnits(Number(typed)))}
    min={0}
    step={0.001}
    validate={required('Say what an hour costs')}
    fullWidth
  />
)

export const priceLabels = { hourly_micros: `${DEFAULT_CURRENCY} an hour` } as const
