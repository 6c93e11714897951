import { email, fullName, text } from '@flagyard/api-types/contract/fields'
import { fromDecimal } from '@flagyard/api-types/contract/money'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { lacksAlternativeText } from '../../src/areas/authoring/content/courses/missing.ts'
import { fromSite, picturesIn, picturesOnSite, toSite } from '../../src/areas/authoring/content/pictures.ts'
import { readingSeconds } from '../../src/areas/catalogue/courses/rules.ts'
import { contactMail } from '../../src/areas/operations/contact/service.ts'
import { csvStream } from '../../src/areas/platform/exports/csv.ts'
import { readCsv } from '../../src/http/read-csv.ts'
import { pageText } from '../../src/site/page-text.ts'

const SIZE = 300_000
const repeat = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length))
/** Runs of backticks with different lengths, so that none closes a code span. */
const unequalRuns = Array.from({ length: 770 }, (_, at) => `${'`'.repeat(at + 1)}a`).join('')

const texts: Record<string, string> = Object.fromEntries([
  ...[
    '`',
    '[',
    '(',
    '[a](',
    '![ ',
    '<img ',
    '"',
    '"a",',
    "'",
    ' ',
    '\t',
    '\n',
    '\r',
    ';',
    ',',
    '-',
    '=',
    '0',
    '~~~\n',
    '``` \n',
  ].map((piece) => [JSON.stringify(piece), repeat(piece)]),
  ['"a@" and more', repeat('a@')],
  ['"../"', `](${repeat('../../../api-server/')}`],
  ['spaces after a word', `![${repeat(' ')}a`],
  ['zeros with a letter at the end', `1.${repeat('0')}a`],
  ['backticks in unequal runs', unequalRuns],
])

async function exported(value: string): Promise<string> {
  async function* rows() {
    yield [{ value }]
  }
  let csv = ''
  for await (const piece of csvStream(z.object({ value: z.string() }), [{ head: 'Value', path: ['value'] }], rows()))
    csv += piece
  return csv
}

/** Functions that read users' text on the thread that answers all requests. */
const readers: Record<string, (text: string) => unknown> = {
  'pictures without a text': lacksAlternativeText,
  'pictures of a file': (text) => toSite(text, () => ({ width: 1, height: 1 })) + picturesIn(text).length,
  'pictures on the site': (text) => fromSite(text, () => 'a.png') + picturesOnSite(text).length,
  'reading time': readingSeconds,
  'the text of a public page': (text) => pageText('Title', 'Lead', [{ heading: 'About', text }]),
  'the mail of the contact form': (message) =>
    contactMail('to@mail.example', { name: 'Ada', email: 'ada@mail.example', topic: 'other', message }),
  'a cell of an export': exported,
  'an amount': (text) => fromDecimal(text, 'EUR'),
  'the fields for names, addresses and texts': (value) =>
    [fullName, email, text(SIZE * 2)].map((field) => field.safeParse(value).success),
  // Some of the texts are not CSV.
  'a CSV file': (csv) => {
    try {
      return readCsv('csv', csv)
    } catch (error) {
      return error
    }
  },
}

/**
 * No reader may take quadratic time: for texts of this length that would be minutes, and the test would not end.
 * Regular expressions are tested here because it is hard to see which of them backtrack.
 */
describe.each(Object.entries(readers))('%s', (_, read) => {
  test.each(Object.entries(texts))('is processed without a stall: %s', async (_, text) => {
    expect(await read(text)).toBeDefined()
  })
})
