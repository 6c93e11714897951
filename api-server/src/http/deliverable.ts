import { isAscii } from '@flagyard/api-types/contract/email-address'
import { email } from '@flagyard/api-types/contract/fields'
import type { SchemaRef } from '@flagyard/api-types/contract/operation'
import { schemaOf } from '@flagyard/api-types/contract/schema-of'
import { z } from 'zod'
import type { Mailer } from '../integrations/mail.ts'
import { invalidFields } from './validation.ts'

export const UNDELIVERABLE =
  'Our mail server cannot deliver to an address with letters such as ö before the @. Use another address'

/** Whether the configured mail server can deliver to an address. Only non-ASCII addresses depend on the server. */
export const canDeliver = async (mailer: Mailer, address: string): Promise<boolean> =>
  isAscii(address) || (await mailer.takesUnicode())

/** Rejects a body with an address that the configured mail server cannot deliver to. */
export async function assertDeliverable(mailer: Mailer, ref: SchemaRef | undefined, body: unknown): Promise<void> {
  if (!ref || body === undefined) return
  const undeliverable = emailPaths(schemaOf(ref))
    .flatMap((path) => valuesAt(path, body))
    .filter(({ value }) => !isAscii(value))
  if (undeliverable.length === 0 || (await mailer.takesUnicode())) return
  throw invalidFields(undeliverable.map(({ field }) => ({ field, message: UNDELIVERABLE })))
}

const known = new WeakMap<z.ZodType, string[][]>()

/** Paths of all e-mail fields in a schema, as keys; `*` is any item of a list. */
export function emailPaths(schema: z.ZodType): string[][] {
  const paths = known.get(schema) ?? findEmailPaths(schema)
  known.set(schema, paths)
  return paths
}

function findEmailPaths(schema: z.core.$ZodType): string[][] {
  if (schema === email) return [[]]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return findEmailPaths(schema.unwrap())
  if (schema instanceof z.ZodPipe) return findEmailPaths(schema.in)
  if (schema instanceof z.ZodArray) return findEmailPaths(schema.element).map((path) => ['*', ...path])
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([key, inner]) => findEmailPaths(inner).map((path) => [key, ...path]))
}

function valuesAt([key, ...rest]: string[], value: unknown, field: string[] = []): { field: string; value: string }[] {
  if (typeof value === 'string') return [{ field: field.join('.'), value }]
  if (key === undefined || value === null || typeof value !== 'object') return []
  const entries = Object.entries(value).filter(([name]) => key === '*' || name === key)
  return entries.flatMap(([name, inner]) => valuesAt(rest, inner, [...field, name]))
}
