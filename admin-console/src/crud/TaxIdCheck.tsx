import type { OrganisationPage } from '@flagyard/api-types'
import { formatDay } from '../lib/format.ts'
import { PersonLink } from './PersonLink.tsx'

/** `on 3 Nov 2026, by hand, by fina`. */
export const TaxIdCheck = ({ check: { at, by } }: { check: NonNullable<OrganisationPage['tax_id_check']> }) => (
  <>
    on {formatDay(at)}, by hand{by && ', by '}
    {by && <PersonLink username={by} />}
  </>
)
