import type { OrganisationRow } from '@flagyard/api-types'
import { AutocompleteInput, required, SelectInput, TextInput } from 'react-admin'
import { choicesOf } from '../../lib/format.ts'
import { countryChoices } from '../taxes/tax-words.ts'

export const organisationLabels = {
  name: 'Name',
  kind: 'Kind',
  country: 'Country',
  tax_id: 'VAT or tax ID',
  address: 'Address',
  reference: 'Their reference',
  invoice_email: 'Invoices to',
} as const

const Text = ({
  source,
  maxLength,
  helperText = false,
}: {
  source: keyof typeof organisationLabels
  maxLength: number
  helperText?: string | false
}) => (
  <TextInput
    source={source}
    label={organisationLabels[source]}
    helperText={helperText}
    fullWidth
    slotProps={{ htmlInput: { maxLength } }}
  />
)

/** Billing details for future orders. */
export const OrganisationInputs = () => (
  <>
    <TextInput
      source="name"
      label={organisationLabels.name}
      helperText="Name on invoices and on new certificates of its learners"
      validate={required('Enter a name')}
      fullWidth
      slotProps={{ htmlInput: { maxLength: 160 } }}
    />
    <SelectInput
      source="kind"
      label={organisationLabels.kind}
      choices={choicesOf(kindWords)}
      helperText={false}
      validate={required('Choose a kind')}
      fullWidth
    />
    <AutocompleteInput
      source="country"
      label={organisationLabels.country}
      choices={countryChoices}
      helperText="Determines the tax"
      fullWidth
    />
    <Text source="tax_id" maxLength={40} />
    <Text source="address" maxLength={300} />
    <Text source="reference" maxLength={80} helperText="Default reference; each order can have another one" />
    <Text
      source="invoice_email"
      maxLength={254}
      helperText="Payment requests and PDF invoices are also sent to this address"
    />
  </>
)

export const kindWords: Record<OrganisationRow['kind'], string> = { business: 'Company', public: 'Public body' }

export const taxIdWords: Record<OrganisationRow['tax_id_state'], string> = {
  valid: '',
  invalid: ' (not valid for that country)',
  not_given: '',
}
