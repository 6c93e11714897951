import type { VoucherRow } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { ResourceLink } from '../../crud/links.tsx'
import { capitalised } from '../../lib/format.ts'

const voucherTones = {
  available: 'good',
  activated: 'info',
  expired: 'neutral',
  suspended: 'warn',
  revoked: 'bad',
} as const

export const stateWords = Object.fromEntries(
  (Object.keys(voucherTones) as VoucherRow['state'][]).map((state) => [state, capitalised(state)]),
)

export const VoucherState = ({ state }: Pick<VoucherRow, 'state'>) => (
  <Chip tone={voucherTones[state]}>{capitalised(state)}</Chip>
)

export const OrderLink = ({
  voucher: { order_id, order_number },
}: {
  voucher: Pick<VoucherRow, 'order_id' | 'order_number'>
}) =>
  order_id && order_number ? (
    <ResourceLink resource="orders" id={order_id}>
      <span className="mono">{order_number}</span>
    </ResourceLink>
  ) : (
    '—'
  )

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
