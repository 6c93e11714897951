import type { VoucherRow } from '@flagyard/api-types'
import { ResourceLink } from '../../crud/links.tsx'

/** Organisation of the voucher: a link if it has a record, otherwise its name. */
export const OrganisationLink = ({
  of: { organisation, organisation_id },
}: {
  of: Pick<VoucherRow, 'organisation' | 'organisation_id'>
}) =>
  organisation_id ? (
    <ResourceLink resource="organisations" id={organisation_id}>
      {organisation}
    </ResourceLink>
  ) : (
    organisation
  )
