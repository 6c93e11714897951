import type { Certificate } from '@flagyard/api-types'

type CertificateType = NonNullable<Certificate['type']>

export const typeNames: Record<CertificateType, string> = {
  required: 'Certificate of completion',
  commercial: 'Certificate of completion, with company',
  arte: 'Expert certificate',
}
export const stateNames = { valid: 'Valid', expired: 'Expired', revoked: 'Revoked', withdrawn: 'Withdrawn' } as const
export const stateTones = { valid: 'good', expired: 'warn', revoked: 'bad', withdrawn: 'neutral' } as const

/** Where the PDF is fetched from: a plain link, so that the browser keeps it as a file. */
export const pdfUrl = (id: string) => `/api/v1/certificates/${encodeURIComponent(id)}/pdf`
