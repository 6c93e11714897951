import { ApiError } from '../../errors.ts'
import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { certificateSource, listCertificatesOfUser } from './admin-queries.ts'
import { updateCertificate, withdrawCertificate } from './admin-service.ts'

export function certificateAdminRoutes(api: Api) {
  handleList(api, 'listCertificates', { source: certificateSource })
  handle(api, 'listUserCertificates', async ({ deps, params }) => {
    const rows = await listCertificatesOfUser(deps.db, params.username)
    if (!rows) throw new ApiError('not_found', `There is no account ${params.username}.`)
    return rows
  })
  handle(api, 'updateCertificate', ({ deps, auditActor, body }) => updateCertificate(deps, auditActor, body))
  handle(api, 'deleteCertificate', ({ deps, auditActor, params }) => withdrawCertificate(deps, auditActor, params.id))
}
