import { ApiError } from '../../../errors.ts'
import { attachment } from '../../../http/files.ts'
import { type Api, handle } from '../../../http/handle.ts'
import { handleList } from '../../../http/list.ts'
import { certificateSource, listCertificatesOfUser } from './admin-queries.ts'
import { readCertificatePage, updateCertificate, withdrawCertificate } from './admin-service.ts'
import { allowedOnCertificate } from './allowed.ts'
import { archiveCertificates } from './archive.ts'
import { correctionSource } from './correction-queries.ts'
import { allowedOnCorrection, decideCorrection } from './corrections.ts'

export function certificateAdminRoutes(api: Api) {
  handleList(api, 'listCertificates', { source: certificateSource, allowed: allowedOnCertificate })
  handleList(api, 'listCertificateCorrections', { source: correctionSource, allowed: allowedOnCorrection })
  handle(api, 'getCertificateForAdmin', ({ deps, user, params }) => readCertificatePage(deps, user, params.id))
  handle(api, 'listUserCertificates', async ({ deps, user, params }) => {
    const rows = await listCertificatesOfUser(deps.db, params.username)
    if (!rows) throw new ApiError('not_found', `There is no account ${params.username}.`)
    return rows.map((row) => ({ ...row, allowed: allowedOnCertificate(row, user) }))
  })
  handle(api, 'updateCertificate', ({ deps, auditActor, body }) => updateCertificate(deps, auditActor, body))
  handle(api, 'deleteCertificate', ({ deps, auditActor, params, body }) =>
    withdrawCertificate(deps, auditActor, params.id, body ?? {}),
  )
  handle(api, 'decideCertificateCorrection', ({ deps, auditActor, params, body }) =>
    decideCorrection(deps, auditActor, params.id, body),
  )
  handle(api, 'archiveCertificates', async ({ deps, auditActor, body, reply }) => {
    const archive = await archiveCertificates(deps, auditActor, body)
    const day = deps.clock.now().toISOString().slice(0, 10)
    reply.type('application/zip').header('content-disposition', attachment(`certificates-${day}.zip`))
    return archive
  })
}
