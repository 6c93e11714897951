import { Readable } from 'node:stream'
import { toDecimal } from '@flagyard/api-types/contract/money'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import type { Column } from './columns.ts'

/** Streams a list as CSV while it is read, so that long lists need little memory. */
export function csvStream(schema: z.ZodObject, columns: Column[], batches: AsyncIterable<object[]>): Readable {
  async function* lines() {
    // Without a byte order mark Excel reads the file as Latin-1.
    yield `\uFEFF${stringify([columns.map(({ head }) => escapeFormula(head))], options)}`
    for await (const batch of batches) {
      const rows = z.array(schema).parse(batch)
      yield stringify(
        rows.map((row) => columns.map(({ path, words }) => formatCell(inWords(valueAt(row, path), words)))),
        options,
      )
    }
  }
  return Readable.from(lines(), { objectMode: false })
}

/** The value at the path. Amounts of money are converted to units of their currency. */
function valueAt(row: unknown, path: string[]): unknown {
  const parent = path.slice(0, -1).reduce(getProperty, row)
  const value = getProperty(parent, path.at(-1) ?? '')
  const currency = getProperty(parent, 'currency')
  if (path.at(-1) !== 'amount' || typeof value !== 'number' || !isCurrency(currency)) return value
  return Number(toDecimal({ amount: value, currency }))
}

const inWords = (value: unknown, words: Column['words']) =>
  typeof value === 'string' && words && Object.hasOwn(words, value) ? words[value] : value

/** Protects against CSV injection: spreadsheets run some texts as formulas. `escapeFormula` covers what the library misses. */
const options = { escape_formulas: true, quoted: true, record_delimiter: 'windows' } as const

const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3}$/.test(value)

const getProperty = (value: unknown, name: string) => (value as Record<string, unknown> | null | undefined)?.[name]

function formatCell(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return escapeFormula(value.join('; '))
  return escapeFormula(typeof value === 'string' ? value : JSON.stringify(value))
}

/**
 * Some programs also run formulas after leading spaces or line breaks, or split a text at a separator and run the rest, so these
 * texts get a leading apostrophe. Texts that begin with an apostrophe get another one, so that readers can always restore the text
 * by removing one.
 */
const escapeFormula = (text: string) =>
  /^(?:['\n]|\s+[=+\-@＝＋－＠])|[;\t|][^\S\t]*[=+\-@＝＋－＠]/u.test(text) ? `'${text}` : text
