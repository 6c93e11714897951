import type { VoucherRow } from '@flagyard/api-types'
import type { RecordAction } from '../../crud/RecordActions.tsx'
import { ExpiryDialog } from './ExpiryDialog.tsx'
import { RenewDialog } from './RenewDialog.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { SendDialog } from './SendDialog.tsx'

/** Actions on a voucher, for its page and all lists. */
export const voucherActions: readonly RecordAction<VoucherRow>[] = [
  { name: 'change_expiry', operation: 'updateVoucher', label: 'Change the date…', Dialog: ExpiryDialog },
  { name: 'send', operation: 'sendVoucher', label: 'Send…', Dialog: SendDialog },
  { name: 'renew', operation: 'renewVoucher', label: 'New code…', Dialog: RenewDialog },
  { name: 'revoke', operation: 'revokeVoucher', label: 'Revoke…', color: 'error', Dialog: RevokeDialog },
]
