import { z } from 'zod'
import type { Operation } from '../src/contract/operation.ts'
import { schemaOf } from '../src/contract/schema-of.ts'

/** Value of every id, slug and path parameter in a widest response. */
export const WIDEST_ID = '00000000-0000-4000-8000-000000000001'

type Schema = z.core.JSONSchema.JSONSchema & { [key: string]: unknown }

/**
 * Largest response that the contract allows: each list of choices contains all of them (so that every action is allowed), each other list has one
 * row, and each optional value is present. The variant selects among exclusive choices.
 */
export function widestAnswer({ returns }: Operation, variant = 0): unknown {
  if (!returns) return null
  const schema = z.toJSONSchema(schemaOf(returns), { io: 'output', unrepresentable: 'any' }) as Schema
  return answerTo(schema, { variant, root: schema, key: '', depth: 0 })
}

interface At {
  variant: number
  root: Schema
  key: string
  depth: number
}

function answerTo(schema: Schema, at: At): unknown {
  const { variant, root } = at
  if (schema.$ref) return answerTo(resolve(root, schema.$ref), { ...at, depth: at.depth + 1 })
  if ('const' in schema) return schema.const
  if (schema.enum) return chosen(schema.enum, variant)
  const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (options) {
    const given = options.filter(({ type }) => type !== 'null')
    return answerTo(chosen(given, variant) ?? {}, at)
  }
  if (schema.allOf) return Object.assign({}, ...(schema.allOf as Schema[]).map((part) => answerTo(part, at)))
  const types = [schema.type].flat().filter((type) => type !== 'null')
  switch (types[0]) {
    case 'object':
      return Object.fromEntries(
        partsOf(schema).map(([key, part]) => [key, answerTo(part, { ...at, key, depth: at.depth + 1 })]),
      )
    case 'array':
      return listOf(schema, at)
    case 'boolean':
      return variant % 2 === 0
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, Number(schema.minimum ?? 1)), Number(schema.maximum ?? 1_000_000))
    case undefined:
      return schema.type === 'null' ? null : textOf(schema, at)
    default:
      return textOf(schema, at)
  }
}

/** All properties, including each key of a record with known keys. */
function partsOf({ properties = {}, propertyNames, additionalProperties }: Schema): [string, Schema][] {
  const keys = ((propertyNames as Schema | undefined)?.enum ?? []) as string[]
  return [
    ...Object.entries(properties as Record<string, Schema>),
    ...keys.map((key): [string, Schema] => [key, additionalProperties as Schema]),
  ]
}

const chosen = <T>(options: readonly T[], variant: number) => options[variant % options.length]

const resolve = (root: Schema, ref: string): Schema =>
  ref === '#' ? root : ((root.$defs as Record<string, Schema> | undefined)?.[ref.replace('#/$defs/', '')] ?? {})

function listOf(schema: Schema, at: At): unknown[] {
  if (schema.prefixItems) return (schema.prefixItems as Schema[]).map((item) => answerTo(item, at))
  const items = (schema.items ?? {}) as Schema
  if (items.enum) return [...items.enum]
  // Depth limit for recursive schemas.
  if (at.depth > 12 || schema.maxItems === 0) return []
  const length = Math.max(1, Number(schema.minItems ?? 1))
  return Array.from({ length }, () => answerTo(items, { ...at, depth: at.depth + 1 }))
}

const formats: Record<string, string> = {
  'date-time': '2030-03-12T08:00:00.000Z',
  date: '2030-03-12',
  uuid: WIDEST_ID,
  email: 'mara@example.org',
  uri: 'https://flagyard.example/here',
}
const samples = [
  WIDEST_ID,
  'mara',
  'EUR',
  'en',
  '123456789012',
  '/here',
  '#aabbcc',
  'text/plain',
  '1.0.0',
  '12:30',
  'one.zip',
]

/** Values that screens pass to browser APIs, which reject unknown ones. */
const names: Record<string, string> = { time_zone: 'Europe/Madrid', locale: 'en' }

function textOf({ format, pattern, minLength = 0, maxLength = 1_000 }: Schema, { key, depth }: At): string {
  // Nested rows need ids that differ from their parent's.
  if (key === 'id' || key === 'slug') return depth < 3 ? WIDEST_ID : WIDEST_ID.replace(/01$/, String(10 + depth))
  const known = names[key] ?? (format && formats[format as string])
  if (known) return known
  const fits = (text: string) =>
    (!pattern || new RegExp(pattern as string, 'u').test(text)) && text.length >= minLength && text.length <= maxLength
  return [`some ${key || 'words'}`, ...samples].find(fits) ?? 'x'.repeat(minLength)
}
