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
    summary: 'Opens what a code holds, or only looks at it',
  },
  listMyVouchers: {
    method: 'GET',
    path: '/vouchers/me',
    auth: 'bearer',
    returns: 'voucher[]',
    summary: 'The vouchers I bought or was given',
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
