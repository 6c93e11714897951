import { Readable } from 'node:stream'
import { toDecimal } from '@flagyard/api-types/contract/money'
import type { SchemaRef } from '@flagyard/api-types/contract/operation'
import { schemaOf, splitRef } from '@flagyard/api-types/contract/schema-of'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { invalidField } from '../../../errors.ts'

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

/** Column of a file: its header, and the path of its value in the row. */
interface Column {
  head: string
  path: string[]
  /** Labels shown instead of raw values, such as the state of an order. */
  words?: Readonly<Record<string, string>> | undefined
}

type Asked = readonly { field: string; head: string; words?: Record<string, string> | undefined }[]

export function rowSchema(ref: SchemaRef, hidden: readonly string[] = []): z.ZodObject {
  const schema = schemaOf(splitRef(ref).name)
  if (!(schema instanceof z.ZodObject)) throw new Error(`The rows of ${ref} have no columns`)
  // `allowed` depends on the caller, so it is not part of the row's data.
  const shown = Object.entries(schema.shape).filter(([field]) => field !== 'allowed' && !hidden.includes(field))
  return z.object(Object.fromEntries(shown))
}

/** Columns come from the contract, so that no other data can be exported. Nested fields become separate columns. */
export function columnsOf(schema: z.ZodObject, asked?: Asked): Column[] {
  if (!asked) return Object.entries(schema.shape).flatMap(([name, field]) => expand(field, headOf(name), [name]))
  return asked.flatMap(({ field: name, head, words }, index) => {
    const field = Object.hasOwn(schema.shape, name) && schema.shape[name]
    if (!field) throw invalidField(`columns.${index}.field`, 'This list has no such column')
    return expand(field, head, [name]).map((column) => ({ ...column, words }))
  })
}

function expand(field: z.core.$ZodType, head: string, path: string[]): Column[] {
  const present = field instanceof z.ZodOptional ? field.unwrap() : field
  const inner = present instanceof z.ZodNullable ? present.unwrap() : present
  if (!(inner instanceof z.ZodObject)) return [{ head, path }]
  return Object.entries(inner.shape).flatMap(([name, part]) =>
    expand(part as z.core.$ZodType, name === 'amount' ? head : `${head} ${name.replaceAll('_', ' ')}`, [...path, name]),
  )
}

/** `Full name` for `full_name`. */
export const headOf = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
