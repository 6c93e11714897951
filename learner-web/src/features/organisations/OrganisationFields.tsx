import type { Organisation } from '@flagyard/api-types'
import { Card } from '@flagyard/ui/Card'
import { Checkbox, Form, FormProblem, SelectField, SubmitButton, TextField } from '@flagyard/ui/Form'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/organisations.ts'
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
        label={t.name}
        name="name"
        required
        maxLength={160}
        autoComplete="organization"
        defaultValue={organisation?.name}
        hint={t.nameHint}
      />
      <Checkbox name="is_public" label={t.isPublicBody} defaultChecked={organisation?.kind === 'public'} />
      <div className="pair">
        <SelectField
          label={t.country}
          name="country"
          defaultValue={organisation?.country ?? ''}
          hint={t.countryHint}
          options={[{ value: '', label: t.chooseCountry }, ...countryOptions]}
        />
        <TextField
          label={t.taxId}
          name="tax_id"
          maxLength={40}
          autoComplete="off"
          defaultValue={organisation?.tax_id ?? ''}
          hint={organisation?.tax_id_state === 'invalid' ? t.invalidTaxId : undefined}
        />
      </div>
      <TextField
        label={t.address}
        name="address"
        maxLength={300}
        autoComplete="street-address"
        defaultValue={organisation?.address ?? ''}
      />
      <div className="pair">
        <TextField
          label={t.reference}
          name="reference"
          maxLength={80}
          autoComplete="off"
          defaultValue={organisation?.reference ?? ''}
          hint={t.referenceHint}
        />
        <TextField
          label={t.invoiceEmail}
          name="invoice_email"
          type="email"
          maxLength={254}
          autoComplete="off"
          defaultValue={organisation?.invoice_email ?? ''}
          hint={t.invoiceEmailHint}
        />
      </div>
    </>
  )
}

export function OrganisationDetails({ organisation }: { organisation: Organisation }) {
  const { id, version } = organisation
  const submission = useSubmit(async (values) => {
    showOrganisation(await api.updateOrganisation({ id, organisationEdit: { version, ...detailsOf(values) } }))
    showSuccess(t.detailsSaved)
  })
  return (
    <Card as="section" className="stack">
      <p className="small muted">{t.detailsIntro}</p>
      <Form name="organisation" submission={submission} className="stack">
        <OrganisationFields organisation={organisation} />
        <FormProblem>{submission.error}</FormProblem>
        <SubmitButton>{t.save}</SubmitButton>
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
