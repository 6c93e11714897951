import type { Rows } from '../contract/operation.ts'

export const certificateOperations = {
  generateCertificate: {
    method: 'POST',
    path: '/certificates/generate/{course_id}',
    auth: 'bearer',
    body: 'generateCertificatePayload',
    returns: 'certificate',
    status: 201,
    idempotent: true,
    summary: 'Issues an earned certificate, once',
  },
  getCertificate: {
    method: 'GET',
    path: '/certificates/{id}',
    auth: 'public',
    returns: 'certificate',
    summary: 'A certificate, for anyone with its id',
  },
  listMyCertificates: {
    method: 'GET',
    path: '/certificates/me',
    auth: 'bearer',
    returns: 'certificate[]',
    summary: 'My certificates',
  },
  listEarnedCertificates: {
    method: 'GET',
    path: '/certificates/me/earned',
    auth: 'bearer',
    returns: 'earnedCertificate[]',
    extension: true,
    summary: 'Certificates that I have earned and not generated yet',
  },
  resendCertificate: {
    method: 'POST',
    path: '/certificates/resend/{id}',
    auth: 'bearer',
    returns: 'sentence',
    rate: 'mail',
    summary: 'Mails me a certificate again',
  },
  downloadCertificate: {
    method: 'GET',
    path: '/certificates/{id}/pdf',
    auth: 'public',
    stream: 'file',
    extension: true,
    summary: 'The certificate as PDF',
  },
} as const satisfies Rows
