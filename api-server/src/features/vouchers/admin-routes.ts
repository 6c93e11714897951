import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { voucherSource } from './admin-queries.ts'
import { createVouchers, revokeVoucher } from './admin-service.ts'
import { codeForAdmin } from './visible-code.ts'

const present = <Row extends { code: string }>(row: Row, caller: CurrentUser): Row => ({
  ...row,
  code: codeForAdmin(row.code, caller),
})

export function voucherAdminRoutes(api: Api) {
  const { orderNumbers } = api.deps
  handleList(api, 'listVouchers', { source: voucherSource(orderNumbers), present })
  handleList(api, 'listCourseVouchers', { source: voucherSource(orderNumbers, 'course'), present })
  handleList(api, 'listExamVouchers', { source: voucherSource(orderNumbers, 'exam'), present })
  handleList(api, 'listLabVouchers', { source: voucherSource(orderNumbers, 'lab'), present })

  handle(api, 'createCourseVouchers', ({ deps, auditActor, body }) => createVouchers(deps, auditActor, 'course', body))
  handle(api, 'createExamVouchers', ({ deps, auditActor, body }) => createVouchers(deps, auditActor, 'exam', body))
  handle(api, 'createLabVouchers', ({ deps, auditActor, body }) => createVouchers(deps, auditActor, 'lab', body))
  handle(api, 'revokeVoucher', ({ deps, auditActor, params }) => revokeVoucher(deps, auditActor, params.voucher_id))
}
