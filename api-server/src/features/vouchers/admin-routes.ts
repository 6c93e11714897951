import { type Api, handle } from '../../http/handle.ts'
import { readList } from '../../http/list-query.ts'
import { listVouchers } from './admin-queries.ts'
import { createVouchers, revokeVoucher } from './admin-service.ts'
import { voucherList } from './list.ts'

export function voucherAdminRoutes(api: Api) {
  handle(api, 'listVouchers', ({ deps, query }) => listVouchers(deps.db, readList(query, voucherList)))
  handle(api, 'listCourseVouchers', ({ deps, query }) => listVouchers(deps.db, readList(query, voucherList), 'course'))
  handle(api, 'listExamVouchers', ({ deps, query }) => listVouchers(deps.db, readList(query, voucherList), 'exam'))
  handle(api, 'listLabVouchers', ({ deps, query }) => listVouchers(deps.db, readList(query, voucherList), 'lab'))

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
