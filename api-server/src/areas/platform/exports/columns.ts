import type { SchemaRef } from '@flagyard/api-types/contract/operation'
import { schemaOf, splitRef } from '@flagyard/api-types/contract/schema-of'
import { z } from 'zod'
import { invalidField } from '../../../errors.ts'

/** Column of a file: its header, and the path of its value in the row. */
export interface Column {
  head: string
  path: string[]
  /** Labels shown instead of raw values, such as the state of an order. */
  words?: Readonly<Record<string, string>> | undefined
}

/** Requested columns, each by a field of the row. */
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
