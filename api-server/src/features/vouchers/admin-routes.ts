import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { voucherSource } from './admin-queries.ts'
import { createVouchers, revokeVoucher } from './admin-service.ts'

export function voucherAdminRoutes(api: Api) {
  handleList(api, 'listVouchers', { source: voucherSource() })
  handleList(api, 'listCourseVouchers', { source: voucherSource('course') })
  handleList(api, 'listExamVouchers', { source: voucherSource('exam') })
  handleList(api, 'listLabVouchers', { source: voucherSource('lab') })

  handle(api, 'createCourseVouchers', ({ deps, auditActor, body }) => createVouchers(deps, auditActor, 'course', body))
  handle(api, 'createExamVouchers', ({ deps, auditActor, body }) => createVouchers(deps, auditActor, 'exam', body))
  handle(api, 'createLabVouchers', ({ deps, auditActor, body }) => createVouchers(deps, auditActor, 'lab', body))
  handle(api, 'revokeVoucher', ({ deps, auditActor, params }) => revokeVoucher(deps, auditActor, params.voucher_id))
}
