import { z } from 'zod'
import * as schemas from '../schemas.ts'
import type { SchemaName, SchemaRef } from './operation.ts'

/** Splits `course[]` into the schema name and whether it is an array. */
export const splitRef = (ref: SchemaRef) => {
  const many = ref.endsWith('[]')
  return { many, name: (many ? ref.slice(0, -2) : ref) as SchemaName }
}

const byName: Readonly<Record<SchemaName, z.ZodType>> = schemas
const arrays = new Map<SchemaName, z.ZodType>()

/** The zod schema of a reference. Only for the server, OpenAPI and tests, because it would add zod to client bundles. */
export function schemaOf(ref: SchemaRef): z.ZodType {
  const { many, name } = splitRef(ref)
  const one = byName[name]
  if (!many) return one
  const array = arrays.get(name) ?? z.array(one)
  arrays.set(name, array)
  return array
}
