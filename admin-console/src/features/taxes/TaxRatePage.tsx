import type { TaxRate } from '@flagyard/api-types'
import { countryName } from '@flagyard/api-types/taxes/countries'
import { DateInput } from 'react-admin'
import { ActionButton } from '../../crud/actions.tsx'
import { RecordPage } from '../../crud/RecordPage.tsx'
import { AuditButton } from '../audit/AuditButton.tsx'
import styles from './Taxes.module.css'
import { formatRate, spanOf } from './tax-words.ts'

const TaxRatePage = () => (
  <RecordPage<TaxRate>
    recordLabel="tax rate"
    title={(rate) => `${countryName(rate.country)}: ${formatRate(rate.rate)}`}
    about={(rate) => <span>{spanOf(rate)}</span>}
    actions={(rate) => (
      <>
        <AuditButton type="tax_rate" id={rate.country} />
        <EndButton rate={rate} />
      </>
    )}
  >
    {(rate) => (
      <div className={styles.card}>
        <p className={styles.calm}>
          {rate.valid_until
            ? 'It is kept because orders were placed under it.'
            : 'It holds until another one follows. A rate that was in force is not changed: add the next one from its day on.'}
        </p>
      </div>
    )}
  </RecordPage>
)

export default TaxRatePage

function EndButton({ rate: { id, version, country, valid_from, allowed } }: { rate: TaxRate }) {
  if (!allowed.includes('end')) return null
  return (
    <ActionButton
      operation="endTaxRate"
      label="End…"
      title={`End the rate of ${countryName(country)}`}
      call={(provider, { valid_until }: { valid_until: string }) =>
        provider.call('endTaxRate', { id, taxRateEnd: { version, valid_until } })
      }
      successMessage="The rate has its end"
      defaultValues={{ valid_until: '' }}
      isReady={({ valid_until }) => !!valid_until && valid_until >= valid_from}
      submitLabel="End it"
      color="error"
    >
      <p className={styles.calm}>
        From the day after, nothing can be sold to {countryName(country)} where this tax is due, until there is another
        rate.
      </p>
      <DateInput source="valid_until" label="Last day" helperText={false} parse={(typed: string) => typed} fullWidth />
    </ActionButton>
  )
}
