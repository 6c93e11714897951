import type { Output } from '@flagyard/api-types/contract/operation'
import { describe, expect, test } from 'vitest'
import { LONGEST_NAME, lettersOf, NAMES, sampleCertificate } from '../../../../test/fixtures/documents.ts'
import { pdfText } from '../../../../test/fixtures/pdf-text.ts'
import { renderCertificate } from './pdf.ts'

const print = async (changes?: Partial<Output<'certificate'>>) => {
  const file = await renderCertificate(sampleCertificate(changes))
  return { file, text: pdfText(file), flat: pdfText(file).replace(/\s+/g, ' ') }
}

describe('the PDF', () => {
  test('contains every fact, and the verification address', async () => {
    const { file, text, flat } = await print({ company: 'Nordlicht GmbH' })
    expect(file.subarray(0, 8).toString()).toBe('%PDF-1.7')
    for (const fact of [
      'Ana Lovelace',
      'AWS Red Team Foundations',
      'for Nordlicht GmbH',
      '21 November 2026',
      '21 November 2028',
      'https://flagyard.example/certificates/0123456789abcdefghjkmnpqrs',
      '0123456789abcdefghjkmnpqrs · version 1',
    ])
      expect(text).toContain(fact)
    expect(flat).toContain('·Read IAM policies ·Assume the wrong role')
  })

  test.each(['Zażółć gęślą jaźń', 'Đỗ Thị Hương', 'Ελένη Παπαδοπούλου', 'Екатерина Ёлкина', '<b>Bob & Co</b>'])(
    'contains the name %s unchanged',
    async (name) => {
      expect((await print({ name })).text).toContain(name)
    },
  )

  test.each(['王小明', '山田 太郎', 'さくら', '김철수', 'अनीता', 'ศิริพร', 'გიორგი'])(
    'sets the name %s in a font of its script',
    async (name) => {
      const { text } = await print({ name })
      expect(text).toContain(name)
    },
  )

  test.each(['محمد بن سلمان', 'שרה לוי', 'د. محمد'])('sets %s from right to left, word by word', async (name) => {
    const seen = [...name].reverse().join('')
    expect((await print({ name })).text.replace(/\n/g, '')).toContain(seen)
  })

  test('sets several scripts in one name, each in its own direction', async () => {
    const { text } = await print({ name: 'Ana (محمد) 王' })
    expect(text.replace(/\n/g, '')).toContain('Ana (دمحم) 王')
  })

  test('composes the letters of a name', async () => {
    expect((await print({ name: 'E\u0301milie Rene\u0301' })).text).toContain('\u00c9milie Ren\u00e9')
  })

  test('keeps a right-to-left company name together, separate from the sentence', async () => {
    const { text } = await print({ company: 'שרה (2026) Ltd.' })
    expect(text.replace(/\n/g, '')).toContain('for .Ltd (2026) הרש')
  })

  test('is small, uses the brand’s font, and embeds only the glyphs it shows', async () => {
    const { file } = await print({
      name: 'Ana محمد 王小明 김철수',
      outcomes: Array(40).fill('An outcome of some length'),
    })
    expect(file.length).toBeLessThan(60_000)
    const fonts = [...file.toString('latin1').matchAll(/\/BaseFont \/[A-Z]{6}\+([A-Za-z]+)/g)].map(([, name]) => name)
    expect([...new Set(fonts)].sort()).toEqual(['Inter', 'JetBrainsMono', 'NotoSansArabic', 'NotoSansKR'])
  })

  test('fits a very long name and title on its one page', async () => {
    const name = `Maximiliana ${'Brzęczyszczykiewicz-'.repeat(6)}`.slice(0, 120).trim()
    const { file, text } = await print({
      name,
      title: 'Advanced '.repeat(20).trim(),
      outcomes: Array(40).fill('An outcome of some length'),
    })
    expect(file.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    expect(text.replace(/\n/g, '').replace(/ /g, '')).toContain(name.replace(/ /g, ''))
  })

  test.each(Object.entries(NAMES))('shows every letter of a name in %s', async (_, name) => {
    const { text } = await print({ name, company: name })
    expect(lettersOf(text)).toEqual(expect.arrayContaining(lettersOf(name)))
  })

  test('sets the longest name and company in a smaller size instead of cutting them', async () => {
    const { text } = await print({ name: LONGEST_NAME, company: 'M'.repeat(160), title: 'Advanced '.repeat(20).trim() })
    const flat = text.replace(/\n/g, '')
    expect(flat).toContain(LONGEST_NAME)
    expect(flat).toContain('M'.repeat(160))
    expect(flat).not.toContain('…')
  })

  test('omits emoji that no font has, without a gap', async () => {
    expect((await print({ name: 'Ada 👩‍👩‍👧 Lovelace 🚀' })).text).toContain('Ada Lovelace')
  })

  test('is marked when it is revoked or expired', async () => {
    const revoked = await print({
      state: 'revoked',
      revoked_at: '2027-01-05T00:00:00.000Z',
      reason: 'Issued by mistake',
    })
    expect(revoked.flat).toContain('REVOKED on 5 January 2027: Issued by mistake')
    expect((await print({ state: 'expired' })).flat).toContain('EXPIRED on 21 November 2028')
    expect((await print()).flat).not.toMatch(/REVOKED|EXPIRED/)
  })

  test('an expert certificate prints the exam’s points', async () => {
    const { text } = await print({ type: 'arte', title: 'AWS Red Team Expert', points: 92 })
    expect(text).toContain('has passed the exam and earned the title')
    expect(text).toContain('92')
  })
})
