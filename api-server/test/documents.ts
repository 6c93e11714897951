import type { Output } from '@flagyard/api-types/contract/operation'
import type { DocumentFacts, DocumentRow } from '../src/areas/commerce/orders/documents/queries.ts'

export const sampleCertificate = (changes: Partial<Output<'certificate'>> = {}): Output<'certificate'> => ({
  id: '0123456789abcdefghjkmnpqrs',
  state: 'valid',
  version: 1,
  name: 'Ana Lovelace',
  title: 'AWS Red Team Foundations',
  type: 'required',
  company: null,
  points: null,
  hours: 9,
  outcomes: ['Read IAM policies', 'Assume the wrong role'],
  issued_at: '2026-11-21T10:00:00.000Z',
  valid_until: '2028-11-21T10:00:00.000Z',
  revoked_at: null,
  reason: null,
  url: 'https://flagyard.example/certificates/0123456789abcdefghjkmnpqrs',
  ...changes,
})

export const sampleInvoice = (changes: Partial<DocumentRow> = {}): DocumentFacts => ({
  document: {
    id: '00000000-0000-4000-8000-000000000001',
    number: 17,
    series: 'INV-2026',
    kind: 'invoice',
    order_id: '00000000-0000-4000-8000-000000000002',
    corrects: null,
    refund_id: null,
    seller: {
      name: 'Flagyard GmbH',
      address: 'Hafenstraße 1\n20457 Hamburg',
      country: 'DE',
      tax_id: 'DE136695976',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      email: 'billing@flagyard.example',
      footer: 'Registered at Hamburg, HRB 12345',
    },
    buyer: { name: 'Ana Lovelace', country: 'HU', reference: 'PO 77' },
    lines: [{ title: 'AWS Red Team Foundations', seats: 2, amount: 238_00 }],
    tax_lines: [{ country: 'HU', rate: 2700, rule: 'oss', net: 187_40, tax: 50_60 }],
    total_amount: 238_00,
    tax_amount: 50_60,
    currency: 'EUR',
    issued_on: '2026-11-24',
    issued_at: new Date('2026-11-23T23:30:00Z'),
    ...changes,
  },
  order: { number: 'FY-2026-000123', user_id: '00000000-0000-4000-8000-000000000003' },
  corrected: null,
})

/** Names of people in the scripts that documents, pictures and mails must be able to show. */
export const NAMES = {
  'Latin Extended': 'Łukasz Dąbrowski',
  Cyrillic: 'Дмитрий Ёж',
  Greek: 'Ελένη Ζώη',
  Arabic: 'محمد علي',
  Hebrew: 'שרה לוי',
  Bengali: 'ক্ষুদ্র রায়',
  Devanagari: 'देव नागर',
  Thai: 'ศิริพร ใจดี',
  Han: '王小明',
  Hangul: '김철수',
  Armenian: 'Հայկ Աբովյան',
  Georgian: 'ქართული გიორგი',
} as const

/** As many letters as a name may have, none of them narrow, and no place to break. */
export const LONGEST_NAME = 'W'.repeat(120)

/** The letters of a text in no order, since a PDF holds them as they are seen. */
export const lettersOf = (text: string): string[] => [...new Set(text.normalize('NFC').replace(/\s/g, ''))].sort()
