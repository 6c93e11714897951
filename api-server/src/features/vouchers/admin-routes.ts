import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { voucherSource } from './admin-queries.ts'
import { createVouchers, revokeVoucher } from './admin-service.ts'

export function voucherAdminRoutes(api: Api) {
  handleList(api, 'listVouchers', { source: voucherSource() })
  handleList(api, 'listCourseVouchers', { source: voucherSource('course') })
  handleList(api, 'listExamVouchers', { source: voucherSource('exam') })
  handleList(api, 'listLabVouchers', { source: voucherSource('lab') })

  handle(api, 'createCourseVouchers', ({ deps, user, address, body }) =>
    createVouchers(deps, { actor: user, address }, 'course', body),
  )
  handle(api, 'createExamVouchers', ({ deps, user, address, body }) =>
    createVouchers(deps, { actor: user, address }, 'exam', body),
  )
  handle(api, 'createLabVouchers', ({ deps, user, address, body }) =>
    createVouchers(deps, { actor: user, address }, 'lab', body),
  )
  handle(api, 'revokeVoucher', ({ deps, user, address, params }) =>
    revokeVoucher(deps, { actor: user, address }, params.voucher_id),
  )
}
