import type { Certificate } from '@flagyard/api-types'

type CertificateType = NonNullable<Certificate['type']>

export const typeNames: Record<CertificateType, string> = {
  required: 'Certificate of completion',
  commercial: 'Certificate of completion, with company',
  arte: 'Expert certificate',
}
export const stateNames = { valid: 'Valid', expired: 'Expired', revoked: 'Revoked', withdrawn: 'Withdrawn' } as const
export const stateTones = { valid: 'good', expired: 'warn', revoked: 'bad', withdrawn: 'neutral' } as const

/** A public address, so that a plain link can download it. */
export const pdfUrl = (id: string) => `/api/v1/certificates/${encodeURIComponent(id)}/pdf`
