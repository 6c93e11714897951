import type { SellerPage } from '@flagyard/api-types'
import { timeZoneOptions } from '@flagyard/ui/time-zones'
import { AutocompleteInput, BooleanInput, DateInput, required, TextInput } from 'react-admin'
import { ActionButton } from '../../crud/actions.tsx'
import styles from './Taxes.module.css'
import { countryChoices } from './tax-words.ts'

type Edit = Omit<NonNullable<SellerPage['current']>, 'version' | 'created_at'>

const nobody: Edit = {
  ...{ name: '', address: '', country: 'DE', tax_id: '', oss_registered: false, iban: '', bic: '', email: '' },
  ...{ time_zone: 'Europe/Berlin', footer: '', valid_from: '' },
}
const timeZones = timeZoneOptions('UTC').map(({ value, label }) => ({ id: value, name: label }))

/** Adds a version of the seller's details, prefilled from the newest one. */
export function ChangeSeller({ page: { version, versions } }: { page: SellerPage }) {
  const { version: _, created_at: __, ...latest } = versions[0] ?? { ...nobody, version, created_at: '' }
  return (
    <ActionButton
      operation="updateSeller"
      label="Change…"
      title="Who sells, from a day on"
      call={(provider, { tax_id, iban, bic, footer, ...edit }: Edit) =>
        provider.call('updateSeller', {
          sellerInput: {
            ...edit,
            version,
            tax_id: tax_id || null,
            iban: iban || null,
            bic: bic || null,
            footer: footer ?? '',
          },
        })
      }
      successMessage="The seller is saved"
      defaultValues={{ ...nobody, ...latest, valid_from: new Date().toISOString().slice(0, 10) }}
      submitLabel="Save"
    >
      <p className={styles.calm}>Invoices that were issued stay as they are.</p>
      <TextInput source="name" label="Name" helperText={false} validate={required('Say who sells')} fullWidth />
      <TextInput
        source="address"
        label="Address"
        helperText={false}
        validate={required('An invoice needs an address')}
        multiline
        minRows={2}
        fullWidth
      />
      <AutocompleteInput
        source="country"
        label="Country"
        choices={countryChoices}
        helperText="Its tax is in the prices of the catalogue"
        validate={required('Choose a country')}
        fullWidth
      />
      <TextInput source="tax_id" label="VAT id" helperText={false} fullWidth />
      <BooleanInput
        source="oss_registered"
        label="Registered for the one-stop shop of the European Union"
        helperText={false}
      />
      <TextInput source="iban" label="IBAN" helperText={false} fullWidth />
      <TextInput source="bic" label="BIC" helperText={false} fullWidth />
      <TextInput source="email" label="E-mail" helperText={false} validate={required('Say where to ask')} fullWidth />
      <AutocompleteInput
        source="time_zone"
        label="Time zone"
        choices={timeZones}
        helperText="Where a day begins: rates change, and numbers begin anew, by this clock"
        validate={required('Choose a time zone')}
        fullWidth
      />
      <TextInput source="footer" label="Below invoices" helperText={false} multiline fullWidth />
      <DateInput
        source="valid_from"
        label="From"
        helperText={false}
        parse={(typed: string) => typed}
        validate={required('Choose the first day')}
        fullWidth
      />
    </ActionButton>
  )
}
