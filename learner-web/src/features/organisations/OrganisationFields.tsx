import type { Organisation } from '@flagyard/api-types'
import { Card } from '@flagyard/ui/Card'
import { Checkbox, Form, FormProblem, SelectField, SubmitButton, TextField } from '@flagyard/ui/Form'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { showSuccess } from '../../shell/toasts.ts'
import { countryOptions } from '../orders/CompanyFields.tsx'

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

export function OrganisationFields({ organisation }: { organisation?: Organisation }) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={160}
        autoComplete="organization"
        defaultValue={organisation?.name}
        hint="As it appears on invoices and on certificates for its learners."
      />
      <Checkbox name="is_public" label="This is a public body" defaultChecked={organisation?.kind === 'public'} />
      <div className="pair">
        <SelectField
          label="Country"
          name="country"
          defaultValue={organisation?.country ?? ''}
          hint="Used to calculate the tax."
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
              ? 'This ID is not valid in that country, so VAT is charged.'
              : undefined
          }
        />
      </div>
      <TextField
        label="Address"
        name="address"
        maxLength={300}
        autoComplete="street-address"
        defaultValue={organisation?.address ?? ''}
      />
      <div className="pair">
        <TextField
          label="Your reference"
          name="reference"
          maxLength={80}
          autoComplete="off"
          defaultValue={organisation?.reference ?? ''}
          hint="For example a cost centre. Each order can have a different one."
        />
        <TextField
          label="E-mail address for invoices"
          name="invoice_email"
          type="email"
          maxLength={254}
          autoComplete="off"
          defaultValue={organisation?.invoice_email ?? ''}
          hint="Also gets payment details, and invoices as PDF."
        />
      </div>
    </>
  )
}

export function OrganisationDetails({ organisation }: { organisation: Organisation }) {
  const { id, version } = organisation
  const submission = useSubmit(async (values) => {
    showOrganisation(await api.updateOrganisation({ id, organisationEdit: { version, ...detailsOf(values) } }))
    showSuccess('The details are saved.')
  })
  return (
    <Card as="section" className="stack">
      <p className="small muted">Changes apply to new orders only.</p>
      <Form name="organisation" submission={submission} className="stack">
        <OrganisationFields organisation={organisation} />
        <FormProblem>{submission.error}</FormProblem>
        <SubmitButton>Save</SubmitButton>
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
