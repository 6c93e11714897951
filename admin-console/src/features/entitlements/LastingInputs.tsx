import { DateInput, SelectInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { DaysInput } from '../../crud/DaysInput.tsx'
import { choicesOf } from '../../lib/format.ts'

export interface Lasting {
  lasts: 'usual' | 'days' | 'until'
  days: number | null
  until: string
}

const lengths = choicesOf({
  usual: 'As long as it is bought for',
  days: 'For so many days',
  until: 'Until the end of a day',
})

export const lastingOf = ({ lasts, days, until }: Lasting) => ({
  ...(lasts === 'days' && days && { days }),
  ...(lasts === 'until' && { until }),
})

export function LastingInputs() {
  const { lasts } = useWatch() as Partial<Lasting>
  return (
    <>
      <SelectInput source="lasts" label="How long" choices={lengths} helperText={false} validate={[]} fullWidth />
      {lasts === 'days' && <DaysInput />}
      {lasts === 'until' && (
        <DateInput source="until" label="Last day" helperText={false} parse={(typed: string) => typed} fullWidth />
      )}
    </>
  )
}
