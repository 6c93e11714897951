import type { Rows } from '../contract/operation.ts'
import { signedIn } from '../contract/row.ts'

export const voucherOperations = {
  activateVoucher: signedIn.published('POST /vouchers/activate_voucher', 'activateVoucherPayload', 'activation', {
    rate: 'secret',
    idempotent: true,
    summary: 'Activates a voucher code, or previews it',
  }),
  listMyVouchers: signedIn.published('GET /vouchers/me', 'voucher[]', {
    summary: 'Vouchers that I bought or received',
  }),
  resendVoucher: signedIn.published('POST /vouchers/resend', 'reSendVoucherPayload', 'sentence', {
    rate: 'mail',
    summary: 'Mails a voucher again',
  }),
} satisfies Rows
