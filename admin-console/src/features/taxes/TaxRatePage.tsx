import type { TaxRate } from '@flagyard/api-types'
import { countryName } from '@flagyard/api-types/taxes/countries'
import { AutocompleteInput, DateInput, NumberInput, required } from 'react-admin'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { CreatePage, FormCard } from '../../crud/record/CreatePage.tsx'
import { RecordPage } from '../../crud/record/RecordPage.tsx'
import { AuditButton } from '../audit/AuditButton.tsx'
import { countryChoices, formatRate, spanOf } from './tax-words.ts'

const TaxRatePage = () => (
  <RecordPage<TaxRate>
    title={(rate) => `${countryName(rate.country)}: ${formatRate(rate.rate)}`}
    about={(rate) => <span>{spanOf(rate)}</span>}
    actions={(rate) => (
      <>
        <AuditButton type="tax_rate" id={rate.country} />
        <RecordButtons record={rate} actions={rateActions} />
      </>
    )}
  >
    {(rate) => (
      <FormCard maxWidth={560}>
        <p className="muted small">
          {rate.valid_until
            ? 'You cannot delete it because orders use it.'
            : 'A rate applies until the next one starts. You cannot edit a past rate; add a new one instead.'}
        </p>
      </FormCard>
    )}
  </RecordPage>
)

export default TaxRatePage

const rateActions = [
  actionsOn<TaxRate>()({
    name: 'end',
    operation: 'endTaxRate',
    label: 'End…',
    title: ({ country }) => `End the tax rate of ${countryName(country)}`,
    body: ({ country }) => (
      <>
        <p className="muted small">
          After the last day, taxable sales to {countryName(country)} are blocked until you add another rate.
        </p>
        <DateInput
          source="valid_until"
          label="Last day"
          helperText={false}
          parse={(typed: string) => typed}
          fullWidth
        />
      </>
    ),
    defaults: { valid_until: '' },
    input: ({ id, version }, { valid_until }) => ({ id, taxRateEnd: { version, valid_until } }),
    isReady: ({ valid_until }, { valid_from }) => !!valid_until && valid_until >= valid_from,
    submit: 'End rate',
    color: 'error',
    success: 'Last day saved',
  }),
]

const noRate = { country: null, rate: null, valid_from: '' }

export const TaxRateCreate = () => (
  <CreatePage maxWidth={560} defaultValues={noRate} successMessage="Tax rate saved">
    <p className="muted small">The country’s current rate ends on the day before. Existing orders do not change.</p>
    <AutocompleteInput
      source="country"
      label="Country"
      choices={countryChoices}
      helperText={false}
      validate={required('Choose a country')}
      fullWidth
    />
    <NumberInput
      source="rate"
      label="Rate (%)"
      helperText="Standard rate, such as 19 or 25.5"
      format={(rate: number | null | undefined) => (rate === null || rate === undefined ? '' : rate / 100)}
      parse={(typed: string) => (typed === '' ? null : Math.round(Number(typed) * 100))}
      min={0}
      max={100}
      step={0.01}
      validate={required('Enter a rate')}
      fullWidth
    />
    <DateInput
      source="valid_from"
      label="From"
      helperText="First day, starting at midnight in the seller’s time zone"
      parse={(typed: string) => typed}
      validate={required('Choose a start date')}
      fullWidth
    />
  </CreatePage>
)
