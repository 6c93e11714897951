import type { Rows } from '../contract/operation.ts'
import { anyone, signedIn } from '../contract/row.ts'

export const certificateOperations = {
  generateCertificate: signedIn.published(
    'POST /certificates/generate/{course_id}',
    'generateCertificatePayload',
    'certificate',
    { status: 201, idempotent: true, summary: 'Issues an earned certificate, once' },
  ),
  getCertificate: anyone.published('GET /certificates/{id}', 'certificate', {
    summary: 'A certificate, for anyone with its id',
  }),
  listMyCertificates: signedIn.published('GET /certificates/me', 'certificate[]', { summary: 'My certificates' }),
  listEarnedCertificates: signedIn('GET /certificates/me/earned', 'earnedCertificate[]', {
    summary: 'Certificates that I earned but have not generated yet',
  }),
  resendCertificate: signedIn.published('POST /certificates/resend/{id}', 'sentence', {
    rate: 'mail',
    summary: 'Mails me a certificate again',
  }),
  requestCertificateCorrection: signedIn(
    'POST /certificates/{id}/corrections',
    'certificateCorrectionPayload',
    'myCorrection',
    { status: 201, rate: 'mail', idempotent: true, summary: 'Asks support to correct the name on my certificate' },
  ),
  listMyCorrections: signedIn('GET /certificates/me/corrections', 'myCorrection[]', {
    summary: 'Certificate corrections that I requested',
  }),
  listCertificateOptions: signedIn('GET /certificates/me/options', 'certificateOptions[]', {
    summary: 'Sharing settings of my certificates, and how to renew them',
  }),
  updateCertificateSharing: signedIn('PATCH /certificates/{id}/sharing', 'certificateSharing', 'certificateOptions', {
    summary: 'Hides or shows the name and the points on everything public about my certificate',
  }),
  downloadExamRecord: signedIn('GET /certificates/{id}/record/{level}', {
    stream: 'file',
    summary: 'The exam record of my certificate up to a level: `passed`, `band` or `full`',
  }),
  getCertificateStatus: anyone('GET /certificates/{id}/status', 'certificateStatus', {
    query: 'certificateMoment',
    summary: 'State of a certificate now, or at a moment',
  }),
  downloadBadge: anyone('GET /certificates/{id}/badge/{format}', {
    stream: 'file',
    summary: 'The certificate as a signed Open Badges 3.0 credential, `json` or `jwt`',
  }),
  getBadgeStatusList: anyone('GET /badges/status/{list}', {
    stream: 'file',
    summary: 'A signed status list of revoked badges',
  }),
  downloadCertificate: anyone('GET /certificates/{id}/pdf', { stream: 'file', summary: 'The certificate as PDF' }),
} satisfies Rows
