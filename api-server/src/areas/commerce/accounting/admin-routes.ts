import { type Api, handle } from '../../../http/calls/handle.ts'
import { attachment } from '../../../http/files.ts'
import { closeMonth, listMonths, readMonth, readMonthFile } from './service.ts'

export function accountingAdminRoutes(api: Api) {
  handle(api, 'listMonths', ({ deps }) => listMonths(deps))
  handle(api, 'getMonth', ({ deps, user, params }) => readMonth(deps, user, params.month))
  handle(api, 'getMonthFile', async ({ deps, params, reply }) => {
    const file = await readMonthFile(deps, params.month)
    reply.type('text/csv; charset=utf-8').header('content-disposition', attachment(`month-${params.month}.csv`))
    return file
  })
  handle(api, 'closeMonth', ({ deps, auditActor, params, body }) => closeMonth(deps, auditActor, params.month, body))
}
