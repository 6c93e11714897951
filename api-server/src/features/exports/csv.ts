import { Readable } from 'node:stream'
import type { SchemaRef } from '@flagyard/api-types/contract/operation'
import { schemaOf, splitRef } from '@flagyard/api-types/contract/schema-of'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'

/** A list as a file of comma-separated values, made as it is read: of any length in little memory. */
export function csvStream(row: SchemaRef, parts: AsyncIterable<object[]>): Readable {
  const schema = rowSchema(row)
  const columns = columnsOf(schema)
  async function* lines() {
    // Excel takes a file for Latin-1 without the mark.
    yield `\uFEFF${stringify([columns.map((path) => path.join('.'))], options)}`
    for await (const part of parts) {
      const rows = z.array(schema).parse(part)
      yield stringify(
        rows.map((one) => columns.map((path) => cell(path.reduce(inside, one as unknown)))),
        options,
      )
    }
  }
  return Readable.from(lines(), { objectMode: false })
}

/** A spreadsheet runs what begins so as a formula; `disarm` covers what the library leaves. */
const options = { escape_formulas: true, record_delimiter: 'windows' } as const

/** The columns are what the contract names, so that nothing else can leave. What lies in an object has a column each. */
function columnsOf(schema: z.ZodObject, above: string[] = []): string[][] {
  return Object.entries(schema.shape).flatMap(([name, field]) =>
    field instanceof z.ZodObject ? columnsOf(field, [...above, name]) : [[...above, name]],
  )
}

function rowSchema(ref: SchemaRef): z.ZodObject {
  const schema = schemaOf(splitRef(ref).name)
  if (!(schema instanceof z.ZodObject)) throw new Error(`The rows of ${ref} have no columns`)
  // What the reader may do with a row is no fact of the row.
  return 'allowed' in schema.shape ? schema.omit({ allowed: true }) : schema
}

const inside = (value: unknown, name: string) => (value as Record<string, unknown> | null | undefined)?.[name]

function cell(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return disarm(value.join('; '))
  return disarm(typeof value === 'string' ? value : JSON.stringify(value))
}

/**
 * A formula behind spaces, line breaks or apostrophes is still one to some programs. Whatever would begin with an apostrophe of its own gets
 * one more, so that reading back is always: take one away.
 */
const disarm = (text: string) => (/^(?:['\n]|\s+[=+\-@＝＋－＠])/u.test(text) ? `'${text}` : text)
