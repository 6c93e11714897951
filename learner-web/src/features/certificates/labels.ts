import type { Certificate } from '@flagyard/api-types'
import { siteName } from '@flagyard/ui/brand'

type CertificateType = NonNullable<Certificate['type']>

export const typeNames: Record<CertificateType, string> = {
  required: 'Certificate of completion',
  commercial: 'Certificate of completion, with company',
  arte: 'Expert certificate',
}
export const stateNames = { valid: 'Valid', expired: 'Expired', revoked: 'Revoked', withdrawn: 'Withdrawn' } as const
export const stateTones = { valid: 'good', expired: 'warn', revoked: 'bad', withdrawn: 'neutral' } as const

/** A public URL, so a plain link can download it. */
export const pdfUrl = (id: string) => `/api/v1/certificates/${encodeURIComponent(id)}/pdf`

/** Public URLs of a certificate's badge, and of its state. */
export const badgeUrls = {
  png: (id: string) => `/badges/${encodeURIComponent(id)}.png`,
  svg: (id: string) => `/badges/${encodeURIComponent(id)}.svg`,
  json: (id: string) => `/api/v1/certificates/${encodeURIComponent(id)}/badge/json`,
  jwt: (id: string) => `/api/v1/certificates/${encodeURIComponent(id)}/badge/jwt`,
  status: (id: string) => `/api/v1/certificates/${encodeURIComponent(id)}/status`,
}

/** Programs that check an exam record without this server. */
export const checkerUrls = { page: '/verify-record.html', program: '/verify-record.mjs' }

/** URL of LinkedIn's prefilled form that adds a certificate to a profile. */
export function addToLinkedInUrl({ id, title, url, issued_at, valid_until }: Certificate): string {
  const issued = issued_at && new Date(issued_at)
  const expires = valid_until && new Date(valid_until)
  const values = {
    startTask: 'CERTIFICATION_NAME',
    name: title ?? '',
    organizationName: siteName,
    certId: id,
    certUrl: url,
    ...(issued && { issueYear: issued.getUTCFullYear(), issueMonth: issued.getUTCMonth() + 1 }),
    ...(expires && { expirationYear: expires.getUTCFullYear(), expirationMonth: expires.getUTCMonth() + 1 }),
  }
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))
  return `https://www.linkedin.com/profile/add?${query}`
}

export const shareOnLinkedInUrl = (url: string) =>
  `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url })}`
