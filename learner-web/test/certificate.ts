import type { Certificate } from '@flagyard/api-types'

export const id = '0123456789abcdefghjkmnpqrs'

export const certificate = (changes: Partial<Certificate> = {}): Certificate => ({
  id,
  state: 'valid',
  version: 1,
  name: 'Zażółć gęślą jaźń',
  title: 'AWS Foundations',
  type: 'commercial',
  company: 'Nordlicht GmbH',
  points: null,
  hours: 9,
  outcomes: ['Read a policy'],
  issued_at: '2026-11-21T10:00:00.000Z',
  valid_until: '2028-11-21T10:00:00.000Z',
  revoked_at: null,
  reason: null,
  url: `http://localhost:3000/certificates/${id}`,
  ...changes,
})
