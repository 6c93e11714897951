import type { OrganisationRow } from '@flagyard/api-types'
import { AutocompleteInput, required, SelectInput, TextInput } from 'react-admin'
import { choicesOf } from '../../lib/format.ts'
import { countryChoices } from '../taxes/tax-words.ts'

export const organisationLabels = {
  name: 'Name',
  kind: 'Kind',
  country: 'Country',
  tax_id: 'VAT or tax id',
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
      helperText="As it stands on invoices, and on certificates for its people from now on"
      validate={required('Say what it is called')}
      fullWidth
      slotProps={{ htmlInput: { maxLength: 160 } }}
    />
    <SelectInput
      source="kind"
      label={organisationLabels.kind}
      choices={choicesOf(kindWords)}
      helperText={false}
      validate={required('Choose one')}
      fullWidth
    />
    <AutocompleteInput
      source="country"
      label={organisationLabels.country}
      choices={countryChoices}
      helperText="The tax depends on it"
      fullWidth
    />
    <Text source="tax_id" maxLength={40} />
    <Text source="address" maxLength={300} />
    <Text source="reference" maxLength={80} helperText="An order can have one of its own" />
    <Text
      source="invoice_email"
      maxLength={254}
      helperText="What is to be paid is sent there too, and invoices as PDF"
    />
  </>
)

export const kindWords: Record<OrganisationRow['kind'], string> = { business: 'Company', public: 'Public body' }

export const taxIdWords: Record<OrganisationRow['tax_id_state'], string> = {
  valid: '',
  invalid: ' (not a valid one of that country)',
  not_given: '',
}
