import type { Rows } from '../contract/operation.ts'

export const voucherOperations = {
  activateVoucher: {
    method: 'POST',
    path: '/vouchers/activate_voucher',
    auth: 'bearer',
    body: 'activateVoucherPayload',
    returns: 'activation',
    rate: 'secret',
    idempotent: true,
    summary: 'Activates a voucher code, or previews it',
  },
  listMyVouchers: {
    method: 'GET',
    path: '/vouchers/me',
    auth: 'bearer',
    returns: 'voucher[]',
    summary: 'Vouchers that I bought or received',
  },
  resendVoucher: {
    method: 'POST',
    path: '/vouchers/resend',
    auth: 'bearer',
    body: 'reSendVoucherPayload',
    returns: 'sentence',
    rate: 'mail',
    summary: 'Mails a voucher again',
  },
} as const satisfies Rows
