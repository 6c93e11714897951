import type { VoucherRow } from '@flagyard/api-types'
import { ResourceLink } from '../../crud/ResourceLink.tsx'

/** Whose voucher it is: one of ours with its page, or a name alone. */
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
