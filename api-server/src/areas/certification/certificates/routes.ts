import { badgeFormat, recordLevel } from '@flagyard/api-types/schemas'
import { brand } from '../../../brand.ts'
import { ApiError } from '../../../errors.ts'
import { type Api, handle } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { attachment } from '../../../http/files.ts'
import { certificateSource, listCertificatesOfUser } from './admin-queries.ts'
import {
  allowedOnCertificate,
  archiveCertificates,
  readCertificatePage,
  reissueBadge,
  updateCertificate,
  withdrawCertificate,
} from './admin-service.ts'
import { listSigningKeys, rotateSigningKey } from './badges/keys.ts'
import { readBadge, readExamRecord, readStatus, readStatusList, STATUS_SECONDS } from './badges/service.ts'
import { correctionSource } from './corrections/queries.ts'
import { allowedOnCorrection, decideCorrection, listMyCorrections, requestCorrection } from './corrections/service.ts'
import { generateCertificate, listEarnedCertificates } from './issue.ts'
import { listCertificateOptions, updateCertificateSharing } from './renewals/service.ts'
import * as certificates from './service.ts'
import { countCheck, fileNameOf } from './service.ts'

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
  handle(api, 'listCertificateOptions', ({ deps, user }) => listCertificateOptions(deps, user))
  handle(api, 'updateCertificateSharing', ({ deps, user, params, body }) =>
    updateCertificateSharing(deps, user, params.id, body),
  )
  handle(api, 'downloadExamRecord', async ({ deps, user, params, reply }) => {
    const { success, data: level } = recordLevel.safeParse(params.level)
    if (!success) throw new ApiError('not_found', `Levels of a record are ${recordLevel.options.join(', ')}.`)
    const { name, file } = await readExamRecord(deps, user, params.id, level)
    reply.header('cache-control', 'no-store').header('content-disposition', attachment(name))
    return reply.type('application/json').send(file)
  })
  handle(api, 'getCertificate', async ({ deps, params, reply }) => {
    // Verification must show the current state, never a cached one.
    reply.header('cache-control', 'no-cache').header('x-robots-tag', 'noindex')
    const certificate = await certificates.readCertificate(deps, params.id)
    await countCheck(deps, params.id, 'page')
    return certificate
  })
  handle(api, 'getCertificateStatus', async ({ deps, params, query, reply }) => {
    reply.header('cache-control', 'no-cache').header('x-robots-tag', 'noindex')
    const at = query.at === undefined ? deps.clock.now() : new Date(query.at)
    const status = await readStatus(deps, params.id, at)
    await countCheck(deps, params.id, 'status')
    return status
  })
  handle(api, 'downloadBadge', async ({ deps, params, reply }) => {
    const { success, data: format } = badgeFormat.safeParse(params.format)
    if (!success) throw new ApiError('not_found', `Badges are ${badgeFormat.options.join(' or ')}.`)
    const badge = await readBadge(deps, params.id)
    await countCheck(deps, params.id, 'badge')
    reply.header('cache-control', 'no-cache').header('x-robots-tag', 'noindex')
    reply.header('content-disposition', attachment(`badge-${params.id}.${format}`))
    return reply.type(format === 'json' ? 'application/vc' : 'application/vc+jwt').send(badge[format])
  })
  handle(api, 'getBadgeStatusList', async ({ deps, params, reply }) => {
    reply.header('cache-control', `public, max-age=${STATUS_SECONDS}`).header('access-control-allow-origin', '*')
    return reply.type('application/vc').send(await readStatusList(deps, params.list))
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
  return attachment(`${brand().name} certificate ${fileNameOf(name)}.pdf`, `certificate-${id}.pdf`)
}

export function certificateAdminRoutes(api: Api) {
  handleList(api, 'listCertificates', { source: certificateSource, allowed: allowedOnCertificate })
  handleList(api, 'listCertificateCorrections', { source: correctionSource, allowed: allowedOnCorrection })
  handle(api, 'listSigningKeys', ({ deps }) => listSigningKeys(deps))
  handle(api, 'rotateSigningKey', ({ deps, auditActor }) => rotateSigningKey(deps, auditActor))
  handle(api, 'getCertificateForAdmin', ({ deps, user, params }) => readCertificatePage(deps, user, params.id))
  handle(api, 'listUserCertificates', async ({ deps, user, params }) => {
    const rows = await listCertificatesOfUser(deps.db, params.username)
    if (!rows) throw new ApiError('not_found', `There is no account ${params.username}.`)
    return rows.map((row) => ({ ...row, allowed: allowedOnCertificate(row, user) }))
  })
  handle(api, 'updateCertificate', ({ deps, auditActor, body }) => updateCertificate(deps, auditActor, body))
  handle(api, 'reissueBadge', ({ deps, auditActor, params, body }) => reissueBadge(deps, auditActor, params.id, body))
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
