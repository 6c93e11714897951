import { operations } from '@flagyard/api-types'
import type { Operation } from '@flagyard/api-types/contract/operation'
import * as schemas from '@flagyard/api-types/schemas'
import { expect, test } from 'vitest'
import { z } from 'zod'

type Schema = z.core.$ZodType

test('what a call takes is named field by field, at every depth', () => {
  const loose = Object.entries<Operation>(operations).flatMap(([name, { body, form, query }]) =>
    [body, form, query].flatMap((ref) => (ref ? looseIn(schemaOf(ref), `${name}: ${ref}`) : [])),
  )
  expect(loose).toEqual([])
})

const schemaOf = (ref: string) => (schemas as unknown as Record<string, Schema>)[ref.replace('[]', '')] as Schema

/** Where an object takes keys that it does not name. */
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
