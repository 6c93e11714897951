import type { CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong } from '../../../../identity/require-access.ts'
import type { OrderRow } from '../queries.ts'
import type { RefundRow } from './queries.ts'

/** Actions that a refund's state permits. The service checks the same before it acts. */
export const possibleWith = ({ state }: Pick<RefundRow, 'state'>, { provider }: Pick<OrderRow, 'provider'>) => ({
  /** Finance sent the money from our own bank account: for a transfer, or for a refund that the provider could not send. */
  confirm: (state === 'asked' && provider === 'invoice') || state === 'failed',
  retry: state === 'failed' && provider === 'stripe',
})

export function allowedOnRefund(
  refund: Pick<RefundRow, 'state'>,
  order: Pick<OrderRow, 'provider'>,
  { capabilities }: Pick<CurrentUser, 'capabilities'>,
) {
  const possible = possibleWith(refund, order)
  const isFinance = capabilities.includes('finance')
  return allowedAmong({
    confirm: possible.confirm && isFinance,
    retry: possible.retry && isFinance,
  })
}
