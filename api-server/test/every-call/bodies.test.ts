import { operations } from '@flagyard/api-types'
import { bodyLimitOf, type Operation } from '@flagyard/api-types/contract/operation'
import * as schemas from '@flagyard/api-types/schemas'
import { expect, test } from 'vitest'
import { z } from 'zod'

type Schema = z.core.$ZodType

test('the body of a call names every field, at every depth', () => {
  const loose = Object.entries<Operation>(operations).flatMap(([name, { body, form, query }]) =>
    [body, form, query].flatMap((ref) => (ref ? looseIn(schemaOf(ref), `${name}: ${ref}`) : [])),
  )
  expect(loose).toEqual([])
})

const schemaOf = (ref: string) => (schemas as unknown as Record<string, Schema>)[ref.replace('[]', '')] as Schema

/** Paths of objects that accept unknown keys. */
function looseIn(schema: Schema, at: string): string[] {
  if (schema instanceof z.ZodObject) {
    const inside = Object.entries<Schema>(schema.shape).flatMap(([key, one]) => looseIn(one, `${at}.${key}`))
    return schema.def.catchall instanceof z.ZodNever ? inside : [at, ...inside]
  }
  if (schema instanceof z.ZodArray) return looseIn(schema.element, `${at}[]`)
  if (schema instanceof z.ZodTuple)
    return schema.def.items.flatMap((one: Schema, index: number) => looseIn(one, `${at}.${index}`))
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one: Schema) => looseIn(one, at))
  if (schema instanceof z.ZodPipe) return [...looseIn(schema.in, at), ...looseIn(schema.out, at)]
  if (schema instanceof z.ZodRecord) return looseIn(schema.valueType, `${at}{}`)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return looseIn(schema.unwrap() as Schema, at)
  return []
}

/** Largest limit of any call. The bounds of its single fields would allow some content to be larger. */
const LARGEST = 1024 * 1024

test('the largest body of a call fits its limit, and the limit is not much larger', () => {
  const wrong = Object.entries<Operation>(operations).flatMap(([name, row]) => {
    const ref = row.body ?? row.form
    const limit = bodyLimitOf(row)
    if (!ref) return row.bodyLimit && !row.signedBody ? [`${name}: a limit and no body`] : []
    const schema = z.toJSONSchema(schemaOf(ref) as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Json
    const one = widthOf(schema, schema)
    const widest = ref.endsWith('[]') ? 2 + MAX_ITEMS * (one + 1) : one
    if (Math.min(widest, LARGEST) > limit) return [`${name}: up to ${widest} bytes, limit ${limit}`]
    return row.bodyLimit && widest <= limit / 4 ? [`${name}: only ${widest} bytes, limit ${limit}`] : []
  })
  expect(wrong).toEqual([])
})

type Json = z.core.JSONSchema.JSONSchema & { [key: string]: unknown }

/** Assumed sizes where a schema has no bound: lists of enum values, records, codes. */
const MAX_ITEMS = 20
const MAX_LETTERS = 64
const FORMATS: Record<string, number> = { 'date-time': 40, date: 10, uuid: 36, email: 254, uri: 2048 }

/**
 * Size in bytes of the largest JSON that a schema accepts. A character has up to three bytes, unless the pattern only
 * allows ASCII.
 */
function widthOf(schema: Json, root: Json, inside: string[] = []): number {
  const width = (part: unknown) => widthOf(part as Json, root, inside)
  if (schema.$ref) {
    if (inside.includes(schema.$ref)) return 0
    const found = (root.$defs as Record<string, Json> | undefined)?.[schema.$ref.replace('#/$defs/', '')]
    return widthOf(found ?? root, root, [...inside, schema.$ref])
  }
  if ('const' in schema || schema.enum)
    return Math.max(...[schema.enum ?? schema.const].flat().map((one) => JSON.stringify(one).length))
  const options = schema.anyOf ?? schema.oneOf
  if (options) return Math.max(...options.map(width))
  if (schema.allOf) return schema.allOf.map(width).reduce((sum, one) => sum + one, 0)
  if (schema.type === 'object') {
    const own = Object.entries(schema.properties ?? {}).map(([key, part]) => key.length + 4 + width(part))
    const names = (schema.propertyNames as Json | undefined)?.enum?.length ?? MAX_ITEMS
    const others = schema.additionalProperties ? names * (MAX_LETTERS + 4 + width(schema.additionalProperties)) : 0
    return own.reduce((sum, one) => sum + one, 2 + others)
  }
  if (schema.type === 'array') {
    const fixed = ((schema.prefixItems ?? []) as Json[]).map(width).reduce((sum, one) => sum + one + 1, 2)
    return schema.items ? fixed + Number(schema.maxItems ?? MAX_ITEMS) * (width(schema.items) + 1) : fixed
  }
  if (schema.type !== 'string') return 24
  const letters = Number(schema.maxLength ?? FORMATS[schema.format ?? ''] ?? MAX_LETTERS)
  const isAscii =
    schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test('界'.repeat(schema.minLength ?? 1))
  return 2 + letters * (isAscii ? 1 : 3)
}
