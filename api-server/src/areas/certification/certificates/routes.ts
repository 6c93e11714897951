import { attachment } from '../../../http/files.ts'
import { type Api, handle } from '../../../http/handle.ts'
import { listMyCorrections, requestCorrection } from './corrections.ts'
import { listEarnedCertificates } from './earned.ts'
import { fileNameOf } from './file-name.ts'
import { generateCertificate } from './issue.ts'
import * as certificates from './service.ts'

export function certificateRoutes(api: Api) {
  handle(api, 'generateCertificate', ({ deps, user, params, body }) =>
    generateCertificate(deps, user, params.course_id, body),
  )
  handle(api, 'listMyCertificates', ({ deps, user }) => certificates.listMyCertificates(deps, user))
  handle(api, 'listEarnedCertificates', ({ deps, user }) => listEarnedCertificates(deps, user))
  handle(api, 'resendCertificate', ({ deps, user, params }) => certificates.resendCertificate(deps, user, params.id))
  handle(api, 'requestCertificateCorrection', ({ deps, user, params, body }) =>
    requestCorrection(deps, user, params.id, body),
  )
  handle(api, 'listMyCorrections', ({ deps, user }) => listMyCorrections(deps, user))
  handle(api, 'getCertificate', ({ deps, params, reply }) => {
    // Verification must show the current state, never a cached one.
    reply.header('cache-control', 'no-cache').header('x-robots-tag', 'noindex')
    return certificates.readCertificate(deps, params.id)
  })
  handle(api, 'downloadCertificate', async ({ deps, params, reply }) => {
    const { file, certificate } = await certificates.downloadCertificate(deps, params.id)
    reply.header('cache-control', 'no-cache').header('x-robots-tag', 'noindex')
    reply.header('content-disposition', contentDisposition(certificate.name ?? '', certificate.id))
    return reply.type('application/pdf').send(file)
  })
}

/** Content-Disposition with an ASCII file name for old clients, and one with the learner's name for all others. */
function contentDisposition(name: string, id: string): string {
  return attachment(`Flagyard certificate ${fileNameOf(name)}.pdf`, `flagyard-certificate-${id}.pdf`)
}
