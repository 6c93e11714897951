import { Readable } from 'node:stream'
import type { SchemaRef } from '@flagyard/api-types/contract/operation'
import { schemaOf, splitRef } from '@flagyard/api-types/contract/schema-of'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'

/** Streams a list as CSV while it is read, so that lists of any length need little memory. */
export function csvStream(rowRef: SchemaRef, batches: AsyncIterable<object[]>): Readable {
  const schema = rowSchema(rowRef)
  const columns = columnsOf(schema)
  async function* lines() {
    // Without a byte order mark Excel reads the file as Latin-1.
    yield `\uFEFF${stringify([columns.map((path) => path.join('.'))], options)}`
    for await (const batch of batches) {
      const rows = z.array(schema).parse(batch)
      yield stringify(
        rows.map((row) => columns.map((path) => formatCell(path.reduce(getProperty, row as unknown)))),
        options,
      )
    }
  }
  return Readable.from(lines(), { objectMode: false })
}

/** Protects against CSV injection: spreadsheets run some texts as formulas. `escapeFormula` covers what the library misses. */
const options = { escape_formulas: true, quoted: true, record_delimiter: 'windows' } as const

/** Paths of all columns. They come from the contract, so no other data can be exported; nested fields get one column each. */
function columnsOf(schema: z.ZodObject, parent: string[] = []): string[][] {
  return Object.entries(schema.shape).flatMap(([name, field]) =>
    field instanceof z.ZodObject ? columnsOf(field, [...parent, name]) : [[...parent, name]],
  )
}

function rowSchema(ref: SchemaRef): z.ZodObject {
  const schema = schemaOf(splitRef(ref).name)
  if (!(schema instanceof z.ZodObject)) throw new Error(`The rows of ${ref} have no columns`)
  // `allowed` depends on who reads the row, so it is no data of the row.
  return 'allowed' in schema.shape ? schema.omit({ allowed: true }) : schema
}

const getProperty = (value: unknown, name: string) => (value as Record<string, unknown> | null | undefined)?.[name]

function formatCell(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return escapeFormula(value.join('; '))
  return escapeFormula(typeof value === 'string' ? value : JSON.stringify(value))
}

/**
 * Some programs also run formulas after leading spaces or line breaks, or split a text at a separator and run the rest, so
 * these texts get a leading apostrophe. Texts that begin with an apostrophe get one more, so that readers can always restore the text
 * by removing one.
 */
const escapeFormula = (text: string) =>
  /^(?:['\n]|\s+[=+\-@＝＋－＠])|[;\t|]\s*[=+\-@＝＋－＠]/u.test(text) ? `'${text}` : text
