import { z } from 'zod'
import * as schemas from '../schemas.ts'
import type { SchemaName, SchemaRef } from './operation.ts'

/** The name that a reference holds, and whether it means many of it. */
export const splitRef = (ref: SchemaRef) => {
  const many = ref.endsWith('[]')
  return { many, name: (many ? ref.slice(0, -2) : ref) as SchemaName }
}

const byName: Readonly<Record<SchemaName, z.ZodType>> = schemas
const arrays = new Map<SchemaName, z.ZodType>()

/** The schema behind a row's reference. It brings zod along, so only the server, OpenAPI and tests ask for it. */
export function schemaOf(ref: SchemaRef): z.ZodType {
  const { many, name } = splitRef(ref)
  const one = byName[name]
  if (!many) return one
  const known = arrays.get(name) ?? z.array(one)
  arrays.set(name, known)
  return known
}
