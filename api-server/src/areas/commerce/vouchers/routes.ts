import { type Api, handle, handleCounting } from '../../../http/calls/handle.ts'
import { effectIdOf } from '../../../http/calls/idempotency.ts'
import { handleList } from '../../../http/calls/list.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { createVouchers, readBatch } from './batch/batch.ts'
import { codeForAdmin, seesCodes } from './code.ts'
import { previewRevocation, revokeVoucher } from './revocation.ts'
import * as vouchers from './service.ts'
import { changeExpiry, renewVoucher, sendVoucher } from './support/change.ts'
import { allowedOnVoucher as allowed, readVoucher } from './support/page.ts'
import { voucherSource } from './support/queries.ts'

export function voucherRoutes(api: Api) {
  handleCounting(api, 'activateVoucher', undefined, ({ deps, user, body }, limits) =>
    vouchers.activateVoucher(deps, user, body, limits),
  )
  handle(api, 'listMyVouchers', ({ deps, user }) => vouchers.listMyVouchers(deps, user))
  handle(api, 'resendVoucher', ({ deps, user, body }) => vouchers.resendVoucher(deps, user, body))
}

const present = <Row extends { code: string }>(row: Row, caller: CurrentUser): Row => ({
  ...row,
  code: codeForAdmin(row.code, caller),
})
const narrow = (filter: object, caller: CurrentUser) => ({ ...filter, whole_codes: seesCodes(caller) })

export function voucherAdminRoutes(api: Api) {
  const { orderNumbers } = api.deps
  const shown = { allowed, narrow, present }
  handleList(api, 'listVouchers', { source: voucherSource(orderNumbers), ...shown })
  handleList(api, 'listCourseVouchers', { source: voucherSource(orderNumbers, 'course'), ...shown })
  handleList(api, 'listExamVouchers', { source: voucherSource(orderNumbers, 'exam'), ...shown })
  handleList(api, 'listLabVouchers', { source: voucherSource(orderNumbers, 'lab'), ...shown })
  handle(api, 'getVoucher', ({ deps, user, params }) => readVoucher(deps, user, params.voucher_id))
  handle(api, 'getVoucherBatch', ({ deps, params }) => readBatch(deps, params.batch_id))

  handle(api, 'createCourseVouchers', (call) =>
    createVouchers(call.deps, call.auditActor, 'course', call.body, effectIdOf('createCourseVouchers', call)),
  )
  handle(api, 'createExamVouchers', (call) =>
    createVouchers(call.deps, call.auditActor, 'exam', call.body, effectIdOf('createExamVouchers', call)),
  )
  handle(api, 'createLabVouchers', (call) =>
    createVouchers(call.deps, call.auditActor, 'lab', call.body, effectIdOf('createLabVouchers', call)),
  )

  handle(api, 'sendVoucher', ({ deps, auditActor, params, body }) =>
    sendVoucher(deps, auditActor, params.voucher_id, body),
  )
  handle(api, 'renewVoucher', ({ deps, auditActor, params, body }) =>
    renewVoucher(deps, auditActor, params.voucher_id, body),
  )
  handle(api, 'updateVoucher', ({ deps, auditActor, params, body }) =>
    changeExpiry(deps, auditActor, params.voucher_id, body),
  )
  handle(api, 'previewVoucherRevocation', ({ deps, params }) => previewRevocation(deps, params.voucher_id))
  handle(api, 'revokeVoucher', ({ deps, auditActor, params, body }) =>
    revokeVoucher(deps, auditActor, params.voucher_id, body ?? {}),
  )
}
