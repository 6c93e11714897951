import type { Organisation } from '@flagyard/api-types'
import { countries, countryName } from '@flagyard/api-types/taxes/countries'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Form, FormProblem } from '@flagyard/ui/Form'
import { Checkbox, SelectField, TextField } from '@flagyard/ui/fields'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { toasts } from '../../shell/toasts.ts'
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

export function OrganisationDetails({ organisation }: { organisation: Organisation }) {
  const { id, version } = organisation
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    showOrganisation(await api.updateOrganisation({ id, organisationEdit: { version, ...detailsOf(values) } }))
    toasts.show({ type: 'success', content: 'The details are saved.' })
  })
  return (
    <Card as="section" className={styles.card}>
      <p className="small muted">Orders to come are billed like this. Those that were placed keep what they say.</p>
      <Form name="organisation" onSubmit={submit} className={styles.form}>
        <OrganisationFields organisation={organisation} fieldError={fieldError} />
        <FormProblem>{formError}</FormProblem>
        <div>
          <Button type="submit" variant="primary" busy={isPending}>
            Save
          </Button>
        </div>
      </Form>
    </Card>
  )
}

export const useOrganisation = (id: string) => useQuery(callQuery('getOrganisation', { id }))

/** Updates the cache with the server's response to a change. */
export function showOrganisation(organisation: Organisation) {
  const { id } = organisation
  queryClient.setQueryData(callQuery('getOrganisation', { id }).queryKey, organisation)
  void queryClient.invalidateQueries(callQuery('listMyOrganisations'))
}
