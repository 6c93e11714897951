import { operations, type VoucherRow } from '@flagyard/api-types'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'

type Subject = Pick<VoucherRow, 'state' | 'used' | 'uses'>

/** Actions that the voucher's state permits. The service checks the same before it acts. */
export const possibleWith = ({ state, used, uses }: Subject) => ({
  revoke: state !== 'revoked',
  send: state === 'available',
  renew: state === 'available',
  change_expiry: state === 'available' || (state === 'expired' && used < uses),
})

export function allowedOnVoucher(voucher: Subject, caller: CurrentUser) {
  const possible = possibleWith(voucher)
  return allowedAmong({
    revoke: possible.revoke && mayCall(operations.revokeVoucher, caller),
    send: possible.send && mayCall(operations.sendVoucher, caller),
    renew: possible.renew && mayCall(operations.renewVoucher, caller),
    change_expiry: possible.change_expiry && mayCall(operations.updateVoucher, caller),
  })
}
