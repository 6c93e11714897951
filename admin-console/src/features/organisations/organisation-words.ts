import type { OrganisationRow } from '@flagyard/api-types'

export const kindWords: Record<OrganisationRow['kind'], string> = { business: 'Company', public: 'Public body' }

export const taxIdWords: Record<OrganisationRow['tax_id_state'], string> = {
  valid: '',
  invalid: ' (not a valid one of that country)',
  not_given: '',
}
