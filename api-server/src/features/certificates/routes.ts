import { type Api, handle } from '../../http/handle.ts'
import { generateCertificate } from './issue.ts'
import * as certificates from './service.ts'

export function certificateRoutes(api: Api) {
  handle(api, 'generateCertificate', ({ deps, user, params, body }) =>
    generateCertificate(deps, user, params.course_id, body),
  )
  handle(api, 'listMyCertificates', ({ deps, user }) => certificates.listMyCertificates(deps, user))
  handle(api, 'resendCertificate', ({ deps, user, params }) => certificates.resendCertificate(deps, user, params.id))
  handle(api, 'getCertificate', ({ deps, params, reply }) => {
    // Whoever checks one wants to know how it stands now.
    reply.header('cache-control', 'no-cache').header('x-robots-tag', 'noindex')
    return certificates.readCertificate(deps, params.id)
  })
  handle(api, 'downloadCertificate', async ({ deps, params, reply }) => {
    const { file, certificate } = await certificates.downloadCertificate(deps, params.id)
    reply.header('cache-control', 'no-cache').header('x-robots-tag', 'noindex')
    reply.header('content-disposition', dispositionOf(certificate.name ?? '', certificate.id))
    return reply.type('application/pdf').send(file)
  })
}

/** An attachment with a plain name for old programs and the learner's own for the others. */
function dispositionOf(name: string, id: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}\s/\\:*?"<>|]+/gu, ' ')
    .trim()
  const words = [...plain.toWellFormed()].slice(0, 80).join('')
  const encoded = encodeURIComponent(`Flagyard certificate ${words}.pdf`).replace(/['()*]/g, percent)
  return `attachment; filename="flagyard-certificate-${id}.pdf"; filename*=UTF-8''${encoded}`
}

const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
