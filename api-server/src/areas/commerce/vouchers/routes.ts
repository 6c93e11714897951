import { type Api, handle } from '../../../http/handle.ts'
import * as vouchers from './service.ts'

export function voucherRoutes(api: Api) {
  handle(api, 'activateVoucher', ({ deps, user, body }) => vouchers.activateVoucher(deps, user, body))
  handle(api, 'listMyVouchers', ({ deps, user }) => vouchers.listMyVouchers(deps, user))
  handle(api, 'resendVoucher', ({ deps, user, body }) => vouchers.resendVoucher(deps, user, body))
}
