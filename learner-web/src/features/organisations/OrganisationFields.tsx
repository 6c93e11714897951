import type { Organisation } from '@flagyard/api-types'
import { countries, countryName } from '@flagyard/api-types/taxes/countries'
import { Checkbox, SelectField, TextField } from '@flagyard/ui/fields'
import type { api } from '../../lib/api.ts'
import styles from './organisations.module.css'

type Details = Parameters<typeof api.createOrganisation>[0]['organisationInput']

/** Converts the form values to the request. Empty fields become null. */
export function detailsOf(values: FormData): Details {
  const filled = (name: string) => String(values.get(name) ?? '').trim() || null
  return {
    name: String(values.get('name') ?? '').trim(),
    kind: values.get('is_public') === 'on' ? 'public' : 'business',
    country: filled('country'),
    tax_id: filled('tax_id'),
    address: filled('address'),
    reference: filled('reference'),
    invoice_email: filled('invoice_email'),
  }
}

interface Props {
  organisation?: Organisation
  fieldError: (field: string) => string | undefined
}

export function OrganisationFields({ organisation, fieldError }: Props) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={160}
        autoComplete="organization"
        defaultValue={organisation?.name}
        hint="As it stands on invoices, and on certificates for its people."
        error={fieldError('name')}
      />
      <Checkbox name="is_public" label="It is a public body" defaultChecked={organisation?.kind === 'public'} />
      <div className={styles.pair}>
        <SelectField
          label="Country"
          name="country"
          defaultValue={organisation?.country ?? ''}
          hint="The tax depends on it."
          error={fieldError('country')}
          options={[{ value: '', label: 'Choose a country' }, ...countryOptions]}
        />
        <TextField
          label="VAT or tax id"
          name="tax_id"
          maxLength={40}
          autoComplete="off"
          defaultValue={organisation?.tax_id ?? ''}
          hint={
            organisation?.tax_id_state === 'invalid'
              ? 'This is no valid id of that country, so VAT is charged.'
              : undefined
          }
          error={fieldError('tax_id')}
        />
      </div>
      <TextField
        label="Address"
        name="address"
        maxLength={300}
        autoComplete="street-address"
        defaultValue={organisation?.address ?? ''}
        error={fieldError('address')}
      />
      <div className={styles.pair}>
        <TextField
          label="Your reference"
          name="reference"
          maxLength={80}
          autoComplete="off"
          defaultValue={organisation?.reference ?? ''}
          hint="Such as a cost centre. An order can have one of its own."
          error={fieldError('reference')}
        />
        <TextField
          label="E-mail address for invoices"
          name="invoice_email"
          type="email"
          maxLength={254}
          autoComplete="off"
          defaultValue={organisation?.invoice_email ?? ''}
          hint="What is to be paid is sent there too, and invoices as PDF."
          error={fieldError('invoice_email')}
        />
      </div>
    </>
  )
}

const countryOptions = countries
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
