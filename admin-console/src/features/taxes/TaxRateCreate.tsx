import { consolePaths } from '@flagyard/api-types/links'
import { AutocompleteInput, DateInput, NumberInput, required } from 'react-admin'
import { CreateForm } from '../../crud/EditForm.tsx'
import { ScreenHeader } from '../../crud/RecordPage.tsx'
import styles from './Taxes.module.css'
import { countryChoices } from './tax-words.ts'

const noRate = { country: null, rate: null, valid_from: '' }

const TaxRateCreate = () => (
  <>
    <ScreenHeader title="New tax rate" back={{ to: consolePaths.listTaxRates, label: 'Tax rates' }} />
    <div className={styles.card}>
      <p className={styles.calm}>
        The country’s present rate ends on the day before. Orders that were placed keep the tax they were placed with.
      </p>
      <CreateForm recordLabel="tax rate" defaultValues={noRate} successMessage="The rate is saved">
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
          label="Percent"
          helperText="The standard rate, such as 19 or 25.5"
          format={(rate: number | null | undefined) => (rate === null || rate === undefined ? '' : rate / 100)}
          parse={(typed: string) => (typed === '' ? null : Math.round(Number(typed) * 100))}
          min={0}
          max={100}
          step={0.01}
          validate={required('Say the rate')}
          fullWidth
        />
        <DateInput
          source="valid_from"
          label="From"
          helperText="Its first day, which begins at midnight where the seller is"
          parse={(typed: string) => typed}
          validate={required('Choose the first day')}
          fullWidth
        />
      </CreateForm>
    </div>
  </>
)

export default TaxRateCreate
