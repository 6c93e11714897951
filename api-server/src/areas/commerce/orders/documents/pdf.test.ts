import { describe, expect, test } from 'vitest'
import { LONGEST_NAME, lettersOf, NAMES, sampleInvoice } from '../../../../../test/fixtures/documents.ts'
import { pdfText } from '../../../../../test/fixtures/pdf-text.ts'
import { renderDocument } from './pdf.ts'
import type { DocumentFacts, DocumentRow } from './queries.ts'

const print = async (changes?: Partial<DocumentRow>, corrected: DocumentFacts['corrected'] = null) => {
  const file = await renderDocument({ ...sampleInvoice(changes), corrected })
  return { file, text: pdfText(file), flat: pdfText(file).replace(/\s+/g, ' ') }
}
const pagesOf = (file: Buffer) => file.toString('latin1').match(/\/Type \/Page\b/g)?.length

describe('the PDF of an invoice', () => {
  test.each(Object.entries(NAMES))('shows every letter of a name in %s', async (_, name) => {
    const { text } = await print({ buyer: { name, company: name, country: 'HU' } })
    expect(lettersOf(text)).toEqual(expect.arrayContaining(lettersOf(name)))
  })

  test('shrinks the longest name and company instead of cutting them', async () => {
    const { text } = await print({ buyer: { name: LONGEST_NAME, company: 'M'.repeat(160), country: 'HU' } })
    const flat = text.replace(/\n/g, '')
    expect(flat).toContain(LONGEST_NAME)
    expect(flat).toContain('M'.repeat(160))
  })

  test('contains what the law requires: parties, items, date and tax', async () => {
    const { file, flat } = await print()
    expect(file.subarray(0, 8).toString()).toBe('%PDF-1.7')
    expect(pagesOf(file)).toBe(1)
    for (const fact of [
      'INV-2026-000017',
      // The seller's day, which had begun already.
      '24 November 2026',
      'FY-2026-000123',
      'PO 77',
      'Flagyard GmbH',
      'Hafenstraße 1',
      '20457 Hamburg',
      'VAT id DE136695976',
      'Ana Lovelace',
      'Hungary',
      'AWS Red Team Foundations',
      '€238.00',
      '€187.40',
      'VAT 27% (Hungary)',
      '€50.60',
      'Paid on 24 November 2026. Nothing is left to pay.',
      'IBAN DE89370400440532013000 · BIC COBADEFFXXX',
      'Registered at Hamburg, HRB 12345',
    ])
      expect(flat).toContain(fact)
    expect(flat).not.toContain('Reverse charge')
  })

  test.each([
    ['reverse_charge', 'Reverse charge: VAT to be accounted for by the recipient, Art. 196 Directive 2006/112/EC'],
    ['outside', 'Not subject to VAT: the place of supply is outside the European Union'],
  ] as const)('without tax says why: %s', async (rule, words) => {
    const { flat } = await print({
      buyer: { name: 'Ana', company: 'Alpen GmbH', tax_id: 'ATU13585627', country: 'AT', kind: 'business' },
      tax_lines: [{ country: 'AT', rate: 0, rule, net: 200_00, tax: 0 }],
      total_amount: 200_00,
      tax_amount: 0,
    })
    expect(flat).toContain(words)
    expect(flat).toContain('VAT id ATU13585627')
    expect(flat).toContain('€0.00')
  })

  test.each(['Zażółć gęślą jaźń', 'Ελένη', 'Екатерина', '王小明', '김철수', 'अनीता'])(
    'shows the buyer %s as entered',
    async (name) => {
      const { text } = await print({
        buyer: { name, company: name, address: name },
        lines: [{ title: name, seats: 1, amount: 238_00 }],
      })
      expect(text.split(name)).toHaveLength(5)
    },
  )

  test('continues on numbered pages without losing a line', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => ({ title: `Course ${at + 1}.`, seats: 1, amount: 100 }))
    const { file, text, flat } = await print({ lines })
    const pages = pagesOf(file) ?? 0
    expect(pages).toBeGreaterThan(1)
    for (const { title } of lines) expect(text).toContain(title)
    for (let page = 1; page <= pages; page++) expect(flat).toContain(`INV-2026-000017, page ${page} of ${pages}`)
    expect(flat).toContain('Invoice INV-2026-000017, continued')
  })

  test('truncates a very long title instead of overlapping another line', async () => {
    const { file } = await print({
      lines: Array.from({ length: 3 }, () => ({ title: 'Advanced '.repeat(60), seats: 1, amount: 100 })),
    })
    expect(pagesOf(file)).toBe(1)
  })
})

test('the PDF of a credit note names the invoice that it corrects', async () => {
  const { flat } = await print(
    { kind: 'credit_note', series: 'CN-2026', number: 3 },
    { series: 'INV-2026', number: 17, issued_on: '2026-11-01' },
  )
  expect(flat).toContain('Credit note')
  expect(flat).toContain('CN-2026-000003')
  expect(flat).toContain('INV-2026-000017 of 1 November 2026')
  expect(flat).toContain('Credited to you')
  expect(flat).not.toContain('Paid on')
})
