import type { Rows } from '../contract/operation.ts'
import { admin, owner, personal, support } from '../contract/row.ts'

export const certificateAdminOperations = {
  deleteCertificate: support.published('DELETE /admin/certificate/{id}', {
    body: 'certificateWithdrawal',
    bodyOptional: true,
    summary: 'Withdraws a certificate; its page then shows only that',
  }),
  updateCertificate: support.published('PATCH /admin/certificate/', 'certificateEdit', 'certificatePage', {
    summary: 'Corrects or revokes a certificate; `dry_run` previews it, which a restoration requires',
  }),
  listCertificates: personal.published('GET /admin/certificates', 'certificateRow[]', {
    list: {
      filter: 'certificateFilter',
      sorts: ['issued_at', 'valid_until', 'name', 'title', 'type'],
      defaultSort: ['issued_at', 'DESC'],
    },
    summary: 'Certificates: filtered, sorted, paged',
  }),
  listSigningKeys: admin('GET /admin/signing_keys', 'signingKey[]', { summary: 'Keys that sign badges, newest first' }),
  rotateSigningKey: owner('POST /admin/signing_keys', 'signingKey[]', {
    summary: 'Replaces the key that signs badges. Badges signed with earlier keys stay valid',
  }),
  getCertificateForAdmin: personal('GET /admin/certificates/{id}', 'certificatePage', {
    summary: 'One certificate with its versions and mails',
  }),
  reissueBadge: support('POST /admin/certificates/{id}/badge', 'badgeReissue', 'certificatePage', {
    summary: 'Revokes all badges of a certificate and issues another one; its holder gets an e-mail',
  }),
  archiveCertificates: support('POST /admin/certificate_archives', {
    body: 'certificateArchiveAsk',
    bodyLimit: 256 * 1024,
    stream: 'file',
    rate: 'lab',
    summary: 'The PDFs of many certificates as one ZIP archive',
  }),
  listCertificateCorrections: personal('GET /admin/certificate_corrections', 'correctionRow[]', {
    list: { filter: 'correctionFilter', sorts: ['created_at'], defaultSort: ['created_at', 'DESC'] },
    summary: 'Certificate corrections requested by learners',
  }),
  decideCertificateCorrection: support('POST /admin/certificate_corrections/{id}/decide', {
    body: 'correctionDecision',
    summary: 'Accepts a correction as a new version, or refuses it with a reason',
  }),
  listUserCertificates: personal.published('GET /admin/user/{username}/certificates', 'certificateRow[]', {
    summary: 'A learner’s certificates',
  }),
} satisfies Rows
